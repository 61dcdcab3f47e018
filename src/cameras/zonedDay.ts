const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    const [two, year] = ['2-digit', 'numeric'] as const
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year,
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
    })
    formats.set(zone, format)
  }
  return format
}

/** `YYYY-MM-DD HH:mm:ss` of a moment (ms UTC), as the clocks of a zone show it. */
export function zonedText(moment: number, zone: string): string {
  const part = Object.fromEntries(
    formatOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  ) as Record<Intl.DateTimeFormatPartTypes, string>
  return `${part.year}-${part.month}-${part.day} ${part.hour}:${part.minute}:${part.second}`
}

/** `YYYY-MM-DD` of a moment in a zone. */
export const zonedDay = (moment: number, zone: string): string => zonedText(moment, zone).slice(0, 10)
/** `HH:mm:ss` of a moment in a zone. */
export const zonedClock = (moment: number, zone: string): string => zonedText(moment, zone).slice(11)

const shown = (moment: number, zone: string) => Date.parse(`${zonedText(moment, zone).replace(' ', 'T')}Z`)
const midnight = (day: string, zone: string): number => {
  const wanted = Date.parse(`${day}T00:00:00Z`)
  const guess = wanted - (shown(wanted, zone) - wanted)
  // The zone's offset at the guess may be that of the other side of a change of clocks.
  return wanted - (shown(guess, zone) - guess)
}
const dayAfter = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 3_600_000).toISOString().slice(0, 10)

/** A day, `YYYY-MM-DD`, of a zone, from its first moment to the first of the next day, ms UTC: 23 to 25 hours. */
export const rangeOfDay = (day: string, zone: string): Stretch => ({ from: midnight(day, zone), to: midnight(dayAfter(day), zone) })

/** From a moment to another, ms UTC. */
export interface Stretch {
  readonly from: number
  readonly to: number
}
