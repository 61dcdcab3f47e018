import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { type Camera, cameraCalls } from '#contract/cameras/camera'
import { deviceCalls } from '#contract/devices/device'
import { GATEWAY_TYPES } from '#contract/devices/deviceType'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { useActWindow } from '#src/forms/useActWindow.ts'
import { FormEnd } from '#src/ui/FormEnd.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'

const WIDTH = 460
const NONE = ''

/** Says at which gateway of its base a camera stands. */
export function BindDialog({ camera, onClose }: { camera: Camera; onClose: () => void }) {
  const { t } = useTranslation()
  const act = useActWindow<number | null>(`bind ${camera.id}`, camera.contentratorId, onClose)
  const { value: chosen, close } = act
  const gateways = useCall(deviceCalls.tenantAll, {
    query: { page: 1, size: 0, areaId: camera.areaId, deviceTypes: GATEWAY_TYPES.join() },
  })
  const found = (gateways.data?.content ?? []).map(({ id, name }) => ({ id, name }))
  // Its own gateway has a name before the others have come.
  const offered =
    camera.contentratorId === null || found.some(({ id }) => id === camera.contentratorId)
      ? found
      : [{ id: camera.contentratorId, name: camera.contentratorName ?? `#${camera.contentratorId}` }, ...found]
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const body = { contentratorId: chosen }
    const ask = () => call(cameraCalls.bind, { params: { id: camera.id }, body }, { quiet: true })
    await act.send(ask, t('cameras:bind.saved'), undefined, (answer) => act.say({}, reasonOf(answer)))
  }
  return (
    <Modal open onClose={close} width={WIDTH} title={t('cameras:bind.title')}>
      <Stack component="form" spacing={2} onSubmit={(event) => void save(event)}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('cameras:bind.text')}
        </Typography>
        <TextField
          select
          label={t('cameras:bind.label')}
          value={chosen === null ? NONE : String(chosen)}
          onChange={({ target }) => act.change(target.value === NONE ? null : Number(target.value))}
          error={gateways.isError}
          helperText={gateways.isError ? reasonOf(gateways.error.failure) : ' '}
        >
          <MenuItem value={NONE}>{t('cameras:bind.none')}</MenuItem>
          {offered.map(({ id, name }) => (
            <MenuItem key={id} value={String(id)}>
              {name}
            </MenuItem>
          ))}
        </TextField>
        <FormEnd failure={act.failure} saving={act.busy} onCancel={close} />
      </Stack>
    </Modal>
  )
}
