import type { HERD_EVENTS, NO_RATIO } from '#contract/farm/herd'
import { exactText, shareOf } from '#contract/core/exact'

/** What was counted on a day: of animals that came or went, or of those that were weighed. Weights in millionths. */
export interface HerdEvent {
  readonly day: string
  readonly event: (typeof HERD_EVENTS)[number] | 'harvested'
  readonly head: number
  /** Of one, g. */
  readonly meanWeight: bigint | null
  /** Of all that was harvested, kg; null: it is no weight. */
  readonly kg?: bigint | null
}
/** Feed that counts for a batch, kg in millionths, on its day. */
export interface Fed {
  readonly day: string
  readonly kg: bigint
}

const GRAMS = 1000n
const signs = { stocked: 1, died: -1, removed: -1, harvested: -1, weighed: 0 } as const
const byDay = (one: { day: string }, other: { day: string }) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0)

/** How many live at the end of each day on which something was counted, in the order of days. */
export function livingByDay(events: readonly HerdEvent[]): { day: string; living: number }[] {
  let living = 0
  return [...Map.groupBy(events.toSorted(byDay), ({ day }) => day)].map(([day, ofDay]) => {
    living += ofDay.reduce((sum, { event, head }) => sum + signs[event] * head, 0)
    return { day, living }
  })
}

const headOf = (events: readonly HerdEvent[], of: HerdEvent['event']) =>
  events.reduce((sum, { event, head }) => (event === of ? sum + head : sum), 0)
/** kg in millionths of so many of a mean weight in grams. */
const weightOf = (head: number, meanWeight: bigint) => (meanWeight * BigInt(head)) / GRAMS

/**
 * How much feed became a kilogram: what was fed until the last sample over what the batch gained until then, which is what lives at its weight
 * then and what was harvested, less what came. What died or was taken out alive is no gain.
 */
function ratioOf(
  events: readonly HerdEvent[],
  fed: readonly Fed[],
  uncounted: number,
): { ratio: string | null; noRatio: (typeof NO_RATIO)[number] | null; on: string | null } {
  const none = (noRatio: (typeof NO_RATIO)[number]) => ({ ratio: null, noRatio, on: null })
  const samples = events.filter(({ event, meanWeight }) => event === 'weighed' && meanWeight !== null).toSorted(byDay)
  const last = samples.at(-1)
  if (!events.some(({ event }) => event === 'stocked')) return none('noStocking')
  if (!last) return none('noWeight')
  if (uncounted > 0) return none('uncounted')
  const until = events.filter(({ day }) => day <= last.day)
  const came = until.filter(({ event }) => event === 'stocked')
  if (came.some(({ meanWeight }) => meanWeight === null)) return none('noStockingWeight')
  const kg = fed.reduce((sum, one) => (one.day <= last.day ? sum + one.kg : sum), 0n)
  if (kg <= 0n) return none('noFeed')
  const living = livingByDay(until).at(-1)!.living
  const harvests = until.filter(({ event }) => event === 'harvested')
  if (harvests.some(({ kg: weight }) => weight === null)) return none('noHarvestWeight')
  const harvested = harvests.reduce((sum, one) => sum + (one.kg ?? 0n), 0n)
  const gained =
    weightOf(living, last.meanWeight!) + harvested - came.reduce((sum, { head, meanWeight }) => sum + weightOf(head, meanWeight!), 0n)
  if (gained <= 0n) return none('noGain')
  return { ratio: exactText(shareOf(kg, 1_000_000n, gained)), noRatio: null, on: last.day }
}

/** What did not die of what came, percent with one decimal: 100 only where none died, and 0 only where all did. */
function survivalOf(stocked: number, died: number): string {
  const tenths = Math.round(((stocked - died) * 1000) / stocked)
  const said = died === 0 || died === stocked ? tenths : Math.min(999, Math.max(1, tenths))
  return (said / 10).toFixed(1)
}

/** What a herd comes to, of all that was counted of it; `uncounted` harvests do not say how many it was. */
export function herdOf(events: readonly HerdEvent[], fed: readonly Fed[], uncounted: number) {
  const [stocked, died, removed, harvested] = (['stocked', 'died', 'removed', 'harvested'] as const).map((of) => headOf(events, of)) as [
    number,
    number,
    number,
    number,
  ]
  const { on: ratioOn, ...ratio } = ratioOf(events, fed, uncounted)
  return {
    stocked,
    died,
    removed,
    harvested,
    uncounted,
    living: stocked - died - removed - harvested,
    survival: stocked === 0 ? null : survivalOf(stocked, died),
    weights: events
      .filter(({ event, meanWeight }) => (event === 'weighed' || event === 'stocked') && meanWeight !== null)
      .toSorted(byDay)
      .map(({ day, meanWeight }) => ({ day, meanWeight: exactText(meanWeight!) })),
    ...ratio,
    ratioOn,
  }
}
