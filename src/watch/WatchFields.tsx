import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Stack from '@mui/material/Stack'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SelectField } from '#src/ui/SelectField.tsx'
import { ConditionBuilder } from './condition/ConditionBuilder.tsx'
import { DurationField } from './condition/DurationField.tsx'
import { HoursFields } from './condition/HoursFields.tsx'
import type { WatchDraft } from './watchDraft.ts'

/** When it begins, for how long it must have been so, when it is over, and at which hours it is watched. */
export function WatchFields({
  value,
  faults,
  faultOf,
  words,
  frame,
  onChange,
}: {
  value: WatchDraft
  /** What is wrong with conditions, by the keys of their leaves. */
  faults: ReadonlyMap<string, string>
  /** What is wrong with a field, as the contract names it. */
  faultOf: (field: string) => string | undefined
  /** Where its words stand: each kind of program says them in its own way. */
  words: 'alarms:rule' | 'flows:editor.watch'
  /** Puts a heading above each of the three parts. */
  frame: (part: 'when' | 'clear' | 'during', fields: ReactNode) => ReactNode
  onChange: (next: Partial<WatchDraft>) => void
}) {
  const { t } = useTranslation()
  const condition = (part: 'when' | 'clear') => (
    <>
      <ConditionBuilder label={t(`${words}.${part}`)} value={value[part]} faults={faults} onChange={(next) => onChange({ [part]: next })} />
      {faults.has(part) && <FormHelperText error>{faults.get(part)}</FormHelperText>}
    </>
  )
  const check = (field: 'ownClear' | 'timed', label: string) => (
    <FormControlLabel control={<Checkbox checked={value[field]} onChange={(_, on) => onChange({ [field]: on })} />} label={label} />
  )
  return (
    <>
      {frame(
        'when',
        <>
          {condition('when')}
          <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', pt: 2 }}>
            <DurationField
              label={t('alarms:rule.hold')}
              value={value.holdSeconds}
              fault={faultOf('holdSeconds')}
              hint={t(`${words}.holdHint`)}
              onChange={(holdSeconds) => onChange({ holdSeconds })}
            />
            <SelectField
              label={t('alarms:rule.noData')}
              value={value.noData}
              helperText={t('alarms:rule.noDataHint')}
              sx={{ minWidth: 280, flex: '1 1 280px' }}
              words={(['keep', 'raise'] as const).map((policy) => [policy, t(`${words}.noDatas.${policy}`)] as const)}
              onChange={(noData) => onChange({ noData })}
            />
          </Stack>
        </>,
      )}
      {frame(
        'clear',
        <>
          {check('ownClear', t(`${words}.ownClear`))}
          {value.ownClear && condition('clear')}
          <Stack sx={{ pt: 2, maxWidth: 420 }}>
            <DurationField
              label={t(`${words}.clearHold`)}
              value={value.clearSeconds}
              fault={faultOf('clearSeconds')}
              hint={t(`${words}.clearHoldHint`)}
              onChange={(clearSeconds) => onChange({ clearSeconds })}
            />
          </Stack>
        </>,
      )}
      {frame(
        'during',
        <>
          {check('timed', t('alarms:rule.timed'))}
          {value.timed && (
            <Stack sx={{ pt: 1 }}>
              <HoursFields
                value={value.during}
                faults={{ from: faultOf('during.from'), to: faultOf('during.to'), days: faultOf('during.days') ?? faultOf('during') }}
                onChange={(next) => onChange({ during: { ...value.during, ...next } })}
              />
            </Stack>
          )}
        </>,
      )}
    </>
  )
}
