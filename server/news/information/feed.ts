import { feedPath, informationPath } from '#contract/news/informationPath'
import { type Markup, markup } from '../../ground/html/markup.ts'
import { type Language, say } from '../../ground/words.ts'
import type { Publisher, ShownCard } from './shownNews.ts'

// What XML cannot hold is left out: no entity says it.
const plain = (text: string) =>
  Array.from(text)
    .filter((sign) => (sign >= ' ' || '\t\n\r'.includes(sign)) && sign !== '\uFFFE' && sign !== '\uFFFF')
    .join('')
const whole = (xml: Markup) => `<?xml version="1.0" encoding="utf-8"?>\n${xml.text}\n`

/** The newest articles as Atom (RFC 4287). `base` is where the product is reached from outside. */
export function drawFeed(
  publisher: Publisher,
  cards: readonly ShownCard[],
  { language, base }: { language: Language; base: string },
): string {
  const { tenantId, tenantName } = publisher
  const pathOf = (id?: number) => `${base}${informationPath({ tenantId, id, lang: language })}`
  const atOf = (at: number) => new Date(at).toISOString()
  return whole(markup`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
<id>${`${base}${informationPath({ tenantId })}`}</id>
<title>${plain(`${say(language, 'news:page.title')} · ${tenantName}`)}</title>
<updated>${atOf(Math.max(0, ...cards.map(({ uploadDate }) => uploadDate)))}</updated>
<author><name>${plain(tenantName)}</name></author>
<link rel="self" type="application/atom+xml" href="${`${base}${feedPath({ tenantId, lang: language })}`}"/>
<link rel="alternate" type="text/html" href="${pathOf()}"/>
${cards.map(
  (card) => markup`<entry>
<id>${`${base}${informationPath({ tenantId, id: card.id })}`}</id>
<title>${plain(card.title)}</title>
<published>${atOf(card.uploadDate)}</published>
<updated>${atOf(card.uploadDate)}</updated>
<link rel="alternate" type="text/html" href="${pathOf(card.id)}"/>
${card.category !== null && markup`<category term="${plain(card.category)}"/>`}
<summary>${plain(card.excerpt)}</summary>
</entry>
`,
)}</feed>`)
}

/** The addresses of articles as a site map (sitemaps.org), each in both languages. */
export function drawMap({ tenantId }: Publisher, cards: readonly ShownCard[], base: string): string {
  const urlOf = (id?: number) => {
    const linked = (lang?: Language) => `${base}${informationPath({ tenantId, id, lang })}`
    return markup`<url><loc>${linked()}</loc>${(['zh-CN', 'en-US'] as const).map(
      (lang) => markup`<xhtml:link rel="alternate" hreflang="${lang}" href="${linked(lang)}"/>`,
    )}</url>
`
  }
  return whole(markup`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urlOf()}${cards.map(({ id }) => urlOf(id))}</urlset>`)
}
