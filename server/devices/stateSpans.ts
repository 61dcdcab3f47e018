import type { StateSpan } from '#contract/devices/stateLanes'

/**
 * What a circuit was over [since, until), without holes: its changes (`at` rising; the one in force as the range began first, however old),
 * unknown before the first of them and within `away` (rising, apart). Neighbours differ.
 */
export function stateSpans(
  changes: readonly { at: number; status: number }[],
  away: readonly { from: number; to: number }[],
  { since, until }: { since: number; until: number },
): StateSpan[] {
  const edges = [since, ...changes.map(({ at }) => at), ...away.flatMap(({ from, to }) => [from, to])]
    .filter((at) => at >= since && at < until)
    .sort((one, other) => one - other)
  const spans: StateSpan[] = []
  let [said, gone] = [0, 0]
  for (const at of edges) {
    while (said < changes.length && changes[said]!.at <= at) said++
    while (gone < away.length && away[gone]!.to <= at) gone++
    const isAway = gone < away.length && away[gone]!.from <= at
    const status = isAway ? null : (changes[said - 1]?.status ?? null)
    const last = spans.at(-1)
    if (last?.status === status) continue
    if (last?.from === at) spans.pop()
    else if (last) spans[spans.length - 1] = { ...last, to: at }
    spans.push({ from: at, to: until, status })
  }
  return spans
}
