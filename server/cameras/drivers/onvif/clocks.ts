import { type Element, textAt } from './xml.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
/** Every zone of the world is a multiple of this away from the others. */
const ZONE_STEP = 15 * MINUTE
/** Nearer to each other two times of one device are one. */
const LIKE_A_ZONE = ZONE_STEP - MINUTE
/** Closer ones are one: a device takes what is some seconds off. */
const SAME_MS = 3000
/** Each wrong one is a failed attempt to the device, which locks an account after some. */
const MOST_TRIED = 3

export interface Clocks {
  /** How far the device's clock may be ahead of ours, ms: the likeliest first, at least one. */
  readonly ahead: readonly number[]
  /** The device said what time it is, in a way that means one moment. */
  readonly isKnown: boolean
}

function timeAt(of: Element, name: string): number | null {
  const part = (...names: string[]) => Number(textAt(of, name, ...names) || Number.NaN)
  const at = Date.UTC(
    part('Date', 'Year'),
    part('Date', 'Month') - 1,
    part('Date', 'Day'),
    part('Time', 'Hour'),
    part('Time', 'Minute'),
    part('Time', 'Second'),
  )
  return Number.isNaN(at) ? null : at
}

/** `EST5EDT,M3.2.0,…`: the name, how far it is behind UTC, the name in summer, how far then. */
const POSIX =
  /^(?:<[^<>]{1,12}>|[a-z]{1,12})([+-]?)(\d{1,2})(?::(\d{2}))?(?::\d{2})?(?:(?:<[^<>]{1,12}>|[a-z]{1,12})(?:([+-]?)(\d{1,2})(?::(\d{2}))?)?)?/i

/** How far a zone may be ahead of UTC, ms: devices write the sign of POSIX, which is behind, and the other one. */
function zoneOffsets(zone: string, isSummer: boolean, now: number): number[] {
  const posix = POSIX.exec(zone)
  if (posix) {
    const [, sign = '', hours, minutes = '0', summerSign = '', summerHours, summerMinutes = '0'] = posix
    const of = (minus: string, hour: string, minute: string) => (minus === '-' ? 1 : -1) * (Number(hour) * HOUR + Number(minute) * MINUTE)
    const winter = of(sign, hours!, minutes)
    if (!isSummer) return [winter, -winter]
    const summer = summerHours === undefined ? winter + HOUR : of(summerSign, summerHours, summerMinutes)
    return [summer, winter, HOUR - winter, -winter]
  }
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(now)
    const [, sign, hours, minutes = '0'] =
      /^GMT([+-])(\d{2}):?(\d{2})?/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? []
    return hours === undefined ? [0] : [(sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * MINUTE)]
  } catch {
    return []
  }
}

/**
 * Reads a device's clock from its answer to `GetSystemDateAndTime` (null: it gave none) and from the date in the head of an answer (ms; null: none).
 * A local time whose zone is not told, or told in two ways, is taken for the one that is nearest to what the time is.
 */
export function clocksOf(answer: Element | null, date: number | null, now: number): Clocks {
  const utc = answer && timeAt(answer, 'UTCDateTime')
  if (utc !== null) {
    // Some write their local time there; the head of their answers is right then.
    const other = date !== null && Math.abs(date - utc) >= LIKE_A_ZONE ? [date - now] : []
    return { ahead: [utc - now, ...other], isKnown: true }
  }
  const local = answer && timeAt(answer, 'LocalDateTime')
  const about = date === null ? 0 : date - now
  if (answer === null || local === null) return { ahead: [about], isKnown: date !== null }
  const offsets = zoneOffsets(textAt(answer, 'TimeZone', 'TZ') ?? '', textAt(answer, 'DaylightSavings') === 'true', now)
  const off = local - now - about
  const nearest = Math.round(off / ZONE_STEP) * ZONE_STEP
  const tried: number[] = []
  for (const offset of [...offsets.toSorted((one, other) => Math.abs(off - one) - Math.abs(off - other)), nearest, 0]) {
    const ahead = local - offset - now
    if (tried.every((one) => Math.abs(one - ahead) >= SAME_MS)) tried.push(ahead)
  }
  return { ahead: tried.slice(0, MOST_TRIED), isKnown: offsets.length > 0 || date !== null }
}
