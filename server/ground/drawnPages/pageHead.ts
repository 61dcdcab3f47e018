import type { Language } from '../words.ts'
import { OTHER } from './languages.ts'
import { type Markup, markup } from '../html/markup.ts'

/** What a page is that says of itself. */
interface Said {
  readonly language: Language
  /** Where the product is reached from outside; without it no link is absolute. */
  readonly base: string | null
  readonly kind: 'article' | 'website'
  readonly siteName: string
  readonly title: string
  readonly summary: string
  /** The path of the page in a language, or in that of whoever asks. */
  readonly pathIn: (language?: Language) => string
  /** The picture of its share card: its path and size. */
  readonly card: { readonly path: string; readonly width: number; readonly height: number } | null
}

/** What a page says of itself to who looks for pages, or hands it on. */
export function headOf(said: Said): Markup {
  const { language, base, summary, pathIn } = said
  const linked = (to?: Language) => `${base ?? ''}${pathIn(to)}`
  return markup`<meta name="description" content="${summary}">
<link rel="canonical" href="${linked(language)}">
<link rel="alternate" hreflang="${language}" href="${linked(language)}">
<link rel="alternate" hreflang="${OTHER[language]}" href="${linked(OTHER[language])}">
<link rel="alternate" hreflang="x-default" href="${linked()}">
${base !== null && shareCard(base, said)}`
}

/** Only an address that is whole leads anywhere from where a link was handed to. */
function shareCard(base: string, { language, kind, siteName, title, summary, pathIn, card }: Said): Markup {
  const og = (property: string, content: string | number) => markup`<meta property="og:${property}" content="${content}">
`
  const pictured = card !== null && [
    og('image', `${base}${card.path}`),
    og('image:type', 'image/jpeg'),
    og('image:width', card.width),
    og('image:height', card.height),
    og('image:alt', title),
  ]
  return markup`${[
    og('type', kind),
    og('site_name', siteName),
    og('title', title),
    og('description', summary),
    og('url', `${base}${pathIn(language)}`),
    og('locale', language.replace('-', '_')),
    og('locale:alternate', OTHER[language].replace('-', '_')),
  ]}${pictured}<meta name="twitter:card" content="${card === null ? 'summary' : 'summary_large_image'}">`
}
