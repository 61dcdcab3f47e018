import { flowCalls } from '#contract/flows/flow'
import type { GivenInput } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { useSearch } from '#src/ui/useSearch.ts'
import type { TriggerDraft } from '../draft/flowDraft.ts'
import { isCronText } from './explainCron.ts'

type Query = NonNullable<GivenInput<typeof flowCalls.times>['query']>
/** Time goes on, and what was next is past. */
const EVERY_MS = 60_000

/** A clock as the server is asked for its times; null where it is none, or not filled in yet. */
function queryOf(of: TriggerDraft, areaId: number): Query | null {
  if (of.kind === 'cron') return isCronText(of.cron) ? { areaId, kind: 'cron', cron: of.cron } : null
  if ((of.kind !== 'time' && of.kind !== 'sun') || of.days.length === 0) return null
  const days = of.days.join(',')
  if (of.kind === 'time') return of.minute === null ? null : { areaId, kind: 'time', minute: of.minute, days }
  return typeof of.shift === 'number' && Number.isInteger(of.shift) ? { areaId, kind: 'sun', at: of.at, shift: of.shift, days } : null
}

/** When a clock starts a flow next: by the server, which starts it. */
export interface Next {
  /** `times` in ms UTC, and the zone of the base's clock; null where there is no clock, or nothing was answered yet. */
  readonly told: { readonly zone: string; readonly times: readonly number[] } | null
  /** What the server finds wrong with a cron text. */
  readonly fault: string | undefined
}

export function useNextTimes(of: TriggerDraft, areaId: number): Next {
  const query = queryOf(of, areaId)
  const wanted = query === null ? '' : JSON.stringify(query)
  const settled = useSearch(wanted)
  const { data, error } = useCall(flowCalls.times, settled === '' ? {} : { query: JSON.parse(settled) as Query }, {
    enabled: settled !== '' && settled === wanted,
    refetchInterval: EVERY_MS,
    retry: false,
  })
  const isOf = wanted !== '' && settled === wanted
  return { told: isOf && error === null ? (data ?? null) : null, fault: isOf ? error?.failure.fields?.['cron'] : undefined }
}
