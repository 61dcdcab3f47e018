/** Where no value is. */
export const NO_VALUE = '--'

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(language: string, least: number, most: number): Intl.NumberFormat {
  const key = `${language}/${least}/${most}`
  let format = formats.get(key)
  if (!format) {
    // What is rounded to nothing has no sign: -0 is 0.
    format = new Intl.NumberFormat(language, { minimumFractionDigits: least, maximumFractionDigits: most, signDisplay: 'negative' })
    formats.set(key, format)
  }
  return format
}

const isKnown = (value: number | null | undefined): value is number => value != null && Number.isFinite(value)

/** A reading as text in the reader's way of writing numbers: at most `digits` decimals, an empty mark for "no value". */
export const formatValue = (value: number | null | undefined, language: string, digits = 2): string =>
  isKnown(value) ? formatOf(language, 0, digits).format(value) : NO_VALUE

/** A value of a curve: two decimals always (COLLECT-03), so that a column of them stands digit under digit. */
export const curveValue = (value: number | null | undefined, language: string): string =>
  isKnown(value) ? formatOf(language, 2, 2).format(value) : NO_VALUE
