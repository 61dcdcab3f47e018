import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useAlarmWords } from '#src/alarms/useAlarmWords.ts'
import { Section } from '#src/ui/Section.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { ConditionBuilder } from '#src/alarms/condition/ConditionBuilder.tsx'
import { describeDraft } from '#src/alarms/condition/describeDraft.ts'
import { DurationField } from '#src/alarms/condition/DurationField.tsx'
import { HoursFields } from '#src/alarms/condition/HoursFields.tsx'
import type { RuleDraft } from './ruleDraft.ts'

const Sentence = ({ children }: { children: string }) => (
  <Typography component="output" aria-live="polite" sx={{ display: 'block', fontWeight: 600, overflowWrap: 'anywhere', mb: 1.5 }}>
    {children}
  </Typography>
)

/** When a rule raises an alarm, when it clears it, and at which hours it watches; each condition also as a sentence. */
export function WatchFields({
  value,
  faults,
  onChange,
}: {
  value: RuleDraft
  faults: ReadonlyMap<string, string>
  onChange: (next: Partial<RuleDraft>) => void
}) {
  const { t } = useTranslation()
  const words = useAlarmWords()
  const whole = (field: 'when' | 'clear') => faults.has(field) && <FormHelperText error>{faults.get(field)}</FormHelperText>
  return (
    <>
      <Section title={t('alarms:rule.when')}>
        <Sentence>{describeDraft(value.when, value.holdSeconds, words)}</Sentence>
        <ConditionBuilder label={t('alarms:rule.when')} value={value.when} faults={faults} onChange={(when) => onChange({ when })} />
        {whole('when')}
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', pt: 2 }}>
          <DurationField
            label={t('alarms:rule.hold')}
            value={value.holdSeconds}
            fault={faults.get('holdSeconds')}
            hint={t('alarms:rule.holdHint')}
            onChange={(holdSeconds) => onChange({ holdSeconds })}
          />
          <SelectField
            label={t('alarms:rule.noData')}
            value={value.noData}
            helperText={t('alarms:rule.noDataHint')}
            sx={{ minWidth: 280, flex: '1 1 280px' }}
            words={(['keep', 'raise'] as const).map((policy) => [policy, t(`alarms:rule.noDatas.${policy}`)])}
            onChange={(noData) => onChange({ noData })}
          />
        </Stack>
      </Section>
      <Section title={t('alarms:rule.clear')}>
        <Sentence>{value.ownClear ? describeDraft(value.clear, value.clearSeconds, words) : t('alarms:rule.clearElse')}</Sentence>
        <FormControlLabel
          control={<Checkbox checked={value.ownClear} onChange={(_, ownClear) => onChange({ ownClear })} />}
          label={t('alarms:rule.ownClear')}
        />
        {value.ownClear && (
          <>
            <ConditionBuilder
              label={t('alarms:rule.clear')}
              value={value.clear}
              faults={faults}
              onChange={(clear) => onChange({ clear })}
            />
            {whole('clear')}
          </>
        )}
        <Stack sx={{ pt: 2, maxWidth: 420 }}>
          <DurationField
            label={t('alarms:rule.clearHold')}
            value={value.clearSeconds}
            fault={faults.get('clearSeconds')}
            hint={t('alarms:rule.clearHoldHint')}
            onChange={(clearSeconds) => onChange({ clearSeconds })}
          />
        </Stack>
      </Section>
      <Section title={t('alarms:rule.during')}>
        <FormControlLabel
          control={<Checkbox checked={value.timed} onChange={(_, timed) => onChange({ timed })} />}
          label={t('alarms:rule.timed')}
        />
        {value.timed && (
          <Stack sx={{ pt: 1 }}>
            <HoursFields
              value={value.during}
              faults={{
                from: faults.get('during.from'),
                to: faults.get('during.to'),
                days: faults.get('during.days') ?? faults.get('during'),
              }}
              onChange={(next) => onChange({ during: { ...value.during, ...next } })}
            />
          </Stack>
        )}
      </Section>
    </>
  )
}
