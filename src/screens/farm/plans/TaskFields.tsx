import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { TASK_PRIORITIES, task as taskResource } from '#contract/farm/task'
import { fieldKinds, ReferenceInput } from '#src/crud/fieldKinds.tsx'
import { NumberField } from '#src/ui/NumberField.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { PackageMaterials } from './PackageMaterials.tsx'
import type { FaultAt, TypedTask } from './typed.ts'

const Texts = fieldKinds.texts.Input
const { taskTypeId: TYPE, steps: STEPS } = taskResource.fields

/** The inputs of a task of a package. */
export function TaskFields(props: { task: TypedTask; place: string; faultAt: FaultAt; onChange: (given: Partial<TypedTask>) => void }) {
  const { task, place, faultAt, onChange } = props
  const { t } = useTranslation()
  const told = (name: string) => ({ error: faultAt(name) !== undefined, helperText: faultAt(name) })
  const days = t('crud:unit.d')
  const below = (name: string) => [...Array(task.steps.length).keys()].map((at) => faultAt(`${name}.${at}`)).find(Boolean)
  return (
    <Stack sx={{ gap: 1.5, pt: 1, pb: 2, pl: { sm: 3.5 } }}>
      <Box sx={{ display: 'grid', columnGap: 1, rowGap: 1.5, gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, minmax(0, 1fr))' } }}>
        <TextField
          required
          label={t('farm:planPackage.task.name')}
          value={task.taskName}
          onChange={({ target }) => onChange({ taskName: target.value })}
          sx={{ gridColumn: 'span 2' }}
          {...told('taskName')}
        />
        <Box sx={{ gridColumn: 'span 2' }}>
          <ReferenceInput
            name={`subplans.${place}.taskTypeId`}
            label={t('farm:planPackage.task.type')}
            field={TYPE}
            value={task.taskTypeId}
            options={task.taskTypeId !== null && task.taskTypeName ? [{ value: task.taskTypeId, label: task.taskTypeName }] : []}
            fault={faultAt('taskTypeId')}
            disabled={false}
            onBlur={() => undefined}
            onChange={(next, called) => onChange({ taskTypeId: next as number | null, taskTypeName: called ?? '' })}
          />
        </Box>
        <NumberField
          label={t('farm:planPackage.task.offset')}
          unit={days}
          value={task.offsetDays}
          onChange={(offsetDays) => onChange({ offsetDays })}
          {...told('offsetDays')}
        />
        <NumberField
          label={t('farm:planPackage.task.days')}
          unit={days}
          value={task.days}
          onChange={(next) => onChange({ days: next })}
          {...told('days')}
        />
        <NumberField
          label={t('farm:planPackage.task.weight')}
          value={task.weight}
          onChange={(weight) => onChange({ weight })}
          error={faultAt('weight') !== undefined}
          helperText={faultAt('weight') ?? t('farm:planPackage.task.weightHint')}
        />
        <SelectField
          label={t('farm:planPackage.task.priority')}
          value={task.priority}
          words={TASK_PRIORITIES.map((one) => [one, t(`farm:task.choices.priority.${one}`)])}
          onChange={(priority) => onChange({ priority })}
        />
      </Box>
      <Stack direction="row" sx={{ columnGap: 3, flexWrap: 'wrap' }}>
        {(
          [
            ['proofFlag', 'proof'],
            ['harvestFlag', 'harvest'],
            ['closesBatch', 'closes'],
          ] as const
        ).map(([name, word]) => (
          <FormControlLabel
            key={name}
            control={<Switch checked={task[name] === 1} onChange={(_, on) => onChange({ [name]: on ? 1 : 0 })} />}
            label={faultAt(name) ?? t(`farm:planPackage.task.${word}`)}
            sx={faultAt(name) === undefined ? {} : { color: 'error.main' }}
          />
        ))}
      </Stack>
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <Texts
          name={`subplans.${place}.steps`}
          label={t('farm:planPackage.task.steps')}
          field={STEPS}
          value={task.steps}
          options={[]}
          fault={faultAt('steps') ?? below('steps')}
          disabled={false}
          onBlur={() => undefined}
          onChange={(steps) => onChange({ steps: steps as TypedTask['steps'] })}
        />
        <TextField
          multiline
          minRows={3}
          label={t('farm:planPackage.task.description')}
          value={task.description ?? ''}
          onChange={({ target }) => onChange({ description: target.value === '' ? null : target.value })}
          {...told('description')}
        />
      </Box>
      <PackageMaterials materials={task.materials} place={place} faultAt={faultAt} onChange={(materials) => onChange({ materials })} />
    </Stack>
  )
}
