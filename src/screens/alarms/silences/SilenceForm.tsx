import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alarmSilenceCalls, LONGEST_SILENCE_MS } from '#contract/alarms/silence'
import { call } from '#src/api/call.ts'
import type { Faults } from '#src/forms/faultWords.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import { DevicePicker } from '#src/watch/pick/DevicePicker.tsx'
import { MomentInput } from '#src/ui/MomentInput.tsx'

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
  const [begun] = useState((): SilenceDraft => {
    const now = Math.floor(Date.now() / 60_000) * 60_000
    return { whole: false, deviceIds: [], startsAt: now, endsAt: now + HOUR_MS, reason: '' }
  })
  const form = useFormWindow({
    draft: `silence ${areaId}`,
    begun,
    shows: ['deviceIds', 'startsAt', 'endsAt', 'reason'],
    beside: { 'error.alarm.scope': 'deviceIds' },
    onClose,
  })
  const { value, faults, put: set } = form
  const ownFaults = (): Faults => {
    const { startsAt, endsAt } = value
    if (!value.whole && value.deviceIds.length === 0) return { deviceIds: t('errors:field.choice') }
    if (startsAt === null || endsAt === null) return {}
    if (endsAt <= startsAt) return { endsAt: t('alarms:silence.order') }
    if (endsAt <= Date.now()) return { endsAt: t('alarms:silence.past') }
    if (endsAt - startsAt > LONGEST_SILENCE_MS) return { endsAt: t('alarms:silence.long', { count: MONTH_DAYS }) }
    return {}
  }
  const save = () => {
    const { whole, deviceIds, startsAt, endsAt, reason } = value
    const given = { areaId, deviceIds: whole ? null : [...deviceIds], startsAt, endsAt, reason }
    const body = form.read(alarmSilenceCalls.add.body, given, ownFaults())
    if (body === null) return
    return form.send(() => call(alarmSilenceCalls.add, { body }, { quiet: true }), t('alarms:silence.added'), onSaved)
  }
  return (
    <FormWindow form={form} width={560} title={t('alarms:silence.add')} onSave={save}>
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
      <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap' }}>
        {(['startsAt', 'endsAt'] as const).map((side) => (
          <MomentInput
            key={side}
            label={t(`alarms:silence.${side}`)}
            value={value[side]}
            onChange={(at) => set({ [side]: at })}
            sx={{ flex: '1 1 220px' }}
            slotProps={{ textField: { size: 'small', ...form.fault(side) } }}
          />
        ))}
      </Stack>
      <TextField
        required
        label={t('alarms:silence.reason')}
        slotProps={{ htmlInput: { maxLength: REASON_MAX } }}
        {...form.text('reason', t('alarms:silence.reasonHint'))}
      />
    </FormWindow>
  )
}
