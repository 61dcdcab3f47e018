import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { type FormEvent, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlarmRule } from '#contract/alarms/rule'
import { ALARM_SEVERITIES } from '#contract/alarms/severity'
import { SeverityMark } from '#src/alarms/SeverityMark.tsx'
import type { Tried } from '#src/alarms/tried/tried.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'
import { TrialSection } from '../trial/TrialSection.tsx'
import { blankRule, draftOfRule, type RuleDraft, whatOf } from './ruleDraft.ts'
import { ScopeFields } from './ScopeFields.tsx'
import { useRuleSaving } from './useRuleSaving.ts'
import { WatchFields } from './WatchFields.tsx'

const NAME_MAX = 60
const ADVICE_MAX = 500

/** Writes an alarm rule, or a new one, and tries it on what was measured before it is switched on. */
export function RuleForm({
  of,
  areaId,
  newer,
  tried,
  onTried,
  onDirty,
  onSaved,
  onReload,
  onCancel,
}: {
  of: AlarmRule | null
  areaId: number
  /** The server holds a version that is newer than `of`. */
  newer: boolean
  /** The dry run that is shown. */
  tried: Tried | null
  onTried: (tried: Tried) => void
  onDirty: (dirty: boolean) => void
  onSaved: (rule: AlarmRule) => void
  /** Gives up what was typed for what is there now. */
  onReload: () => void
  onCancel: () => void
}) {
  const { t } = useTranslation()
  const guard = useLeaveGuard()
  const form = useRef<HTMLFormElement>(null)
  const draft = useDraftState<RuleDraft>('alarm rule', of === null ? blankRule() : draftOfRule(of))
  const { value, brought, drop } = draft
  const saving = useRuleSaving(of, areaId)
  const { faults } = saving
  const now = useMemo(() => whatOf(value), [value])
  const change = (next: Partial<RuleDraft>) => {
    draft.change({ ...value, ...next })
    guard.setDirty(true, drop)
    onDirty(true)
  }
  // What was brought back is as unsaved as what is typed.
  useEffect(() => {
    if (brought) {
      guard.setDirty(true, drop)
      onDirty(true)
    }
  }, [brought]) // oxlint-disable-line react/exhaustive-deps
  useEffect(() => () => guard.setDirty(false), []) // oxlint-disable-line react/exhaustive-deps
  useEffect(() => {
    if (faults.size > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [faults])
  const rested = () => {
    drop()
    guard.setDirty(false)
    onDirty(false)
  }
  const save = async (on: boolean) => {
    const saved = await saving.save(value, on)
    if (saved === null) return
    rested()
    onSaved(saved)
  }
  const text = (field: 'name' | 'advice', max: number) => ({
    value: value[field],
    error: faults.has(field),
    slotProps: { htmlInput: { maxLength: max } },
    onChange: ({ target }: { target: { value: string } }) => change({ [field]: target.value }),
  })
  const isOff = of === null || of.enabledFlag === 0
  return (
    <Stack component="form" ref={form} noValidate spacing={2} onSubmit={(event: FormEvent) => (event.preventDefault(), void save(false))}>
      {(saving.stale || newer) && (
        <Alert
          severity="warning"
          action={
            <Button
              color="inherit"
              onClick={() => {
                rested()
                onReload()
              }}
            >
              {t('crud:reload')}
            </Button>
          }
        >
          {t('crud:stale')}
        </Alert>
      )}
      <DraftNote
        shown={brought}
        onDrop={() => {
          draft.undo()
          rested()
        }}
      />
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
        <ScopeFields areaId={areaId} value={value} fault={faults.get('scope')} onChange={change} />
      </Section>
      <WatchFields value={value} faults={faults} onChange={change} />
      <TrialSection
        areaId={areaId}
        ruleId={of?.id ?? null}
        tried={tried}
        now={now}
        read={() => saving.readLogic(value)}
        onTried={(begun) => onTried({ ...begun, version: of !== null && begun.what === whatOf(draftOfRule(of)) ? of.version : null })}
        onRefused={saving.refused}
      />
      {faults.size > 0 && <Alert severity="error">{t('alarms:rule.fix', { count: faults.size })}</Alert>}
      {saving.failure !== undefined && <Alert severity="error">{saving.failure}</Alert>}
      <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1, flexWrap: 'wrap', pb: 2 }}>
        <Button onClick={() => guard.leave(onCancel)}>{t('crud:cancel')}</Button>
        <Button type="submit" variant={isOff ? 'outlined' : 'contained'} loading={saving.saving}>
          {t('crud:save')}
        </Button>
        {isOff && (
          <Button variant="contained" loading={saving.saving} onClick={() => void save(true)}>
            {t('alarms:rule.saveOn')}
          </Button>
        )}
      </Stack>
    </Stack>
  )
}
