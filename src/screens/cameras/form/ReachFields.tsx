import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CAMERA_ENTERS, CAMERA_PASSWORD_MAX } from '#contract/cameras/camera'
import type { CameraDraft } from './cameraDraft.ts'
import { EzvizFields } from './EzvizFields.tsx'
import { NationalFields } from './NationalFields.tsx'

const URL_MAX = 300
const USER_MAX = 60

/** How a camera is reached: what its access mode wants to know of it, and nothing else. */
export function ReachFields({
  value,
  faults,
  passwordSet,
  nearby,
  streams,
  onChange,
}: {
  value: CameraDraft
  faults: Readonly<Partial<Record<string, string>>>
  passwordSet: boolean
  /** What finds a camera by ONVIF, and what reads its other addresses from it. */
  nearby: ReactNode
  streams: ReactNode
  onChange: (next: Partial<CameraDraft>) => void
}) {
  const { t } = useTranslation()
  if (value.cameraEnter === CAMERA_ENTERS.simulated) return <Alert severity="info">{t('cameras:form.simulatedHint')}</Alert>
  if (value.cameraEnter === CAMERA_ENTERS.ezviz) return <EzvizFields />
  if (value.cameraEnter !== CAMERA_ENTERS.rtsp) return <NationalFields value={value} fault={faults.nationalChannel} onChange={onChange} />
  const address = (name: 'hdUrl' | 'sdUrl' | 'onvifUrl', hint: string, required = false) => (
    <TextField
      fullWidth
      required={required}
      name={name}
      label={t(`cameras:form.${name}`)}
      value={value[name]}
      error={faults[name] !== undefined}
      helperText={faults[name] ?? hint}
      slotProps={{ htmlInput: { maxLength: URL_MAX, inputMode: 'url', autoCapitalize: 'off', spellCheck: false } }}
      onChange={({ target }) => onChange({ [name]: target.value })}
    />
  )
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Typography variant="h3" component="h3">
        {t('cameras:form.reach')}
      </Typography>
      {nearby}
      {address('onvifUrl', t('cameras:form.onvifHint'))}
      <Box sx={{ display: 'grid', columnGap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <TextField
          fullWidth
          name="userName"
          label={t('cameras:form.userName')}
          value={value.userName}
          error={faults.userName !== undefined}
          helperText={faults.userName ?? ' '}
          slotProps={{ htmlInput: { maxLength: USER_MAX, autoComplete: 'off' } }}
          onChange={({ target }) => onChange({ userName: target.value })}
        />
        <TextField
          fullWidth
          type="password"
          name="password"
          disabled={value.noPassword}
          label={t('cameras:form.password')}
          value={value.password}
          error={faults.password !== undefined}
          helperText={faults.password ?? (passwordSet && !value.noPassword ? t('cameras:form.passwordKept') : ' ')}
          slotProps={{ htmlInput: { maxLength: CAMERA_PASSWORD_MAX, autoComplete: 'new-password' } }}
          onChange={({ target }) => onChange({ password: target.value })}
        />
      </Box>
      {passwordSet && (
        <FormControlLabel
          control={<Checkbox checked={value.noPassword} onChange={(_, noPassword) => onChange({ noPassword, password: '' })} />}
          label={t('cameras:form.noPassword')}
        />
      )}
      {streams}
      {address('hdUrl', t('cameras:form.hdHint'), true)}
      {address('sdUrl', t('cameras:form.sdHint'))}
    </Stack>
  )
}
