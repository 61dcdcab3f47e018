import FormHelperText from '@mui/material/FormHelperText'
import Stack from '@mui/material/Stack'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useTranslation } from 'react-i18next'
import { rulePartsOf } from '#contract/farm/recurrence'
import type { InputProps } from '#src/crud/fieldKinds.tsx'
import { NumberField } from '#src/ui/NumberField.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { useRepeatWords, WEEKDAYS } from './repeatWords.ts'
import { DayInput } from '#src/ui/DayInput.tsx'

const KINDS = { HOURLY: 'hourly', DAILY: 'daily', WEEKLY: 'weekly', MONTHLY: 'monthly' } as const
type Kind = keyof typeof KINDS

/** How a task is repeated, in the few ways that farms use; the rule is written out of them. One that stands in no form is shown in words. */
export function RepeatInput({ value, onChange, onBlur, fault, disabled, label, name }: InputProps) {
  const { t } = useTranslation()
  const wordsOf = useRepeatWords()
  const rule = typeof value === 'string' ? value : null
  const parts = rule === null ? {} : (rulePartsOf(rule) ?? {})
  const write = (given: Readonly<Record<string, string | undefined>>) => {
    const next = { ...parts, ...given }
    const { FREQ, ...others } = next
    if (FREQ === undefined) return onChange(null)
    const known = FREQ === parts['FREQ'] ? others : { ...others, BYDAY: undefined, BYMONTHDAY: undefined }
    onChange([`FREQ=${FREQ}`, ...Object.entries(known).flatMap(([key, one]) => (one === undefined ? [] : [`${key}=${one}`]))].join(';'))
  }
  const kind = parts['FREQ'] as Kind | undefined
  const until = parts['UNTIL']
  return (
    <Stack sx={{ gap: 1.5, width: '100%' }} onBlur={onBlur}>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1.5 }}>
        <SelectField
          fullWidth
          size="small"
          name={name}
          label={label}
          disabled={disabled}
          error={fault !== undefined}
          value={kind}
          words={Object.entries(KINDS).map(([key, word]) => [key, t(`farm:task.repeat.${word}`)])}
          none={t('farm:task.repeat.none')}
          onChange={(key) => write({ FREQ: key ?? undefined, INTERVAL: undefined })}
        />
        {kind !== undefined && (
          <>
            <NumberField
              fullWidth
              size="small"
              label={t('farm:task.repeat.every')}
              disabled={disabled}
              value={Number(parts['INTERVAL'] ?? 1)}
              onChange={(count) => write({ INTERVAL: count === null ? undefined : String(count as number) })}
            />
            <DayInput
              label={t('farm:task.repeat.until')}
              disabled={disabled}
              value={until === undefined ? null : `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6)}`}
              onChange={(day) => write({ UNTIL: day?.replaceAll('-', ''), COUNT: undefined })}
              slotProps={{ textField: { size: 'small', fullWidth: true }, field: { clearable: true } }}
            />
          </>
        )}
      </Stack>
      {kind === 'WEEKLY' && (
        <ToggleButtonGroup
          size="small"
          disabled={disabled}
          aria-label={t('farm:task.repeat.on')}
          value={parts['BYDAY']?.split(',') ?? []}
          onChange={(_, days: string[]) => {
            const kept = WEEKDAYS.filter((day) => days.includes(day))
            write({ BYDAY: kept.length === 0 ? undefined : kept.join(',') })
          }}
          sx={{ flexWrap: 'wrap' }}
        >
          {WEEKDAYS.map((day) => (
            <ToggleButton key={day} value={day}>
              {t(`farm:task.repeat.weekday.${day}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
      {kind === 'MONTHLY' && <MonthDay parts={parts} disabled={disabled} onChange={write} />}
      <FormHelperText error={fault !== undefined}>{fault ?? (rule === null ? ' ' : wordsOf(rule))}</FormHelperText>
    </Stack>
  )
}

const NTHS = ['1', '2', '3', '4', '-1'] as const

/** Which day of each month: that of the start, the last one, or a weekday by its place in the month. */
function MonthDay({
  parts,
  disabled,
  onChange,
}: {
  parts: Readonly<Record<string, string>>
  disabled: boolean
  onChange: (given: Readonly<Record<string, string | undefined>>) => void
}) {
  const { t } = useTranslation()
  const [, nth = '1', weekday = 'MO'] = /^(-?\d)?([A-Z]{2})$/.exec(parts['BYDAY'] ?? '') ?? []
  const mode = parts['BYDAY'] !== undefined ? 'weekday' : parts['BYMONTHDAY'] === '-1' ? 'last' : 'start'
  const modes = { start: {}, last: { BYMONTHDAY: '-1' }, weekday: { BYDAY: `${nth}${weekday}` } } as const
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1.5 }}>
      <SelectField
        fullWidth
        size="small"
        label={t('farm:task.repeat.day')}
        disabled={disabled}
        value={mode}
        words={(['start', 'last', 'weekday'] as const).map((one) => [one, t(`farm:task.repeat.dayOf.${one}`)] as const)}
        onChange={(one) => onChange({ BYDAY: undefined, BYMONTHDAY: undefined, ...modes[one] })}
      />
      {mode === 'weekday' && (
        <>
          <SelectField
            fullWidth
            size="small"
            label={t('farm:task.repeat.nth')}
            disabled={disabled}
            value={nth as (typeof NTHS)[number]}
            words={NTHS.map((one) => [one, t(`farm:task.repeat.nths.${one}`)] as const)}
            onChange={(one) => onChange({ BYDAY: `${one}${weekday}` })}
          />
          <SelectField
            fullWidth
            size="small"
            label={t('farm:task.repeat.weekdayLabel')}
            disabled={disabled}
            value={weekday as (typeof WEEKDAYS)[number]}
            words={WEEKDAYS.map((one) => [one, t(`farm:task.repeat.weekday.${one}`)] as const)}
            onChange={(one) => onChange({ BYDAY: `${nth}${one}` })}
          />
        </>
      )}
    </Stack>
  )
}
