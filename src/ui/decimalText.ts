/** Decimal text as the reader writes it, with the zeros that say nothing left out; at most `digits` decimals. No float is made. */
export const decimalText = (amount: string, language: string, digits = 2): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: digits, signDisplay: 'negative' }).format(amount as Intl.StringNumericLiteral)
