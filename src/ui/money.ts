/** An amount in CNY as the reader writes it, with 2 decimals, or as many as `digits` where it has more. Takes decimal text and keeps every digit of it: no float is made. */
export const moneyText = (amount: string, language: string, digits = 2): string =>
  new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'CNY',
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: digits,
    signDisplay: 'negative',
  }).format(amount as Intl.StringNumericLiteral)
