import { folded } from '#contract/core/alike'

/** Where signs have forms beside a capital: width, and signs that stand for others. The ideographs, syllables and scripts in between have none. */
const FORMED = [
  [0x00, 0x33ff],
  [0xa640, 0xabff],
  [0xf900, 0xffff],
  [0x10780, 0x107ff],
  [0x1bc00, 0x1fbff],
  [0x2f800, 0x2fa1f],
  [0xe0000, 0xe0fff],
] as const
const signsOf = (text: string): string[] => Array.from(text)
const codesOf = (text: string) => signsOf(text).map((sign) => sign.codePointAt(0)!)

/** By what it is compared by, each sign that has another form, as its code point. */
const forms = new Map<string, number[]>()
const unseen: number[] = []
const blanks: number[] = []
for (const [from, to] of FORMED)
  for (let code = from; code <= to; code++) {
    const sign = String.fromCodePoint(code)
    if (/\p{Default_Ignorable_Code_Point}/u.test(sign)) unseen.push(code)
    else if (/\s/.test(sign)) blanks.push(code)
    else if (sign === 'ς' || sign.normalize('NFKC').toLowerCase() !== sign) {
      const plain = folded(sign)
      forms.set(plain, [...(forms.get(plain) ?? []), code])
    }
  }
/** The longest text that one sign stands for. */
const LONGEST = Math.max(...Array.from(forms.keys(), (plain) => codesOf(plain).length))

/** One of these code points, in a regular expression. */
function oneOf(codes: readonly number[]): string {
  const parts: string[] = []
  const sorted = [...new Set(codes)].toSorted((one, other) => one - other)
  sorted.forEach((code, at) => {
    if (sorted[at - 1] !== code - 1) parts.push(written(code))
    else if (sorted[at + 1] !== code + 1) parts.push('-', written(code))
  })
  return sorted.length === 1 ? parts[0]! : `[${parts.join('')}]`
}
/** ASCII by its number, so that nothing in it is a sign of the expression. */
const written = (code: number) => (code < 0x80 ? `\\u${code.toString(16).padStart(4, '0')}` : String.fromCodePoint(code))

const BETWEEN = `${oneOf(unseen)}*`
const AROUND = `${oneOf([...blanks, ...unseen])}*`
function signOf(plain: string): string {
  if (plain === ' ') return oneOf(blanks) + AROUND
  const capital = codesOf(plain.toUpperCase())
  return oneOf([...codesOf(plain), ...(capital.length === 1 ? capital : []), ...(forms.get(plain) ?? [])])
}
const inTurn = (parts: readonly string[]) => parts.join(BETWEEN)

/** One sign in all its forms, composed and not. */
function eachForm(plain: string): string {
  const parts = signsOf(plain.normalize('NFD'))
  return parts.length === 1 ? signOf(plain) : `(?:${signOf(plain)}|${inTurn(parts.map(signOf))})`
}

/** All forms of a text, without what is around it: a regular expression for PostgreSQL, and for JavaScript with the flag `u`. */
function everyForm(text: string): string {
  const signs = signsOf(folded(text))
  const parts: string[] = []
  for (let at = 0; at < signs.length;) {
    // `㎏` stands for `kg`: a sign for the longest part that begins here, or its signs in turn.
    let length = Math.min(LONGEST, signs.length - at)
    while (length > 1 && !forms.has(signs.slice(at, at + length).join(''))) length -= 1
    const part = signs.slice(at, at + length)
    const apart = inTurn(part.map(eachForm))
    parts.push(length === 1 ? apart : `(?:${oneOf(forms.get(part.join(''))!)}|${apart})`)
    at += length
  }
  return inTurn(parts)
}

/**
 * The regular expression (`~`) that finds a text anywhere, however it is written: case, width, composed or not, spaced, with or without what
 * nobody sees. It is of the pattern and not of the column, so that an index on the column would serve it, and
 * every row is found that stands already. The same as `holds` (contract/core/alike.ts).
 */
export const containing = everyForm
/** The same where it is the whole text. */
export const being = (text: string): string => `^${AROUND}${everyForm(text)}${AROUND}$`
/** One such expression for each word of a text; none for a blank one. */
export const containingEach = (text: string | undefined): string[] =>
  folded(text ?? '')
    .split(' ')
    .filter(Boolean)
    .map(everyForm)
