import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import PlaceIcon from '@mui/icons-material/MyLocationOutlined'
import IconButton from '@mui/material/IconButton'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cameraControlCalls, type CameraPreset } from '#contract/cameras/control'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { QueryGate } from '#src/ui/QueryGate.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'

const NAME_MAX = 30
const TAKEN_CODE = 'error.camera.presetTaken'

/** The kept positions of a camera. Who may turn it goes to them, keeps where it looks now, and forgets them. */
export function PresetList({ cameraId, mayTurn }: { cameraId: number; mayTurn: boolean }) {
  const { t } = useTranslation()
  const headId = useId()
  const confirm = useConfirm()
  const query = useCall(cameraControlCalls.presets, { params: { id: cameraId } })
  const go = async ({ id, name }: CameraPreset) => {
    const answer = await call(cameraControlCalls.goToPreset, { params: { id } }, { quiet: true, anew: true })
    if (isFailure(answer)) toast('error', reasonOf(answer))
    else if (answer === 1) toast('success', t('cameras:preset.gone', { name }))
    else toast('error', t('cameras:ptz.refused'))
  }
  const remove = async ({ id, name }: CameraPreset) => {
    if (!(await confirm({ title: t('cameras:preset.removeTitle', { name }), confirm: t('cameras:delete.act'), color: 'error' }))) return
    const answer = await call(cameraControlCalls.removePreset, { params: { id } }, { quiet: true })
    void query.refetch()
    if (isFailure(answer)) toast('error', reasonOf(answer))
    else toast(answer === 1 ? 'success' : 'error', t(answer === 1 ? 'cameras:delete.done' : 'cameras:delete.failed'))
  }
  return (
    <Stack component="section" aria-labelledby={headId} sx={{ gap: 0.5, minWidth: 0 }}>
      <Typography id={headId} variant="h3">
        {t('cameras:preset.title')}
      </Typography>
      {mayTurn && <KeepForm cameraId={cameraId} onKept={() => void query.refetch()} />}
      <QueryGate
        compact
        query={query}
        title={t('cameras:preset.failed')}
        waiting={<SkeletonList rows={2} height={32} />}
        none={
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('cameras:preset.none')}
          </Typography>
        }
      >
        {(presets) => (
          <List dense disablePadding sx={{ maxHeight: 220, overflow: 'auto' }}>
            {presets.map((one) => (
              <ListItem
                key={one.id}
                disablePadding
                secondaryAction={
                  mayTurn && (
                    <IconButton
                      edge="end"
                      size="small"
                      aria-label={t('cameras:preset.remove', { name: one.name })}
                      onClick={() => void remove(one)}
                    >
                      <DeleteIcon fontSize="small" />
                    </IconButton>
                  )
                }
              >
                <ListItemButton disabled={!mayTurn} aria-label={t('cameras:preset.go', { name: one.name })} onClick={() => void go(one)}>
                  <ListItemIcon sx={{ minWidth: 32 }}>
                    <PlaceIcon fontSize="small" />
                  </ListItemIcon>
                  <ListItemText primary={one.name} slotProps={{ primary: { sx: { overflowWrap: 'anywhere' } } }} />
                </ListItemButton>
              </ListItem>
            ))}
          </List>
        )}
      </QueryGate>
    </Stack>
  )
}

function KeepForm({ cameraId, onKept }: { cameraId: number; onKept: () => void }) {
  const { t } = useTranslation()
  const { value: name, change: setName } = useDraftState(`preset ${cameraId}`, '')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const keep = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setFault(t('errors:field.required'))
    setBusy(true)
    const answer = await call(cameraControlCalls.addPreset, { body: { cameraId, name } }, { quiet: true })
    setBusy(false)
    if (isFailure(answer)) {
      const beside = answer.fields?.name ?? (answer.code === TAKEN_CODE ? reasonOf(answer) : undefined)
      if (beside === undefined) toast('error', reasonOf(answer))
      return setFault(beside)
    }
    setName('')
    setFault(undefined)
    toast('success', t('cameras:preset.kept'))
    onKept()
  }
  return (
    <Stack
      component="form"
      noValidate
      direction="row"
      onSubmit={(event) => void keep(event)}
      sx={{ gap: 0.5, alignItems: 'flex-start', pt: 0.5 }}
    >
      <TextField
        fullWidth
        label={t('cameras:preset.name')}
        value={name}
        error={fault !== undefined}
        helperText={fault}
        slotProps={{ htmlInput: { maxLength: NAME_MAX } }}
        onChange={({ target }) => {
          setName(target.value)
          setFault(undefined)
        }}
      />
      <Tooltip title={t('cameras:preset.add')}>
        <span>
          <IconButton type="submit" aria-label={t('cameras:preset.add')} disabled={busy}>
            <AddIcon />
          </IconButton>
        </span>
      </Tooltip>
    </Stack>
  )
}
