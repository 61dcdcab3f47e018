import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Stack from '@mui/material/Stack'
import { useTranslation } from 'react-i18next'
import { DurationField } from '#src/watch/condition/DurationField.tsx'
import { NumberField } from '#src/ui/NumberField.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { blankChecks, blankTarget } from '../draft/blank.ts'
import type { StepDraft } from '../draft/flowDraft.ts'
import type { FlowView } from '../view.ts'
import { ChecksFields } from './ChecksFields.tsx'
import { CommandFields } from './CommandFields.tsx'
import { NotifyFields } from './NotifyFields.tsx'
import { ParallelFields } from './ParallelFields.tsx'
import { TargetFields } from './TargetFields.tsx'

/** The inputs of a step, by its kind. */
export function StepFields({ of, view }: { of: StepDraft; view: FlowView }) {
  const { t } = useTranslation()
  const { editor, faults } = view
  const faultOf = (field: string) => faults.get(`${of.key}.${field}`)
  const duration = (step: Extract<StepDraft, { kind: 'wait' | 'waitUntil' }>, label: string) => (
    <DurationField
      label={label}
      value={step.seconds}
      fault={faultOf('seconds')}
      onChange={(seconds) => editor.putStep({ ...step, seconds })}
    />
  )
  const checks = (step: Extract<StepDraft, { kind: 'waitUntil' | 'if' }>, label: string) => (
    <ChecksFields label={label} value={step.checks} view={view} onChange={(next) => editor.putStep({ ...step, checks: next })} />
  )
  switch (of.kind) {
    case 'command':
      return <CommandFields of={of} view={view} />
    case 'wait':
      return duration(of, t('flows:editor.wait'))
    case 'waitUntil':
      return (
        <Stack spacing={2}>
          {checks(of, t('flows:editor.step.waitUntil'))}
          {duration(of, t('flows:editor.waitAtMost'))}
          <SelectField
            fullWidth
            label={t('flows:editor.onTimeout')}
            value={of.onTimeout}
            words={(['stop', 'goOn'] as const).map((word) => [word, t(`flows:editor.onFail.${word}`)] as const)}
            onChange={(onTimeout) => editor.putStep({ ...of, onTimeout })}
          />
        </Stack>
      )
    case 'if':
      return (
        <Stack spacing={2}>
          {checks(of, t('flows:editor.step.if'))}
          <SelectField
            fullWidth
            label={t('flows:editor.unknown.label')}
            value={of.unknown}
            words={(['else', 'stop'] as const).map((word) => [word, t(`flows:editor.unknown.${word}`)] as const)}
            helperText={t('flows:editor.unknown.hint')}
            onChange={(unknown) => editor.putStep({ ...of, unknown })}
          />
          {faultOf('then') !== undefined && <FormHelperText error>{faultOf('then')}</FormHelperText>}
        </Stack>
      )
    case 'parallel':
      return <ParallelFields of={of} view={view} />
    case 'repeat':
      return (
        <Stack spacing={2}>
          <NumberField
            label={t('flows:editor.repeat.times')}
            value={of.times}
            error={faultOf('times') !== undefined}
            helperText={faultOf('times')}
            onChange={(times) => editor.putStep({ ...of, times })}
          />
          <FormControlLabel
            control={
              <Checkbox checked={of.until !== null} onChange={(_, on) => editor.putStep({ ...of, until: on ? blankChecks() : null })} />
            }
            label={t('flows:editor.repeat.until')}
          />
          {of.until && (
            <ChecksFields
              label={t('flows:editor.repeat.until')}
              value={of.until}
              view={view}
              onChange={(until) => editor.putStep({ ...of, until })}
            />
          )}
          {faultOf('steps') !== undefined && <FormHelperText error>{faultOf('steps')}</FormHelperText>}
        </Stack>
      )
    case 'notify':
      return <NotifyFields of={of} view={view} />
    case 'makeSafe':
      return (
        <Stack spacing={2}>
          <SelectField
            fullWidth
            label={t('flows:editor.safe.label')}
            value={of.target === null ? 'all' : 'one'}
            words={(['all', 'one'] as const).map((word) => [word, t(`flows:editor.safe.${word}`)] as const)}
            helperText={t('flows:editor.safe.hint')}
            onChange={(word) => editor.putStep({ ...of, target: word === 'all' ? null : blankTarget() })}
          />
          {of.target && (
            <TargetFields
              value={of.target}
              view={view}
              fault={faultOf('target') ?? faultOf('target.switchId') ?? faultOf('target.groupId')}
              onChange={(target) => editor.putStep({ ...of, target })}
            />
          )}
        </Stack>
      )
  }
}
