import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { batch } from '#contract/farm/batch'
import { land } from '#contract/farm/land'
import { farmLogCalls, LOG_LEVELS, LOG_SOURCES } from '#contract/farm/log'
import { useCall } from '#src/api/useCall.ts'
import type { Filter } from '#src/ui/FilterBar.tsx'

export const LOG_FILTERS = ['search', 'source', 'level', 'landId', 'batchId', 'userId', 'from', 'to'] as const
type Name = (typeof LOG_FILTERS)[number]
/** As many records as a filter by reference offers. */
const OFFERED = 200

/** What the log of a base can be narrowed by, and in words what it is narrowed by now. */
export function useLogFilters(areaId: number, values: Readonly<Record<string, string>>) {
  const { t } = useTranslation()
  const query = { size: OFFERED, areaId }
  const lands = useCall(land.calls.options, { query }).data?.content
  const batches = useCall(batch.calls.options, { query }).data?.content
  const people = useCall(farmLogCalls.people, {}).data
  const filters = useMemo((): Filter[] => {
    const known: Partial<Record<Name, { value: string; label: string }[]>> = {
      source: LOG_SOURCES.map((value) => ({ value, label: t(`farm:log.source.${value}`) })),
      level: LOG_LEVELS.map((value) => ({ value, label: t(`farm:log.level.${value}`) })),
      landId: (lands ?? []).map(({ id, title }) => ({ value: String(id), label: title })),
      batchId: (batches ?? []).map(({ id, title }) => ({ value: String(id), label: title })),
      userId: (people ?? []).map(({ userId, realName }) => ({ value: String(userId), label: realName })),
    }
    return LOG_FILTERS.map((name) => {
      const label = t(`farm:log.filter.${name}`)
      if (name === 'from' || name === 'to') return { name, label, day: true }
      const options = known[name]
      const chosen = values[name]
      if (!options || chosen === undefined || options.some(({ value }) => value === chosen))
        return { name, label, ...(options && { options }) }
      // Chosen by the address: what is not read yet, or is none of what is offered.
      return { name, label, options: [...options, { value: chosen, label: t('farm:log.unknown', { id: chosen }) }] }
    })
  }, [lands, batches, people, values, t])
  const sentence = filters.flatMap(({ name, label, options }) => {
    const value = values[name]
    if (value === undefined) return []
    return [t('farm:log.printed.narrowed', { label, value: options?.find((one) => one.value === value)?.label ?? value })]
  })
  return { filters, sentence: sentence.length > 0 ? sentence : [t('farm:log.printed.all')] }
}
