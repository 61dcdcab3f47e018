import { seedPath } from '#contract/farm/seedPath'
import { type Markup, markup } from '../../ground/html/markup.ts'
import type { Language } from '../../ground/words.ts'
import { BOXES } from './boxes.ts'
import type { ShownSeed } from './shownSeed.ts'

export const OTHER = { 'zh-CN': 'en-US', 'en-US': 'zh-CN' } as const satisfies Record<Language, Language>

interface Said {
  readonly language: Language
  readonly base: string | null
  readonly title: string
  readonly summary: string
  /** The path of the picture of its share card. */
  readonly card: string | null
}

/** What a page says of itself to who looks for pages, or hands it on. */
export function headOf(seed: ShownSeed, said: Said): Markup {
  const { language, base, summary } = said
  const { tenantId, id } = seed
  const linked = (to?: Language) => `${base ?? ''}${seedPath(tenantId, id, to)}`
  return markup`<meta name="description" content="${summary}">
<link rel="canonical" href="${linked(language)}">
<link rel="alternate" hreflang="${language}" href="${linked(language)}">
<link rel="alternate" hreflang="${OTHER[language]}" href="${linked(OTHER[language])}">
<link rel="alternate" hreflang="x-default" href="${linked()}">
${base !== null && shareCard(seed, base, said)}`
}

/** Only an address that is whole leads anywhere from where a link was handed to. */
function shareCard({ tenantId, id, tenantName }: ShownSeed, base: string, { language, title, summary, card }: Said): Markup {
  const og = (property: string, content: string | number) => markup`<meta property="og:${property}" content="${content}">
`
  const { width, height } = BOXES.card
  const pictured = card !== null && [
    og('image', `${base}${card}`),
    og('image:type', 'image/jpeg'),
    og('image:width', width),
    og('image:height', height),
    og('image:alt', title),
  ]
  return markup`${[
    og('type', 'article'),
    og('site_name', tenantName),
    og('title', title),
    og('description', summary),
    og('url', `${base}${seedPath(tenantId, id, language)}`),
    og('locale', language.replace('-', '_')),
    og('locale:alternate', OTHER[language].replace('-', '_')),
  ]}${pictured}<meta name="twitter:card" content="${card === null ? 'summary' : 'summary_large_image'}">`
}
