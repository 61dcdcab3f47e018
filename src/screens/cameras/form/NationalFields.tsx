import Alert from '@mui/material/Alert'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { CAMERA_ENTERS } from '#contract/cameras/camera'
import type { CameraDraft } from './cameraDraft.ts'

const DIGITS = 20

/** Of a camera by the national standard, in a cloud or at a media server: the number of its channel. */
export function NationalFields({
  value,
  fault,
  onChange,
}: {
  value: CameraDraft
  fault: string | undefined
  onChange: (next: Partial<CameraDraft>) => void
}) {
  const { t } = useTranslation()
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Alert severity="info">
        {t(value.cameraEnter === CAMERA_ENTERS.national ? 'cameras:form.nationalHint' : 'cameras:form.ezvizHint')}
      </Alert>
      <TextField
        fullWidth
        name="nationalChannel"
        label={t('cameras:form.nationalChannel')}
        value={value.nationalChannel}
        error={fault !== undefined}
        helperText={fault ?? t('cameras:form.nationalChannelHint')}
        slotProps={{ htmlInput: { maxLength: DIGITS, inputMode: 'numeric', autoComplete: 'off' } }}
        onChange={({ target }) => onChange({ nationalChannel: target.value })}
      />
    </Stack>
  )
}
