/** An exact quantity as the reader writes it: up to 6 decimals, without the zeros that say nothing. No float is made. */
export const exactQuantity = (quantity: string, language: string): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 6, signDisplay: 'negative' }).format(quantity as Intl.StringNumericLiteral)
