import Alert from '@mui/material/Alert'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import type { PushTarget } from '#contract/organization/dataPush'
import { Modal } from '#src/ui/Modal.tsx'

const WIDTH = 520

/** A secret that was made, this once. */
export function SecretDialog({ of, secret, onClose }: { of: PushTarget; secret: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal open keepOpen onClose={onClose} width={WIDTH} title={t('organization:dataPush.secretOnce', { name: of.name })}>
      <Stack sx={{ gap: 2, pt: 1 }}>
        <Alert severity="info">{t('organization:dataPush.secretLead')}</Alert>
        <TextField
          label={t('organization:dataPush.fields.secret')}
          value={secret}
          onFocus={({ target }) => target.select()}
          slotProps={{ input: { readOnly: true } }}
        />
        <TextField
          label={t('organization:dataPush.keyId')}
          value={of.keyId}
          onFocus={({ target }) => target.select()}
          slotProps={{ input: { readOnly: true } }}
        />
      </Stack>
    </Modal>
  )
}
