const formats = new Map<string, Intl.NumberFormat>()

/** A reading as text in the reader's way of writing numbers: at most `digits` decimals, an empty mark for "no value". */
export function formatValue(value: number | null | undefined, language: string, digits = 2): string {
  if (value == null || !Number.isFinite(value)) return '--'
  const key = `${language}/${digits}`
  let format = formats.get(key)
  if (!format) formats.set(key, (format = new Intl.NumberFormat(language, { maximumFractionDigits: digits })))
  return format.format(value)
}

const two = (part: number) => String(part).padStart(2, '0')

/** `YYYY-MM-DD`, in the reader's zone. */
export function formatDay(ts: number): string {
  const at = new Date(ts)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** `YYYY-MM-DD HH:mm:ss`, in the reader's zone. */
export function formatMoment(ts: number): string {
  const at = new Date(ts)
  return `${formatDay(ts)} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

/** `HH:mm:ss`, in the reader's zone. */
export const formatClock = (ts: number): string => formatMoment(ts).slice(11)
