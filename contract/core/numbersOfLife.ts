import { halfWidth } from './halfWidth.ts'

/** How long a text of telephone numbers may be. */
export const CONTACT_MAX = 60
const MOST_NUMBERS = 3
const NUMBER = /^\+?[\d ()-]{5,30}$/
const EXTENSION = /[ -]?(?:extension|ext\.?|x|#|转|分机)[ :.]?\d{1,6}$/i

/**
 * Whether a text is a telephone number as people write it, or up to three: digits (5 to 20), a plus, spaces, hyphens, the area code in brackets, an
 * extension behind (`转 801`, `ext. 801`, `#801`); between two a comma, semicolon or slash; full-width signs as half-width ones. It is kept as typed.
 * For contacts: who signs in by phone has one number of another form.
 */
export function isContact(text: string): boolean {
  if (text.length > CONTACT_MAX) return false
  const numbers = halfWidth(text)
    .split(/[,;/、]/)
    .map((one) => one.trim())
  return (
    numbers.length <= MOST_NUMBERS &&
    numbers.every((one) => {
      const number = one.replace(EXTENSION, '').trim()
      const digits = number.replaceAll(/\D/g, '').length
      return NUMBER.test(number) && digits >= 5 && digits <= 20 && areClosed(number)
    })
  )
}

/** Each bracket is closed behind a digit, and none stands in another. */
function areClosed(text: string): boolean {
  const [before, ...opened] = text.split('(')
  if (before!.includes(')')) return false
  return opened.every((part) => {
    const [within, ...after] = part.split(')')
    return after.length === 1 && /\d/.test(within!)
  })
}

/** The letters and digits of a number that people part by spaces and hyphens; null where something else stands in it. */
const parted = (text: string): string | null => {
  const plain = halfWidth(text).replaceAll(/[ -]/g, '')
  return /^[0-9A-Za-z]*$/.test(plain) ? plain : null
}
const ACCOUNT_MAX = 60
const isParted = (text: string, least: number, most: number): boolean => {
  const plain = text.length > ACCOUNT_MAX ? null : parted(text)
  return plain !== null && plain.length >= least && plain.length <= most
}
/** The number of a bank account, also of other countries (IBAN): 6 to 34 digits and letters, parted by spaces and hyphens as they are printed. */
export const isBankAccount = (text: string): boolean => isParted(text, 6, 34)
/** The number by which a company pays taxes: 8 to 20 digits and letters, parted likewise. */
export const isTaxNumber = (text: string): boolean => isParted(text, 8, 20)
