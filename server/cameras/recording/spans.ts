import type { Span } from '#contract/cameras/recording'

/** Stretches with less than `gap` ms between them as one each, in their order. */
export function joined(spans: readonly Span[], gap: number): Span[] {
  const done: Span[] = []
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = done.at(-1)
    if (last && from - last.to < gap) done[done.length - 1] = { from: last.from, to: Math.max(last.to, to) }
    else done.push({ from, to })
  }
  return done
}

/** What of them lies within a time. */
export const clipped = (spans: readonly Span[], from: number, to: number): Span[] =>
  spans.flatMap((span) => (span.to > from && span.from < to ? [{ from: Math.max(from, span.from), to: Math.min(to, span.to) }] : []))
