/** Units of a span with their lengths, ms, the longest first. */
export const SPAN_UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const
