import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cameraCaptureCalls, type CapturePlan, capturePlanBody } from '#contract/cameras/capture'
import { fieldFaults } from '#contract/core/fieldFault'
import { DaysField } from '#src/alarms/condition/DaysField.tsx'
import { MinuteField } from '#src/alarms/condition/MinuteField.tsx'
import { call, isFailure } from '#src/api/call.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { FormEnd } from '#src/ui/FormEnd.tsx'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { NumberField } from '#src/ui/NumberField.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'
import { bodyOf, draftOf, type PlanDraft, readTimes } from './planDraft.ts'

const WIDTH = 560
const TEXT_MAX = 60
const TAKEN_CODE = 'error.camera.planTaken'

/** At which times a camera takes pictures, and how long they are kept; without a plan a new one. */
export function PlanForm({ cameraId, plan, onClose }: { cameraId: number; plan: CapturePlan | null; onClose: () => void }) {
  const { t } = useTranslation()
  const guard = useLeaveGuard()
  const { value, brought, change, undo, drop } = useDraftState<PlanDraft>(`capturePlan ${cameraId} ${plan?.id ?? 'new'}`, draftOf(plan))
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string>()
  const [saving, setSaving] = useState(false)
  const set = (next: Partial<PlanDraft>) => {
    change({ ...value, ...next })
    guard.setDirty(true, drop)
  }
  const findFaults = (body: object): Record<string, string> => {
    const read = capturePlanBody.safeParse(body)
    const found = read.success
      ? {}
      : Object.fromEntries(
          Object.values(fieldFaults(read.error, body)).map(({ field, key, params }) => [field, t(`errors:field.${key}`, params)]),
        )
    for (const side of ['fromDate', 'toDate'] as const)
      if (found[side] === t('errors:field.invalid')) found[side] = t('cameras:capture.dateWrong')
    return !value.isEvery && readTimes(value.times) === null ? { ...found, times: t('cameras:capture.timesWrong') } : found
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const body = bodyOf(value, cameraId)
    const found = findFaults(body)
    setFaults(found)
    setFailure(undefined)
    if (Object.keys(found).length > 0) return
    setSaving(true)
    const answer = await (plan === null
      ? call(cameraCaptureCalls.add, { body }, { quiet: true })
      : call(cameraCaptureCalls.edit, { body: { ...body, id: plan.id, objectVersionNumber: plan.objectVersionNumber } }, { quiet: true }))
    setSaving(false)
    if (isFailure(answer)) {
      if (answer.fields) setFaults(answer.fields)
      else if (answer.code === TAKEN_CODE) setFaults({ name: reasonOf(answer) })
      else setFailure(reasonOf(answer))
      return
    }
    drop()
    guard.setDirty(false)
    toast('success', t('cameras:capture.saved'))
    onClose()
  }
  const close = () => guard.leave(onClose)
  const line = (field: 'name' | 'crop' | 'times' | 'fromDate' | 'toDate', hint?: string) => (
    <TextField
      fullWidth
      required={field === 'name'}
      label={t(`cameras:capture.${field}`)}
      value={value[field]}
      error={faults[field] !== undefined}
      helperText={faults[field] ?? hint}
      slotProps={{ htmlInput: { maxLength: field === 'times' ? 200 : TEXT_MAX } }}
      onChange={({ target }) => set({ [field]: target.value })}
    />
  )
  return (
    <Modal open keepOpen onClose={close} width={WIDTH} title={t(plan === null ? 'cameras:capture.addTitle' : 'cameras:capture.editTitle')}>
      <Stack component="form" noValidate spacing={2} sx={{ pt: 1 }} onSubmit={(event) => void save(event)}>
        <DraftNote
          shown={brought}
          onDrop={() => {
            undo()
            guard.setDirty(false)
          }}
        />
        {line('name', t('cameras:capture.nameHint'))}
        {line('crop')}
        <RadioGroup
          row
          value={value.isEvery ? 'every' : 'atTimes'}
          aria-label={t('cameras:capture.mode')}
          onChange={(_, mode) => set({ isEvery: mode === 'every' })}
        >
          <FormControlLabel value="atTimes" control={<Radio />} label={t('cameras:capture.atTimes')} />
          <FormControlLabel value="every" control={<Radio />} label={t('cameras:capture.every')} />
        </RadioGroup>
        {value.isEvery ? (
          <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap' }}>
            <NumberField
              label={t('cameras:capture.everyMinutes')}
              value={value.everyMinutes}
              onChange={(everyMinutes) => set({ everyMinutes })}
              error={faults.everyMinutes !== undefined}
              helperText={faults.everyMinutes}
              sx={{ width: 160 }}
            />
            <MinuteField label={t('cameras:capture.from')} value={value.fromMinute} onChange={(fromMinute) => set({ fromMinute })} />
            <MinuteField
              label={t('cameras:capture.to')}
              value={value.toMinute}
              fault={faults.toMinute}
              onChange={(toMinute) => set({ toMinute })}
            />
          </Stack>
        ) : (
          line('times', t('cameras:capture.timesHint'))
        )}
        <DaysField value={value.days} fault={faults.days} onChange={(days) => set({ days })} />
        <Stack direction="row" sx={{ gap: 1.5 }}>
          {line('fromDate', t('cameras:capture.dateHint'))}
          {line('toDate', t('cameras:capture.dateHint'))}
        </Stack>
        <NumberField
          label={t('cameras:capture.keepDays')}
          value={value.keepDays}
          onChange={(keepDays) => set({ keepDays })}
          error={faults.keepDays !== undefined}
          helperText={faults.keepDays}
        />
        <Stack direction="row" sx={{ columnGap: 2, flexWrap: 'wrap' }}>
          {(['seedling', 'enabled'] as const).map((field) => (
            <FormControlLabel
              key={field}
              control={<Switch checked={value[field]} onChange={(_, on) => set({ [field]: on })} />}
              label={t(`cameras:capture.${field}`)}
            />
          ))}
        </Stack>
        <FormEnd failure={failure} saving={saving} onCancel={close} />
      </Stack>
    </Modal>
  )
}
