const SECOND = 1000
const MINUTE = 60
const two = (value: number) => String(value).padStart(2, '0')

/** A length of time (ms) as a clock counts it: `1:05`, or with hours `2:03:10`. */
export function clockSpan(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND))
  const [hours, minutes] = [Math.floor(seconds / MINUTE / MINUTE), Math.floor(seconds / MINUTE) % MINUTE]
  const rest = two(seconds % MINUTE)
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`
}
