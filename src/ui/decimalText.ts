/** Decimal text as the reader writes it, with the zeros that say nothing left out. No float is made. */
export const decimalText = (amount: string, language: string): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(amount as Intl.StringNumericLiteral)
