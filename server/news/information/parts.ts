import { informationPath } from '#contract/news/informationPath'
import { type Markup, markup } from '../../ground/html/markup.ts'
import { type Language, say } from '../../ground/words.ts'
import { BOXES, shownCover } from './pictures.ts'
import type { Publisher, ShownCard } from './shownNews.ts'

/** What the parts of a page share: whose it is, and in which words. */
export interface Telling {
  readonly publisher: Publisher
  readonly language: Language
  readonly t: (word: string, params?: Record<string, string | number>) => string
}
export const telling = (publisher: Publisher, language: Language): Telling => ({
  publisher,
  language,
  t: (word, params) => say(language, `news:page.${word}`, params),
})

export const numberText = (value: number, language: Language): string => new Intl.NumberFormat(language).format(value)
/** A day in the time of the publisher: in full, and as the documents have it on a card, its day apart from its month. */
export function dayParts(at: number, timeZone: string) {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)
  return { full: parts, day: parts.slice(8), month: parts.slice(0, 7) }
}
export const dayMarkup = (at: number, timeZone: string): Markup =>
  markup`<time datetime="${new Date(at).toISOString()}">${dayParts(at, timeZone).full}</time>`

export const articlePath = ({ publisher: { tenantId }, language }: Telling, id: number): string =>
  informationPath({ tenantId, id, lang: language })

/** The cover of an article in a box that it fills. */
export function coverOf(
  { publisher: { tenantId } }: Telling,
  { id, cover }: ShownCard,
  size: 'small' | 'wide',
  isFirst = false,
): Markup | null {
  const src = shownCover({ id, tenant_id: tenantId }, cover, size)
  const { width, height } = BOXES[size]
  return src === null
    ? null
    : markup`<img src="${src}" width="${width}" height="${height}" alt="" ${isFirst ? markup`fetchpriority="high"` : markup`loading="lazy" decoding="async"`}>`
}
