import LinkIcon from '@mui/icons-material/AddLinkOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cameraDiscoveryCalls } from '#contract/cameras/discovery'
import { call, isFailure } from '#src/api/call.ts'
import { encryptKept } from '#src/session/encryptSecret.ts'
import { reasonOf } from '#src/ui/tipFor.ts'
import { type CameraDraft, reachOf } from './cameraDraft.ts'

/** Reads from a camera itself where it gives its pictures, and writes it into the form. */
export function StreamAddresses({
  draft,
  id,
  onChange,
  onFault,
}: {
  draft: CameraDraft
  id: number | undefined
  onChange: (next: Pick<CameraDraft, 'hdUrl' | 'sdUrl'>) => void
  onFault: (faults: Readonly<Record<string, string>>) => void
}) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<{
    readonly of: string
    readonly severity: 'success' | 'warning' | 'error'
    readonly text: string
  } | null>(null)
  const { onvifUrl, userName, password } = reachOf(draft)
  const key = JSON.stringify([onvifUrl, userName, password, draft.channelNo])
  const ask = async () => {
    const sealed = await encryptKept(password)
    if (isFailure(sealed)) return sealed
    const body = { ...(id === undefined ? {} : { id }), onvifUrl, userName, password: sealed, channelNo: Number(draft.channelNo) || 1 }
    return call(cameraDiscoveryCalls.addresses, { body }, { quiet: true, anew: true })
  }
  const read = async () => {
    if (onvifUrl === '') return onFault({ onvifUrl: t('errors:field.required') })
    setBusy(true)
    setSaid(null)
    const answer = await ask()
    setBusy(false)
    if (isFailure(answer)) {
      if (answer.fields) onFault(answer.fields)
      else setSaid({ of: key, severity: 'error', text: reasonOf(answer) })
      return
    }
    if (answer.fault !== null)
      return setSaid({ of: key, severity: 'warning', text: t('cameras:nearby.notRead', { why: t(`cameras:fault.${answer.fault}`) }) })
    onChange({ hdUrl: answer.hdUrl, sdUrl: answer.sdUrl })
    setSaid({ of: key, severity: 'success', text: t(answer.sdUrl === '' ? 'cameras:nearby.readOne' : 'cameras:nearby.readBoth') })
  }
  return (
    <Stack sx={{ gap: 1 }}>
      <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Button variant="outlined" startIcon={<LinkIcon />} loading={busy} loadingPosition="start" onClick={() => void read()}>
          {t('cameras:nearby.read')}
        </Button>
        <Typography variant="body2" component="output" sx={{ color: 'text.secondary' }}>
          {t(busy ? 'cameras:form.probeWait' : 'cameras:nearby.readHint')}
        </Typography>
      </Stack>
      {/* What was typed since is another camera. */}
      {said?.of === key && <Alert severity={said.severity}>{said.text}</Alert>}
    </Stack>
  )
}
