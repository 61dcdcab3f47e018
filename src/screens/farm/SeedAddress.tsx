import ContentCopy from '@mui/icons-material/ContentCopy'
import OpenInNew from '@mui/icons-material/OpenInNew'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Seed } from '#contract/farm/seed'
import { seedPath } from '#contract/farm/seedPath'
import { useSession } from '#src/session/session.ts'
import QrCode from '#src/ui/QrCode.tsx'
import { toast } from '#src/ui/toast.ts'

/** Whether everybody sees it, and the way there. */
export function PublishedCell({ of }: { of: Pick<Seed, 'published' | 'seedId' | 'seedName'> }) {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  if (of.published !== 1 || tenantId == null) return t('crud:no')
  return (
    <Link
      href={seedPath(tenantId, of.seedId)}
      target="_blank"
      rel="noopener"
      aria-label={t('farm:seed.openOf', { name: of.seedName })}
      onClick={(event) => event.stopPropagation()}
    >
      {t('crud:yes')} <OpenInNew fontSize="inherit" sx={{ verticalAlign: 'text-bottom' }} />
    </Link>
  )
}

/** Where everybody sees a published seed. */
export function SeedAddress({ of }: { of: Seed }) {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  if (of.published !== 1 || tenantId == null)
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('farm:seed.notPublic')}
      </Typography>
    )
  const address = new URL(seedPath(tenantId, of.seedId), location.origin).href
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      toast('success', t('farm:seed.copied'))
    } catch {
      toast('warning', t('farm:seed.notCopied'))
    }
  }
  return (
    <Stack component="section" aria-label={t('farm:seed.page')} sx={{ gap: 1.5 }}>
      <Typography variant="body2">{t('farm:seed.publicText')}</Typography>
      <TextField
        label={t('farm:seed.address')}
        value={address}
        slotProps={{ htmlInput: { readOnly: true } }}
        onFocus={({ target }) => target.select()}
      />
      <QrCode value={address} size={160} label={t('farm:seed.qr')} />
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        <Button variant="contained" startIcon={<OpenInNew />} href={address} target="_blank" rel="noopener">
          {t('farm:seed.open')}
        </Button>
        <Button startIcon={<ContentCopy />} onClick={() => void copy()}>
          {t('farm:seed.copy')}
        </Button>
      </Stack>
    </Stack>
  )
}
