import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlarmRule } from '#contract/alarms/rule'
import { ALARM_SEVERITIES } from '#contract/alarms/severity'
import { alarmTrialCalls } from '#contract/alarms/trial'
import { SeverityMark } from '#src/alarms/SeverityMark.tsx'
import { useAlarmWords } from '#src/alarms/useAlarmWords.ts'
import { useDraft } from '#src/session/useDraft.ts'
import { Section } from '#src/ui/Section.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { describeDraft } from '#src/watch/condition/describeDraft.ts'
import { ScopeFields } from '#src/watch/ScopeFields.tsx'
import { TrialSection } from '#src/watch/trial/TrialSection.tsx'
import { useWritten } from '#src/watch/useWritten.ts'
import { WatchFields } from '#src/watch/WatchFields.tsx'
import { WrittenForm } from '#src/watch/WrittenForm.tsx'
import type { Writing } from '#src/watch/WrittenPage.tsx'
import { blankRule, draftOfRule, ruleBody, type RuleDraft, whatOf } from './ruleDraft.ts'
import { RuleTrial } from './RuleTrial.tsx'
import { useRuleSaving } from './useRuleSaving.ts'

const NAME_MAX = 60
const ADVICE_MAX = 500

/** Writes an alarm rule, or a new one, and tries it on what was measured before it is switched on. */
export function RuleForm({ writing }: { writing: Writing<AlarmRule> }) {
  const { t } = useTranslation()
  const says = useAlarmWords()
  const { of, areaId } = writing
  const kept = useDraft<RuleDraft>('alarm rule')
  const [begun] = useState(() => (of === null ? blankRule() : draftOfRule(of)))
  const [value, setValue] = useState(kept.found ?? begun)
  const written = useWritten({
    kept,
    begun,
    draft: value,
    canEdit: true,
    writing,
    bodyOf: (draft) => ruleBody(draft, areaId),
    whatOf,
    onOpen: setValue,
  })
  const saving = useRuleSaving(of, areaId)
  const { faults } = saving
  const change = (next: Partial<RuleDraft>) => setValue({ ...value, ...next })
  const save = (on: boolean) => void written.save(() => saving.save(value, on))
  const text = (field: 'name' | 'advice', max: number) => ({
    value: value[field],
    error: faults.has(field),
    slotProps: { htmlInput: { maxLength: max } },
    onChange: ({ target }: { target: { value: string } }) => change({ [field]: target.value }),
  })
  const isOff = of === null || of.enabledFlag === 0
  const sentences = {
    when: describeDraft(value.when, value.holdSeconds, says),
    clear: value.ownClear ? describeDraft(value.clear, value.clearSeconds, says) : t('alarms:rule.clearElse'),
  }
  return (
    <WrittenForm
      writing={writing}
      written={written}
      saving={saving}
      onSave={() => save(false)}
      buttons={
        <>
          <Button type="submit" variant={isOff ? 'outlined' : 'contained'} loading={saving.saving}>
            {t('crud:save')}
          </Button>
          {isOff && (
            <Button variant="contained" loading={saving.saving} onClick={() => save(true)}>
              {t('alarms:rule.saveOn')}
            </Button>
          )}
        </>
      }
    >
      <Section title={t('alarms:rule.facts')}>
        <Box sx={{ display: 'grid', gap: 2, pt: 1, gridTemplateColumns: { xs: '1fr', sm: '2fr 1fr' } }}>
          <TextField required label={t('alarms:rule.name')} helperText={faults.get('name')} {...text('name', NAME_MAX)} />
          <SelectField
            label={t('alarms:column.severity')}
            value={value.severity}
            words={ALARM_SEVERITIES.map((severity) => [severity, <SeverityMark key={severity} severity={severity} />])}
            onChange={(severity) => change({ severity })}
          />
          <Box sx={{ gridColumn: '1 / -1' }}>
            <TextField
              fullWidth
              multiline
              minRows={2}
              label={t('alarms:rule.advice')}
              helperText={faults.get('advice') ?? t('alarms:rule.adviceHint')}
              {...text('advice', ADVICE_MAX)}
            />
          </Box>
        </Box>
      </Section>
      <Section title={t('alarms:scope.title')}>
        <Stack spacing={1.5}>
          <ScopeFields areaId={areaId} value={value} fault={faults.get('scope')} onChange={change} />
        </Stack>
      </Section>
      <WatchFields
        value={value}
        faults={faults}
        faultOf={(field) => faults.get(field)}
        words="alarms:rule"
        frame={(part, fields) => (
          <Section title={t(`alarms:rule.${part}`)}>
            {part !== 'during' && (
              <Typography
                component="output"
                aria-live="polite"
                sx={{ display: 'block', fontWeight: 600, overflowWrap: 'anywhere', mb: 1.5 }}
              >
                {sentences[part]}
              </Typography>
            )}
            {fields}
          </Section>
        )}
        onChange={change}
      />
      <TrialSection
        calls={alarmTrialCalls}
        words="alarms:trial"
        {...written.trial}
        read={() => {
          const logic = saving.readLogic(value)
          return logic && { body: { areaId, ruleId: of?.id ?? null, logic }, what: JSON.stringify(logic) }
        }}
        onRefused={saving.refused}
      >
        {(trial) => <RuleTrial of={trial} />}
      </TrialSection>
    </WrittenForm>
  )
}
