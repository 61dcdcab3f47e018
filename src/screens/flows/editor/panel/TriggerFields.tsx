import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { ALARM_SEVERITIES } from '#contract/alarms/severity'
import { MAX_CRON } from '#contract/flows/definition'
import { DaysField } from '#src/watch/condition/DaysField.tsx'
import { MinuteField } from '#src/time/MinuteField.tsx'
import { NumberField } from '#src/ui/NumberField.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import type { TriggerDraft } from '../draft/flowDraft.ts'
import type { FlowView } from '../view.ts'
import { explainCron } from './explainCron.ts'
import { NamedPicker } from './NamedPicker.tsx'
import { NextTimes } from './NextTimes.tsx'
import { useNextTimes } from './useNextTimes.ts'
import { WatchTriggerFields } from './WatchTriggerFields.tsx'

/** The inputs of a trigger, by its kind. */
export function TriggerFields({ of, view, flowId }: { of: TriggerDraft; view: FlowView; flowId: number | null }) {
  const { t } = useTranslation()
  const { editor, faults, words } = view
  const faultOf = (field: string) => faults.get(`${of.key}.${field}`)
  const next = useNextTimes(of, view.areaId)
  const times = (trigger: Extract<TriggerDraft, { kind: 'time' | 'cron' | 'sun' }>) => (
    <>
      {trigger.kind !== 'cron' && (
        <DaysField value={trigger.days} fault={faultOf('days')} onChange={(days) => editor.putTrigger({ ...trigger, days })} />
      )}
      <NextTimes of={next} />
      <SelectField
        fullWidth
        label={t('flows:editor.missed')}
        value={trigger.missed}
        words={(['skip', 'run'] as const).map((word) => [word, t(`flows:editor.misseds.${word}`)] as const)}
        helperText={t('flows:editor.missedHint')}
        onChange={(missed) => editor.putTrigger({ ...trigger, missed })}
      />
    </>
  )
  switch (of.kind) {
    case 'time':
      return (
        <Stack spacing={2}>
          <MinuteField
            label={t('flows:editor.time')}
            value={of.minute}
            fault={faultOf('minute')}
            onChange={(minute) => editor.putTrigger({ ...of, minute })}
          />
          {times(of)}
        </Stack>
      )
    case 'cron': {
      const said = explainCron(of.cron, words)
      return (
        <Stack spacing={2}>
          <TextField
            label={t('flows:editor.cron.label')}
            value={of.cron}
            error={faultOf('cron') !== undefined || next.fault !== undefined || said === null}
            helperText={faultOf('cron') ?? next.fault ?? said ?? t('flows:editor.cron.wrong')}
            slotProps={{ htmlInput: { maxLength: MAX_CRON, spellCheck: false } }}
            onChange={({ target }) => editor.putTrigger({ ...of, cron: target.value })}
          />
          {times(of)}
        </Stack>
      )
    }
    case 'sun':
      return (
        <Stack spacing={2}>
          <SelectField
            fullWidth
            label={t('flows:editor.sun.at')}
            value={of.at}
            words={(['rise', 'set'] as const).map((at) => [at, t(`flows:editor.sun.${at}`)] as const)}
            onChange={(at) => editor.putTrigger({ ...of, at })}
          />
          <NumberField
            label={t('alarms:leaf.shift')}
            value={of.shift}
            unit={t('alarms:span.name.minutes')}
            error={faultOf('shift') !== undefined}
            helperText={faultOf('shift') ?? t('alarms:leaf.shiftHint')}
            onChange={(shift) => editor.putTrigger({ ...of, shift })}
          />
          {times(of)}
        </Stack>
      )
    case 'watch':
      return <WatchTriggerFields of={of} view={view} onChange={(logic) => editor.putTrigger({ ...of, logic: { ...of.logic, ...logic } })} />
    case 'alarm':
      return (
        <Stack spacing={2}>
          <NamedPicker
            label={t('flows:editor.alarm.rule')}
            value={of.ruleId}
            of={words.names.rules}
            fault={faultOf('ruleId')}
            hint={t('flows:editor.alarm.ruleHint')}
            onChange={(ruleId) => editor.putTrigger({ ...of, ruleId })}
          />
          <SelectField
            fullWidth
            label={t('flows:editor.alarm.severity')}
            value={of.severity}
            words={ALARM_SEVERITIES.map((severity) => [severity, t(`alarms:severity.${severity}`)] as const)}
            onChange={(severity) => editor.putTrigger({ ...of, severity })}
          />
        </Stack>
      )
    case 'flow':
      return (
        <Stack spacing={2}>
          <NamedPicker
            label={t('flows:editor.after.flow')}
            value={of.flowId}
            of={words.names.flows.filter(({ id }) => id !== flowId)}
            fault={faultOf('flowId')}
            onChange={(next) => editor.putTrigger({ ...of, flowId: next })}
          />
          <SelectField
            fullWidth
            label={t('flows:editor.after.on')}
            value={of.on}
            words={(['success', 'failed', 'ended'] as const).map((on) => [on, t(`flows:editor.after.${on}`)] as const)}
            onChange={(on) => editor.putTrigger({ ...of, on })}
          />
        </Stack>
      )
  }
}
