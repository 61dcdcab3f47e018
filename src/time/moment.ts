import { momentOf, wallClock } from '#contract/core/zonedMoment'

// What the console shows and reads of days and times goes by the clock of the farm, whichever zone the browser stands in: the server names
// days by it, and two who look at the same farm from two places see one day. This module and the pickers beside it are all that knows the zone.

const DAY_MS = 86_400_000
const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone
/** Years with four digits, which a calendar can show; what lies beyond is no moment. */
const FURTHEST = 8.64e15 - DAY_MS

let zone = HERE

/** The zone (IANA) whose clock the console shows: that of the farm once it is known, else that of the browser. */
export const shownZone = (): string => zone

/** Shows the clock of this zone from now on; that of the browser where it is null or not known to it. */
export function keepZone(name: string | null): void {
  zone = HERE
  if (name === null) return
  try {
    wallClock(0, name)
    zone = name
  } catch {
    // An old browser does not know every zone.
  }
}

/** Whether the farm's clock shows another time now than that of the browser. */
export const isElsewhere = (now: number): boolean => wallClock(now, zone) !== wallClock(now, HERE)

/** What the farm's clock shows at a moment (ms UTC), as if it were UTC; NaN of what is no moment. */
export const farmClock = (moment: number): number => (Math.abs(moment) <= FURTHEST ? wallClock(moment, zone) : Number.NaN)

/** The moment (ms UTC) at which the farm's clock shows this, as `farmClock` has it; the first of two where clocks are set back. */
export const farmMoment = (shown: number): number => (Math.abs(shown) <= FURTHEST ? momentOf(shown, zone) : Number.NaN)

const two = (value: number) => String(value).padStart(2, '0')
const dayOf = (shown: Date) => `${shown.getUTCFullYear()}-${two(shown.getUTCMonth() + 1)}-${two(shown.getUTCDate())}`
const clockOf = (shown: Date) => [shown.getUTCHours(), shown.getUTCMinutes(), shown.getUTCSeconds()].map(two).join(':')

/** `YYYY-MM-DD`. */
export const dayText = (moment: number): string => dayOf(new Date(farmClock(moment)))

/** `YYYY-MM-DD HH:mm:ss`. */
export function momentText(moment: number): string {
  const shown = new Date(farmClock(moment))
  return `${dayOf(shown)} ${clockOf(shown)}`
}

/** `HH:mm:ss`. */
export const clockText = (moment: number): string => clockOf(new Date(farmClock(moment)))

/** `HH:mm` of a moment of today, else `MM-DD HH:mm`. */
export function shortMomentText(moment: number, now: number): string {
  const words = momentText(moment)
  return dayText(moment) === dayText(now) ? words.slice(11, 16) : words.slice(5, 16)
}

/** The hour of the day, 0 to 23. */
export const hourOf = (moment: number): number => new Date(farmClock(moment)).getUTCHours()

const DAY = /^\d{4}-\d{2}-\d{2}$/
/** Midnight of a day as if its clock were UTC; NaN where the text is no day of a calendar. */
function bareDay(day: string): number {
  const at = DAY.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) ? at : Number.NaN
}

/** The day (`YYYY-MM-DD`) so many days after another, by the calendar. */
export const dayAfter = (day: string, days = 1): string => dayOf(new Date(bareDay(day) + days * DAY_MS))

/** The same day of the month before, the last of that where it has none (`YYYY-MM-DD`). */
export function monthBefore(day: string): string {
  const last = dayAfter(`${day.slice(0, 7)}-01`, -1)
  return Number(day.slice(8)) < Number(last.slice(8)) ? `${last.slice(0, 8)}${day.slice(8)}` : last
}

/** The first moment (ms UTC) of the day (`YYYY-MM-DD`) so many days after another; NaN where the text is no day. */
export const startOfDay = (day: string, after = 0): number => farmMoment(bareDay(day) + after * DAY_MS)

/** From a moment to another, ms UTC. */
export interface Stretch {
  readonly from: number
  readonly to: number
}
/** From the first moment of a day (`YYYY-MM-DD`) to that of the next, ms UTC: 23 to 25 hours where clocks are changed. */
export const rangeOfDay = (day: string): Stretch => ({ from: startOfDay(day), to: startOfDay(day, 1) })

/** The same time of day so many days later, ms UTC. */
export const daysLater = (moment: number, days: number): number => farmMoment(farmClock(moment) + days * DAY_MS) + (moment % 1000)

/** A moment (ms UTC) in the words of a language. */
export const momentWords = (moment: number, language: string, parts: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(language, { ...parts, timeZone: zone }).format(moment)

/** A day (`YYYY-MM-DD`) in the words of a language. */
export const dayWords = (day: string, language: string, parts: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(language, { ...parts, timeZone: 'UTC' }).format(bareDay(day))
