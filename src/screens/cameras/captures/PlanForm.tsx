import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { cameraCaptureCalls, type CapturePlan, capturePlanBody } from '#contract/cameras/capture'
import { DaysField } from '#src/watch/condition/DaysField.tsx'
import { MinuteField } from '#src/time/MinuteField.tsx'
import { call } from '#src/api/call.ts'
import { faultWords } from '#src/forms/faultWords.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import { NumberField } from '#src/ui/NumberField.tsx'
import { bodyOf, draftOf, readTimes } from './planDraft.ts'

const WIDTH = 560
const TEXT_MAX = 60

/** At which times a camera takes pictures, and how long they are kept; without a plan a new one. */
export function PlanForm({ cameraId, plan, onClose }: { cameraId: number; plan: CapturePlan | null; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useFormWindow({
    draft: `capturePlan ${cameraId} ${plan?.id ?? 'new'}`,
    begun: draftOf(plan),
    beside: { 'error.camera.planTaken': 'name' },
    onClose,
  })
  const { value, faults, put: set } = form
  const save = () => {
    const given = bodyOf(value, cameraId)
    const wrong = capturePlanBody.safeParse(given).error
    const found = wrong ? faultWords(wrong, given) : {}
    for (const side of ['fromDate', 'toDate'] as const)
      if (found[side] === t('errors:field.invalid')) found[side] = t('cameras:capture.dateWrong')
    if (!value.isEvery && readTimes(value.times) === null) found['times'] = t('cameras:capture.timesWrong')
    const body = form.read(capturePlanBody, given, found)
    if (body === null) return
    return form.send(
      async () => {
        if (plan === null) return call(cameraCaptureCalls.add, { body }, { quiet: true })
        const { id, objectVersionNumber } = plan
        return call(cameraCaptureCalls.edit, { body: { ...body, id, objectVersionNumber } }, { quiet: true })
      },
      t('cameras:capture.saved'),
      onClose,
    )
  }
  const line = (field: 'name' | 'crop' | 'times' | 'fromDate' | 'toDate', hint?: string) => (
    <TextField
      fullWidth
      required={field === 'name'}
      label={t(`cameras:capture.${field}`)}
      slotProps={{ htmlInput: { maxLength: field === 'times' ? 200 : TEXT_MAX } }}
      {...form.text(field, hint)}
    />
  )
  return (
    <FormWindow form={form} width={WIDTH} title={t(plan === null ? 'cameras:capture.addTitle' : 'cameras:capture.editTitle')} onSave={save}>
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
            {...form.fault('everyMinutes')}

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
        {...form.fault('keepDays')}
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
    </FormWindow>
  )
}
