import { useTranslation } from 'react-i18next'
import { rulePartsOf } from '#contract/farm/recurrence'

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
type Weekday = (typeof WEEKDAYS)[number]
export const isWeekday = (text: string): text is Weekday => (WEEKDAYS as readonly string[]).includes(text)

/** A repetition as a person says it; one that has no words of its own as it is written. */
export function useRepeatWords() {
  const { t } = useTranslation()
  const daysOf = (days: string) =>
    days
      .split(',')
      .map((day) => (isWeekday(day) ? t(`farm:task.repeat.weekday.${day}`) : day))
      .join(t('farm:task.repeat.and'))
  return (rule: string): string => {
    const { FREQ, INTERVAL = '1', UNTIL, BYDAY, ...others } = rulePartsOf(rule) ?? {}
    if (Object.keys(others).length > 0) return rule
    const count = Number(INTERVAL)
    const kinds = { HOURLY: 'hours', DAILY: 'days', WEEKLY: 'weeks', MONTHLY: 'months' } as const
    const kind = kinds[FREQ as keyof typeof kinds]
    if (kind === undefined || (BYDAY !== undefined && kind !== 'weeks')) return rule
    const what =
      BYDAY === undefined ? t(`farm:task.repeat.${kind}`, { count }) : t('farm:task.repeat.weeksOn', { count, days: daysOf(BYDAY) })
    if (UNTIL === undefined) return what
    return t('farm:task.repeat.untilDay', { what, day: `${UNTIL.slice(0, 4)}-${UNTIL.slice(4, 6)}-${UNTIL.slice(6)}` })
  }
}
