import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker'
import dayjs from 'dayjs'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alarmSilenceCalls, LONGEST_SILENCE_MS } from '#contract/alarms/silence'
import { fieldFaults } from '#contract/core/fieldFault'
import { call, isFailure } from '#src/api/call.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { FormEnd } from '#src/ui/FormEnd.tsx'
import { Dates } from '#src/ui/Dates.tsx'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'
import { DevicePicker } from '#src/alarms/pick/DevicePicker.tsx'

interface SilenceDraft {
  readonly whole: boolean
  readonly deviceIds: readonly number[]
  readonly startsAt: number | null
  readonly endsAt: number | null
  readonly reason: string
}
const HOUR_MS = 3_600_000
const REASON_MAX = 200
const MONTH_DAYS = LONGEST_SILENCE_MS / (24 * HOUR_MS)

/** Says that work is planned: of which devices, from when to when, and what for. */
export function SilenceForm({ areaId, onClose, onSaved }: { areaId: number; onClose: () => void; onSaved: () => void }) {
  const { t } = useTranslation()
  const guard = useLeaveGuard()
  const [begun] = useState((): SilenceDraft => {
    const now = Math.floor(Date.now() / 60_000) * 60_000
    return { whole: false, deviceIds: [], startsAt: now, endsAt: now + HOUR_MS, reason: '' }
  })
  const { value, brought, change, undo, drop } = useDraftState<SilenceDraft>(`silence ${areaId}`, begun)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string>()
  const [saving, setSaving] = useState(false)
  const set = (next: Partial<SilenceDraft>) => {
    change({ ...value, ...next })
    guard.setDirty(true, drop)
  }
  const findFaults = (body: object): Record<string, string> => {
    const read = alarmSilenceCalls.add.body.safeParse(body)
    const found = read.success
      ? {}
      : Object.fromEntries(
          Object.values(fieldFaults(read.error, body)).map(({ field, key, params }) => [field, t(`errors:field.${key}`, params)]),
        )
    if (!value.whole && value.deviceIds.length === 0) return { ...found, deviceIds: t('errors:field.choice') }
    const { startsAt, endsAt } = value
    if (startsAt === null || endsAt === null) return found
    if (endsAt <= startsAt) return { ...found, endsAt: t('alarms:silence.order') }
    if (endsAt <= Date.now()) return { ...found, endsAt: t('alarms:silence.past') }
    if (endsAt - startsAt > LONGEST_SILENCE_MS) return { ...found, endsAt: t('alarms:silence.long', { count: MONTH_DAYS }) }
    return found
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const { whole, deviceIds, startsAt, endsAt, reason } = value
    const body = { areaId, deviceIds: whole ? null : [...deviceIds], startsAt, endsAt, reason }
    const found = findFaults(body)
    setFaults(found)
    setFailure(undefined)
    if (Object.keys(found).length > 0 || startsAt === null || endsAt === null) return
    setSaving(true)
    const answer = await call(alarmSilenceCalls.add, { body: { ...body, startsAt, endsAt } }, { quiet: true })
    setSaving(false)
    if (isFailure(answer)) {
      if (answer.fields) setFaults(answer.fields)
      else if (answer.code === 'error.alarm.scope') setFaults({ deviceIds: reasonOf(answer) })
      else setFailure(reasonOf(answer))
      return
    }
    drop()
    guard.setDirty(false)
    toast('success', t('alarms:silence.added'))
    onSaved()
  }
  const close = () => guard.leave(onClose)
  return (
    <Modal open keepOpen onClose={close} width={560} title={t('alarms:silence.add')}>
      <Stack component="form" noValidate spacing={2} sx={{ pt: 1 }} onSubmit={(event) => void save(event)}>
        <DraftNote
          shown={brought}
          onDrop={() => {
            undo()
            guard.setDirty(false)
          }}
        />
        <RadioGroup
          row
          value={value.whole ? 'base' : 'devices'}
          aria-label={t('alarms:silence.what')}
          onChange={(_, next) => set({ whole: next === 'base' })}
        >
          <FormControlLabel value="devices" control={<Radio />} label={t('alarms:silence.some')} />
          <FormControlLabel value="base" control={<Radio />} label={t('alarms:silence.base')} />
        </RadioGroup>
        {!value.whole && (
          <DevicePicker
            areaId={areaId}
            label={t('alarms:scope.devices')}
            value={value.deviceIds}
            fault={faults.deviceIds}
            onChange={(deviceIds) => set({ deviceIds })}
          />
        )}
        <Dates>
          <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap' }}>
            {(['startsAt', 'endsAt'] as const).map((side) => (
              <DateTimePicker
                key={side}
                label={t(`alarms:silence.${side}`)}
                format="YYYY-MM-DD HH:mm"
                ampm={false}
                value={value[side] === null ? null : dayjs(value[side])}
                onChange={(at) => set({ [side]: at?.isValid() ? at.valueOf() : null })}
                sx={{ flex: '1 1 220px' }}
                slotProps={{ textField: { size: 'small', error: faults[side] !== undefined, helperText: faults[side] } }}
              />
            ))}
          </Stack>
        </Dates>
        <TextField
          required
          label={t('alarms:silence.reason')}
          value={value.reason}
          error={faults.reason !== undefined}
          helperText={faults.reason ?? t('alarms:silence.reasonHint')}
          slotProps={{ htmlInput: { maxLength: REASON_MAX } }}
          onChange={({ target }) => set({ reason: target.value })}
        />
        <FormEnd failure={failure} saving={saving} onCancel={close} />
      </Stack>
    </Modal>
  )
}
