/** HTML that is whole: what `markup` made, or what was cleaned before. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => SIGNS[sign]!)

/** False and null say nothing. */
type Part = string | number | Markup | null | false | readonly Markup[]
const written = (part: Part): string => {
  if (part === null || part === false) return ''
  if (part instanceof Markup) return part.text
  return typeof part === 'object' ? part.map(({ text }) => text).join('') : escaped(String(part))
}

/** A template of HTML: whatever text stands in it is text, between elements and in quoted attributes; only markup is markup. */
export const markup = (given: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(given.map((text, at) => text + (at < parts.length ? written(parts[at]!) : '')).join(''))
/** HTML that was cleaned before. */
export const cleaned = (text: string): Markup => new Markup(text)
