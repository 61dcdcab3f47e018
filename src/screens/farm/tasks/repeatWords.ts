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
  const monthOf = (count: number, day: string | undefined, monthDay: string | undefined): string | null => {
    const month = t('farm:task.repeat.months', { count })
    if (day === undefined && monthDay === undefined) return month
    if (monthDay !== undefined)
      return monthDay === '-1' ? t('farm:task.repeat.onDay', { what: month, day: t('farm:task.repeat.dayOf.last') }) : null
    const [, nth, weekday = ''] = /^(-1|[1-4])([A-Z]{2})$/.exec(day ?? '') ?? []
    if (nth === undefined || !isWeekday(weekday)) return null
    const which = t('farm:task.repeat.nthDay', {
      nth: t(`farm:task.repeat.nths.${nth as '1'}`),
      day: t(`farm:task.repeat.weekday.${weekday}`),
    })
    return t('farm:task.repeat.onDay', { what: month, day: which })
  }
  const whatOf = (frequency: string | undefined, count: number, day: string | undefined, monthDay: string | undefined): string | null => {
    if (frequency === 'MONTHLY') return monthOf(count, day, monthDay)
    const kind = ({ HOURLY: 'hours', DAILY: 'days', WEEKLY: 'weeks' } as const)[frequency as 'HOURLY'] as
      | 'hours'
      | 'days'
      | 'weeks'
      | undefined
    if (kind === undefined || (day !== undefined && kind !== 'weeks')) return null
    return day === undefined ? t(`farm:task.repeat.${kind}`, { count }) : t('farm:task.repeat.weeksOn', { count, days: daysOf(day) })
  }
  return (rule: string): string => {
    const { FREQ, INTERVAL = '1', UNTIL, BYDAY, BYMONTHDAY, ...others } = rulePartsOf(rule) ?? {}
    if (Object.keys(others).length > 0) return rule
    const count = Number(INTERVAL)
    const what = whatOf(FREQ, count, BYDAY, BYMONTHDAY)
    if (what === null) return rule
    if (UNTIL === undefined) return what
    return t('farm:task.repeat.untilDay', { what, day: `${UNTIL.slice(0, 4)}-${UNTIL.slice(4, 6)}-${UNTIL.slice(6)}` })
  }
}
