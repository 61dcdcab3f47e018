import Autocomplete from '@mui/material/Autocomplete'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { type Camera, cameraCalls } from '#contract/cameras/camera'
import { areaCalls } from '#contract/farm/area'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { useActWindow } from '#src/forms/useActWindow.ts'
import { FormEnd } from '#src/ui/FormEnd.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'

const WIDTH = 520

/** Says which other bases of the company look through a camera, too. */
export function ShareDialog({ camera, onClose }: { camera: Camera; onClose: () => void }) {
  const { t } = useTranslation()
  const now = useCall(cameraCalls.share, { params: { id: camera.id } }, { staleTime: 0 })
  return (
    <Modal open onClose={onClose} width={WIDTH} title={t('cameras:share.title')}>
      {now.data && !now.isFetching ? (
        <ShareForm camera={camera} begun={now.data} onClose={onClose} />
      ) : now.isError ? (
        <ErrorState compact error={now.error} onRetry={() => void now.refetch()} />
      ) : (
        <SkeletonList rows={3} height={48} />
      )}
    </Modal>
  )
}

interface Shared {
  readonly isOn: boolean
  readonly areaIds: readonly number[]
}

function ShareForm({
  camera,
  begun,
  onClose,
}: {
  camera: Camera
  begun: { readonly status: number; readonly areaIds: readonly number[] }
  onClose: () => void
}) {
  const { t } = useTranslation()
  const act = useActWindow<Shared>(`share ${camera.id}`, { isOn: begun.status === 1, areaIds: begun.areaIds }, onClose)
  const { value, change, close } = act
  const { isOn, areaIds } = value
  const fault = act.faults.areaIds
  const bases = useCall(areaCalls.page, { query: { page: 1, size: 0, organizationType: 'area' } })
  const offered = (bases.data?.content ?? [])
    .filter(({ areaId }) => areaId !== camera.areaId)
    .map(({ areaId, areaName }) => ({ areaId, areaName }))
  const chosen = areaIds.map((areaId) => offered.find((one) => one.areaId === areaId) ?? { areaId, areaName: `#${areaId}` })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isOn && areaIds.length === 0) return act.say({ areaIds: t('cameras:share.basesMissing') })
    const body = { cameraId: camera.id, status: isOn ? 1 : 0, areaIds: isOn ? [...areaIds] : [] }
    const ask = () => call(cameraCalls.saveShare, { body }, { quiet: true })
    await act.send(ask, t('cameras:share.saved'), undefined, (answer) => {
      if (!answer.fields?.areaIds) act.say({}, reasonOf(answer))
    })
  }
  return (
    <Stack component="form" spacing={2} onSubmit={(event) => void save(event)}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('cameras:share.text')}
      </Typography>
      <FormControlLabel
        control={<Switch checked={isOn} onChange={(_, on) => change({ ...value, isOn: on })} />}
        label={t('cameras:share.on')}
      />
      {isOn && (
        <Autocomplete
          multiple
          options={offered}
          loading={bases.isPending}
          noOptionsText={t('cameras:share.noBases')}
          getOptionLabel={({ areaName }) => areaName}
          getOptionKey={({ areaId }) => areaId}
          isOptionEqualToValue={(one, other) => one.areaId === other.areaId}
          value={chosen}
          onChange={(_, next) => {
            change({ ...value, areaIds: next.map(({ areaId }) => areaId) })
            act.say({}, act.failure)
          }}
          renderInput={(params) => (
            <TextField {...params} label={t('cameras:share.bases')} error={fault !== undefined} helperText={fault ?? ' '} />
          )}
        />
      )}
      <FormEnd failure={act.failure} saving={act.busy} onCancel={close} />
    </Stack>
  )
}
