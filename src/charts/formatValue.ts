const formats = new Map<string, Intl.NumberFormat>()

/** A reading as text in the reader's way of writing numbers: at most `digits` decimals, an empty mark for "no value". */
export function formatValue(value: number | null | undefined, language: string, digits = 2): string {
  if (value == null || !Number.isFinite(value)) return '--'
  const key = `${language}/${digits}`
  let format = formats.get(key)
  if (!format) formats.set(key, (format = new Intl.NumberFormat(language, { maximumFractionDigits: digits })))
  return format.format(value)
}
