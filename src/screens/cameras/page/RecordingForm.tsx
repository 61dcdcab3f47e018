import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldFaults } from '#contract/core/fieldFault'
import { cameraRecordingCalls, RECORD_MODES, type Recording } from '#contract/cameras/recording'
import { call, type CallFailure, isFailure } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { asWordKey } from '#src/i18n/i18n.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { NumberField } from '#src/ui/NumberField.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'

const WIDTH = 560
const STALE_CODE = 'error.version.stale'

interface Typed {
  readonly recordMode: number
  readonly clarity: number
  readonly days: number | string | null
  readonly gigabytes: number | string | null
  readonly sensitivity: number
}
const typedOf = ({ recordMode, clarity, days, gigabytes, sensitivity }: Recording): Typed => ({
  recordMode,
  clarity,
  days,
  gigabytes,
  sensitivity,
})

/** Sets when a camera is recorded, in which size, and how much of it is kept. */
export function RecordingForm({
  cameraId,
  of,
  onReload,
  onClose,
}: {
  cameraId: number
  of: Recording
  /** Somebody else changed it meanwhile: the form begins anew with what stands now. */
  onReload: () => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const guard = useLeaveGuard()
  const queries = useQueryClient()
  const { value, brought, change, undo, drop } = useDraftState<Typed>(`recording ${cameraId} ${of.objectVersionNumber}`, typedOf(of))
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<CallFailure>()
  const [saving, setSaving] = useState(false)
  const set = (next: Partial<Typed>) => {
    change({ ...value, ...next })
    guard.setDirty(true, drop)
    setFaults((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in next))))
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(undefined)
    const given = { ...value, objectVersionNumber: of.objectVersionNumber }
    const read = cameraRecordingCalls.save.body.safeParse(given)
    if (!read.success) {
      const found = Object.values(fieldFaults(read.error, given))
      return setFaults(
        Object.fromEntries(found.map(({ field, key, params }) => [field, String(t(asWordKey(`errors:field.${key}`), params))])),
      )
    }
    setSaving(true)
    const answer = await call(cameraRecordingCalls.save, { params: { id: cameraId }, body: read.data }, { quiet: true })
    setSaving(false)
    if (isFailure(answer)) return answer.fields ? setFaults(answer.fields) : setFailure(answer)
    guard.setDirty(false)
    drop()
    queries.setQueryData(queryKeyOf(cameraRecordingCalls.get, { params: { id: cameraId } }), answer)
    toast('success', t('cameras:recording.saved'))
    onClose()
  }
  const reload = () => {
    guard.setDirty(false)
    drop()
    onReload()
  }
  const box = (name: keyof Typed) => ({ error: faults[name] !== undefined, helperText: faults[name] ?? ' ', fullWidth: true })
  const isOff = value.recordMode === RECORD_MODES.off
  const choice = (name: 'recordMode' | 'clarity' | 'sensitivity', label: string, options: Readonly<Record<string, string>>) => (
    <TextField
      {...box(name)}
      select
      label={label}
      value={String(value[name])}
      disabled={name !== 'recordMode' && isOff}
      onChange={({ target }) => set({ [name]: Number(target.value) })}
    >
      {Object.entries(options).map(([one, words]) => (
        <MenuItem key={one} value={one}>
          {words}
        </MenuItem>
      ))}
    </TextField>
  )
  const number = (name: 'days' | 'gigabytes', unit: string) => (
    <NumberField
      {...box(name)}
      label={t(`cameras:recording.${name}`)}
      unit={unit}
      value={value[name]}
      onChange={(next) => set({ [name]: next })}
    />
  )
  const close = () => guard.leave(onClose)
  const words = (name: 'modes' | 'clarities' | 'sensitivities') =>
    t(`cameras:recording.${name}`, { returnObjects: true }) as Readonly<Record<string, string>>
  return (
    <Modal open keepOpen onClose={close} width={WIDTH} title={t('cameras:recording.title')}>
      <Stack component="form" noValidate sx={{ gap: 0.5, pt: 1 }} onSubmit={(event) => void save(event)}>
        <DraftNote shown={brought} onDrop={undo} />
        {choice('recordMode', t('cameras:recording.mode'), words('modes'))}
        {choice('clarity', t('cameras:recording.clarity'), words('clarities'))}
        {value.recordMode === RECORD_MODES.motion && choice('sensitivity', t('cameras:recording.sensitivity'), words('sensitivities'))}
        <Box sx={{ display: 'grid', columnGap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
          {number('days', t('cameras:recording.daysUnit'))}
          {number('gigabytes', 'GB')}
        </Box>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('cameras:recording.limitHint')}
        </Typography>
        {failure && (
          <Alert
            severity="error"
            action={
              failure.code === STALE_CODE && (
                <Button color="inherit" size="small" onClick={reload}>
                  {t('crud:reload')}
                </Button>
              )
            }
          >
            {reasonOf(failure)}
          </Alert>
        )}
        <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1, mt: 1 }}>
          <Button onClick={close}>{t('crud:cancel')}</Button>
          <Button type="submit" variant="contained" loading={saving}>
            {t('crud:save')}
          </Button>
        </Stack>
      </Stack>
    </Modal>
  )
}
