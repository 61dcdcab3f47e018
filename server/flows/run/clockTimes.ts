import { Cron } from 'croner'
import type { Trigger } from '#contract/flows/definition'
import type { Calendar } from '#machines/watch/watch'

type Timed = Extract<Trigger, { kind: 'time' | 'cron' | 'sun' }>
export const isTimed = (trigger: Trigger): trigger is Timed => trigger.kind === 'time' || trigger.kind === 'cron' || trigger.kind === 'sun'

const MINUTE = 60_000
const DAY = 86_400_000
/** What has no sun for so long has none. */
const MOST_DAYS = 400

/** The clock and the sun of a base. */
export interface BaseClock {
  readonly zone: string
  readonly calendar: Calendar
  readonly hasSun: boolean
}

/** When a clock starts a flow next, after a moment (ms UTC); null where it never does: no such day, or no place for the sun to be over. */
export function nextTime(trigger: Timed, { zone, calendar, hasSun }: BaseClock, after: number): number | null {
  if (trigger.kind !== 'sun') return cronOf(trigger, zone)?.nextRun(new Date(after))?.getTime() ?? null
  if (!hasSun) return null
  const leaf = { kind: 'sun', is: 'up', shift: 0 } as const
  const shift = trigger.shift * MINUTE
  for (let at = after - shift, left = MOST_DAYS * 2; left > 0; left--) {
    const turn = calendar.turns(leaf, at)
    if (turn === null || turn > after + MOST_DAYS * DAY) return null
    const rises = calendar.is(leaf, turn) && !calendar.is(leaf, turn - 1)
    const sets = !calendar.is(leaf, turn) && calendar.is(leaf, turn - 1)
    if ((trigger.at === 'rise' ? rises : sets) && trigger.days.includes(weekdayAt(turn + shift, zone))) return turn + shift
    at = turn
  }
  return null
}

function cronOf(trigger: Exclude<Timed, { kind: 'sun' }>, zone: string): Cron | null {
  const pattern =
    trigger.kind === 'cron' ? trigger.cron : `${trigger.minute % 60} ${Math.floor(trigger.minute / 60)} * * ${trigger.days.join(',')}`
  try {
    return new Cron(pattern, { timezone: zone, mode: '5-part' })
  } catch {
    return null
  }
}

/** Whether a cron text means something. */
export const isCron = (cron: string): boolean => cronOf({ kind: 'cron', cron, missed: 'skip' }, 'UTC') !== null

/** 1 Monday to 7 Sunday. */
const weekdayAt = (at: number, zone: string): number =>
  ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(
    new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: zone }).format(new Date(at)),
  ) + 1
