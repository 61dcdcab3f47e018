import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tourPath } from '#contract/panoramas/pages'
import { panoramaVrCalls, type Vr } from '#contract/panoramas/tour'
import { call, isFailure } from '#src/api/call.ts'
import { copyText } from '#src/ui/copyText.ts'
import { Modal } from '#src/ui/Modal.tsx'
import QrCode from '#src/ui/QrCode.tsx'
import { momentText } from '#src/time/moment.ts'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'

/** Opens a tour to everybody who has its address, shows the address, and closes it again. */
export function PublishDialog({ of, onClose, onChanged }: { of: Vr; onClose: () => void; onChanged: (now: Vr) => void }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const publish = async (publishFlag: 0 | 1) => {
    setBusy(true)
    const answer = await call(panoramaVrCalls.publish, { params: { vrId: of.vrId }, body: { publishFlag } }, { quiet: true })
    setBusy(false)
    if (isFailure(answer)) toast('error', reasonOf(answer))
    else onChanged(answer)
  }
  const address = of.publishKey === null ? null : new URL(tourPath(of.publishKey), location.origin).href
  const copy = (text: string) => copyText(text, t('panoramas:vr.copied'), t('panoramas:vr.notCopied'))
  return (
    <Modal open onClose={onClose} width={520} title={t('panoramas:vr.publishTitle', { name: of.vrName })}>
      {address === null ? (
        <Stack spacing={2}>
          <Typography>{t(of.scenes > 0 ? 'panoramas:vr.publishText' : 'panoramas:vr.publishEmpty')}</Typography>
          <Button variant="contained" disabled={of.scenes === 0} loading={busy} onClick={() => void publish(1)} sx={{ alignSelf: 'end' }}>
            {t('panoramas:vr.publish')}
          </Button>
        </Stack>
      ) : (
        <Stack spacing={2}>
          <Typography>{t('panoramas:vr.publishedText', { since: of.publishedAt === null ? '' : momentText(of.publishedAt) })}</Typography>
          <TextField
            label={t('panoramas:vr.address')}
            value={address}
            slotProps={{ htmlInput: { readOnly: true } }}
            onFocus={({ target }) => target.select()}
          />
          <QrCode value={address} size={160} label={t('panoramas:vr.qr')} />
          <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end', flexWrap: 'wrap' }}>
            <Button color="error" loading={busy} onClick={() => void publish(0)}>
              {t('panoramas:vr.withdraw')}
            </Button>
            <Button variant="contained" onClick={() => void copy(address)}>
              {t('panoramas:vr.copy')}
            </Button>
          </Stack>
        </Stack>
      )}
    </Modal>
  )
}
