import CameraIcon from '@mui/icons-material/CameraOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CAMERA_ENTERS, cameraCalls } from '#contract/cameras/camera'
import type { CallAnswer } from '#contract/core/call'
import { call, isFailure } from '#src/api/call.ts'
import { encryptKept } from '#src/session/encryptSecret.ts'
import { reasonOf } from '#src/ui/tipFor.ts'
import { type CameraDraft, reachOf } from './cameraDraft.ts'

/** Those that are found by their serial number. */
const bySerial: readonly number[] = [CAMERA_ENTERS.ezviz, CAMERA_ENTERS.ezvizNational, CAMERA_ENTERS.national]

type Probed = CallAnswer<typeof cameraCalls.probe> | { readonly failed: string }

/** A picture of a camera as it is typed, before it is saved; or why there is none. */
export function Probe({
  draft,
  id,
  onFault,
}: {
  draft: CameraDraft
  id: number | undefined
  onFault: (faults: Readonly<Record<string, string>>) => void
}) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [probed, setProbed] = useState<{ readonly of: string; readonly said: Probed } | null>(null)
  const asked = {
    ...(id === undefined ? {} : { id }),
    cameraEnter: draft.cameraEnter,
    ...(bySerial.includes(draft.cameraEnter) ? { deviceSerial: draft.deviceSerial.trim() } : {}),
    channelNo: Number(draft.channelNo) || 1,
    ...reachOf(draft),
  }
  const key = JSON.stringify(asked)
  const probe = async () => {
    setBusy(true)
    const password = await encryptKept(asked.password)
    const answer = isFailure(password)
      ? password
      : await call(cameraCalls.probe, { body: { ...asked, password } }, { quiet: true, anew: true })
    setBusy(false)
    if (isFailure(answer) && answer.fields) return onFault(answer.fields)
    setProbed({ of: key, said: isFailure(answer) ? { failed: reasonOf(answer) } : answer })
  }
  // What was typed since is another camera.
  const said = probed?.of === key ? probed.said : null
  return (
    <Stack sx={{ gap: 1, py: 1 }}>
      <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Button variant="outlined" startIcon={<CameraIcon />} loading={busy} loadingPosition="start" onClick={() => void probe()}>
          {t('cameras:form.probe')}
        </Button>
        <Typography variant="body2" component="output" sx={{ color: 'text.secondary' }}>
          {t(busy ? 'cameras:form.probeWait' : 'cameras:form.probeHint')}
        </Typography>
      </Stack>
      {said && <Outcome said={said} />}
    </Stack>
  )
}

function Outcome({ said }: { said: Probed }) {
  const { t } = useTranslation()
  if ('failed' in said) return <Alert severity="error">{said.failed}</Alert>
  if (said.picture === null)
    return <Alert severity="warning">{t('cameras:form.probeFailed', { why: t(`cameras:fault.${said.fault ?? 'noStream'}`) })}</Alert>
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1.5, alignItems: { sm: 'center' } }}>
      <Box
        component="img"
        src={said.picture}
        alt={t('cameras:form.probeAlt')}
        sx={{ width: { xs: '100%', sm: 320 }, aspectRatio: '16 / 9', objectFit: 'contain', bgcolor: 'common.black', borderRadius: 1 }}
      />
      <Typography variant="body2">{t(said.ptz === 1 ? 'cameras:form.probePtz' : 'cameras:form.probeNoPtz')}</Typography>
    </Stack>
  )
}
