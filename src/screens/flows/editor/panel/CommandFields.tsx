import Alert from '@mui/material/Alert'
import Stack from '@mui/material/Stack'
import { useTranslation } from 'react-i18next'
import { statusesOf } from '#contract/devices/switch'
import { spanText } from '#src/alarms/describeCondition.ts'
import { DurationField } from '#src/watch/condition/DurationField.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import type { StepOf } from '../draft/flowDraft.ts'
import type { FlowView } from '../view.ts'
import { circuitOf, endingSoonest } from '../words.ts'
import { TargetFields } from './TargetFields.tsx'

const USUAL_SECONDS = 600

/** Which circuit is turned to what, for how long, and what becomes of the run where it does not. */
export function CommandFields({ of, view }: { of: StepOf<'command'>; view: FlowView }) {
  const { t } = useTranslation()
  const { editor, faults, words } = view
  const circuit = circuitOf(of.target, words.names)
  const statuses: readonly number[] = circuit ? statusesOf[circuit.kind] : [0, 1]
  // A status that its circuit does not have is shown, so that it is seen and changed.
  const offered = statuses.includes(of.status) ? statuses : [...statuses, of.status]
  const says = (status: number) =>
    circuit ? words.names.status(circuit.kind, circuit.name, status) : t(`flows:editor.status.${status === 0 ? 0 : status === 1 ? 1 : 2}`)
  /** What is stopped has no running time; what is started has one again. */
  const turn = (status: number) =>
    editor.putStep({ ...of, status, runSeconds: status === 0 ? null : of.status === 0 ? USUAL_SECONDS : of.runSeconds })
  const asked = typeof of.runSeconds === 'string' ? 0 : of.runSeconds
  const soonest = of.status === 0 ? undefined : endingSoonest(of.target, asked, words.names)
  return (
    <Stack spacing={2}>
      <TargetFields
        value={of.target}
        view={view}
        fault={faults.get(`${of.key}.target`) ?? faults.get(`${of.key}.target.switchId`) ?? faults.get(`${of.key}.target.groupId`)}
        onChange={(target) => editor.putStep({ ...of, target })}
      />
      <SelectField
        fullWidth
        label={t('flows:editor.command.status')}
        value={String(of.status)}
        words={offered.map((status) => [String(status), says(status)] as const)}
        fault={faults.get(`${of.key}.status`)}
        onChange={(word) => turn(Number(word))}
      />
      {of.status !== 0 && (
        <DurationField
          label={t('flows:editor.command.run')}
          value={of.runSeconds}
          fault={faults.get(`${of.key}.runSeconds`)}
          hint={t('flows:editor.command.runHint')}
          onChange={(runSeconds) => editor.putStep({ ...of, runSeconds })}
        />
      )}
      {soonest && (
        <Alert severity="warning">
          {t('flows:editor.command.endsSooner', { name: soonest.name, span: spanText(soonest.seconds, words) })}
        </Alert>
      )}
      <SelectField
        fullWidth
        label={t('flows:editor.command.onFail')}
        value={of.onFail}
        words={(['stop', 'goOn'] as const).map((word) => [word, t(`flows:editor.onFail.${word}`)] as const)}
        onChange={(onFail) => editor.putStep({ ...of, onFail })}
      />
    </Stack>
  )
}
