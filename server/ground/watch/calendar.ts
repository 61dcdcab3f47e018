import { getTimes } from 'suncalc'
import type { Calendar, Hours, Sun } from '#machines/watch/watch'
import { momentOf, wallClock } from '#contract/core/zonedMoment'

const DAY = 86_400_000
const MINUTE = 60_000
/** A calendar is drawn for so many days at a time. */
const AHEAD_DAYS = 9

/** Degrees, WGS84. */
export interface Place {
  readonly latitude: number
  readonly longitude: number
}
type Span = readonly [from: number, to: number]
interface Drawn {
  readonly from: number
  readonly to: number
  readonly spans: readonly Span[]
}

/** The spans of the day that a zone's clock shows as `shownDay` (as if it were UTC). */
function hoursOn({ from, to, days }: Hours, shownDay: number, zone: string): Span[] {
  // 1970-01-01 was a Thursday, the fourth of a week that begins on Monday.
  const weekday = (((Math.floor(shownDay / DAY) + 3) % 7) + 7) % 7
  if (!days.includes(weekday + 1)) return []
  const start = momentOf(shownDay + from * MINUTE, zone)
  const end = momentOf(shownDay + to * MINUTE + (to > from ? 0 : DAY), zone)
  return end > start ? [[start, end]] : []
}

function sunOn({ shift }: Sun, day: number, { latitude, longitude }: Place): Span[] {
  const { sunrise, sunset, solarNoon, alwaysUp } = getTimes(new Date(day + DAY / 2), latitude, longitude)
  const by = shift * MINUTE
  if (alwaysUp === true) return [[solarNoon.getTime() - DAY / 2, solarNoon.getTime() + DAY / 2 + MINUTE]]
  return sunrise === null || sunset === null ? [] : [[sunrise.getTime() + by, sunset.getTime() + by]]
}

/** The clock of a zone, and the sun over a place; a base without a place has no sun, and is never asked for it. */
export function calendarOf(zone: string, place: Place | null): Calendar {
  const drawn = new Map<Hours | Sun, Drawn>()

  function spansAt(leaf: Hours | Sun, at: number): Drawn {
    const known = drawn.get(leaf)
    if (known && at >= known.from && at < known.to) return known
    const shown = leaf.kind === 'hours' ? wallClock(at, zone) : at
    const today = Math.floor(shown / DAY) * DAY
    const spans: Span[] = []
    for (let day = -2; day <= AHEAD_DAYS; day++)
      spans.push(...(leaf.kind === 'hours' ? hoursOn(leaf, today + day * DAY, zone) : place ? sunOn(leaf, today + day * DAY, place) : []))
    const made = { from: at, to: at + (AHEAD_DAYS - 2) * DAY, spans }
    drawn.set(leaf, made)
    return made
  }
  const covers = (spans: readonly Span[], at: number) => spans.some(([from, to]) => at >= from && at < to)

  return {
    is: (leaf, at) => covers(spansAt(leaf, at).spans, at) !== (leaf.kind === 'sun' && leaf.is === 'down'),
    turns(leaf, at) {
      const { spans, to } = spansAt(leaf, at)
      const next = spans.flatMap((span) => span.filter((edge) => edge > at)).reduce((first, edge) => Math.min(first, edge), Infinity)
      // Where nothing turns for a week it is asked again.
      return Math.min(next, to)
    },
  }
}
