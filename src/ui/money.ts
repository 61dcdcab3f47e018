/** An amount in CNY as the reader writes it. Takes decimal text and keeps every digit of it: no float is made. */
export const moneyText = (amount: string, language: string): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency: 'CNY', currencyDisplay: 'narrowSymbol' }).format(
    amount as Intl.StringNumericLiteral,
  )
