import Alert from '@mui/material/Alert'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeviceType } from '#contract/devices/deviceType'
import { type Firmware, firmwareCalls, MAX_FIRMWARE_MB, VERSION } from '#contract/devices/firmware'
import { call, isFailure } from '#src/api/call.ts'
import { PickButton } from '#src/files/PickButton.tsx'
import { describeUpload, uploadFile } from '#src/files/uploadFile.ts'
import { reasonOf } from '#src/ui/tipFor.ts'

/** Brings a file as the firmware of a type, under the version that its devices will say. */
export function NewFirmware({ type, onKept }: { type: DeviceType; onKept: (made: Firmware) => Promise<void> }) {
  const { t } = useTranslation()
  const hintId = useId()
  const [version, setVersion] = useState('')
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const isVersion = VERSION.test(version)
  const bring = async (file: File) => {
    setFailure(undefined)
    if (file.size > MAX_FIRMWARE_MB * 1024 * 1024) return setFailure(t('devices:firmware.tooBig', { max: MAX_FIRMWARE_MB }))
    setBusy(true)
    const stored = await uploadFile(file, { kind: 'file' })
    if (isFailure(stored)) setFailure(describeUpload(stored))
    else {
      const made = await call(firmwareCalls.add, { body: { deviceType: type, version, fileId: stored.id } }, { quiet: true })
      if (isFailure(made)) setFailure(reasonOf(made))
      else {
        await onKept(made)
        setVersion('')
      }
    }
    setBusy(false)
  }
  return (
    <Stack sx={{ gap: 1.5 }}>
      <TextField
        label={t('devices:firmware.newVersion')}
        value={version}
        error={version !== '' && !isVersion}
        helperText={t('devices:firmware.versionHint')}
        onChange={({ target }) => setVersion(target.value.trim())}
      />
      <PickButton
        accept=".bin,.hex,.img,.zip,.uf2,.tar,.gz"
        several={false}
        disabled={busy || !isVersion}
        hint={t('devices:firmware.fileHint', { max: MAX_FIRMWARE_MB })}
        hintId={hintId}
        onPick={([chosen]) => chosen && void bring(chosen)}
      >
        {t('devices:firmware.bring')}
      </PickButton>
      {failure !== undefined && <Alert severity="error">{failure}</Alert>}
    </Stack>
  )
}
