import type { z } from 'zod'
import { trigger } from '#contract/flows/definition'
import { type flowCalls, NEXT_TIMES } from '#contract/flows/flow'
import { mustSeeBase } from '../../ground/database/asked.ts'
import { faultyField, invalidInput } from '../../ground/http/faults.ts'
import type { Asking } from '../../ground/http/handler.ts'
import { readBaseClock } from '../run/baseClock.ts'
import { isCron, isTimed, nextTime } from '../run/clockTimes.ts'

type Query = z.output<(typeof flowCalls)['times']['query']>

/** The trigger that a query gives by its fields; fails beside those that are missing or wrong. */
function askedTrigger({ days, ...given }: Omit<Query, 'areaId'>, { language }: Pick<Asking, 'language'>) {
  const whole = { ...given, days: days?.split(',').map(Number), missed: 'skip' }
  const read = trigger.safeParse(whole)
  if (read.success && isTimed(read.data) && (read.data.kind !== 'cron' || isCron(read.data.cron))) return read.data
  throw given.cron || read.success ? faultyField(language, 'cron', 'cron') : invalidInput(read.error, whole, language)
}

/** When a clock would start a flow of a base next, by the same that starts it. Fails with error.notFound, error.input.invalid. */
export async function nextTimes(query: Query, asking: Asking, now: number): Promise<{ zone: string; times: number[] }> {
  const { areaId, ...given } = query
  const asked = askedTrigger(given, asking)
  const clock = await asking.inTenant(async (scope) => {
    await mustSeeBase(scope, areaId)
    return readBaseClock(scope.raw, scope.tenantId, areaId)
  })
  const times: number[] = []
  for (let at = nextTime(asked, clock, now); at !== null && times.length < NEXT_TIMES; at = nextTime(asked, clock, at)) times.push(at)
  return { zone: clock.zone, times }
}
