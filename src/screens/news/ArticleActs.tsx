import ContentCopy from '@mui/icons-material/ContentCopy'
import HistoryIcon from '@mui/icons-material/History'
import OpenInNew from '@mui/icons-material/OpenInNew'
import PreviewIcon from '@mui/icons-material/VisibilityOutlined'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tenantSettingCalls } from '#contract/home/tenantSetting'
import type { Article } from '#contract/news/article'
import { informationPath } from '#contract/news/informationPath'
import { useCall } from '#src/api/useCall.ts'
import { useSession } from '#src/session/session.ts'
import { copyText } from '#src/ui/copyText.ts'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { ArticlePreview } from './ArticlePreview.tsx'
import { Versions } from './Versions.tsx'

/** What is done with one article: it is looked at, found by its address, and set back to what it was. */
export function ArticleActs({ of }: { of: Article }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'preview' | 'versions' | null>(null)
  return (
    <Stack sx={{ gap: 2 }}>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        <Button startIcon={<PreviewIcon />} onClick={() => setOpen('preview')}>
          {t('news:article.preview')}
        </Button>
        <Button startIcon={<HistoryIcon />} onClick={() => setOpen('versions')}>
          {t('news:article.versions')}
        </Button>
      </Stack>
      <ArticleAddress of={of} />
      {open === 'preview' && <ArticlePreview of={of} onClose={() => setOpen(null)} />}
      {open === 'versions' && <Versions of={of} onClose={() => setOpen(null)} />}
    </Stack>
  )
}

/** Where everybody reads it. */
function ArticleAddress({ of }: { of: Article }) {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const { data } = useCall(tenantSettingCalls.consult, { params: { t: tenantId } })
  const silent = data?.consultFlag === 0
  if (of.publication !== 'shown' || silent || tenantId == null)
    return <SecondaryText>{t(silent ? 'news:article.silent' : 'news:article.notPublic')}</SecondaryText>
  const address = new URL(informationPath({ tenantId, id: of.consultId }), location.origin).href
  const copy = () => copyText(address, t('news:article.copied'), t('news:article.notCopied'))
  return (
    <Stack sx={{ gap: 1 }}>
      <TextField
        label={t('news:article.address')}
        value={address}
        slotProps={{ htmlInput: { readOnly: true } }}
        onFocus={({ target }) => target.select()}
      />
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        <Button variant="outlined" startIcon={<OpenInNew />} href={address} target="_blank" rel="noopener">
          {t('news:article.onPage')}
        </Button>
        <Button startIcon={<ContentCopy />} onClick={() => void copy()}>
          {t('news:article.copy')}
        </Button>
      </Stack>
    </Stack>
  )
}
