import { feedPath, informationPath } from '#contract/news/informationPath'
import { nameOf, OTHER } from '../../ground/drawnPages/languages.ts'
import { type Markup, markup } from '../../ground/html/markup.ts'
import { headOf } from '../../ground/drawnPages/pageHead.ts'
import type { Language } from '../../ground/words.ts'
import { pageOf } from './frame.ts'
import { articlePath, coverOf, dayMarkup, dayParts, numberText, type Telling, telling } from './parts.ts'
import { fileOf, PAGE_SIZES, type ShownCard, type ShownList } from './shownNews.ts'
import { BOXES, shownCover } from './pictures.ts'

/** How many pages before and after the one at hand have a link. */
const NEAR = 2

/** The news of a tenant, whole without scripts; with them the headlines move by themselves, and an article opens beside the list. */
export function drawList(news: ShownList, { language, base }: { language: Language; base: string | null }): string {
  const told = telling(news, language)
  const { t } = told
  const { tenantId, tenantName, categories, category, page, size, slides } = news
  const at = { tenantId, category, size, lang: language }
  const other = OTHER[language]
  const tabs = [...categories, { id: 0, name: t('all') }]
  const body = markup`<header>
<a class="site" href="${informationPath({ tenantId, lang: language })}">${tenantName}</a>
<a href="${informationPath({ ...at, page, lang: other })}" hreflang="${other}" lang="${other}">${nameOf(other)}</a>
</header>
<main>
<h1>${t('title')}</h1>
<div class="top">
${slides.length > 0 && headlines(told, slides)}
${ranked(told, 'latest', news.latest)}
${ranked(told, 'hot', news.hot)}
</div>
<nav class="tabs" aria-label="${t('categories')}">${tabs.map(
    ({ id, name }) =>
      markup`<a href="${informationPath({ ...at, category: id })}" ${id === category && markup`aria-current="page"`}>${name}</a>`,
  )}</nav>
<section aria-label="${tabs.find(({ id }) => id === category)!.name}">
${news.cards.length === 0 ? markup`<p class="none">${t('none')}</p>` : markup`<ul class="cards">${news.cards.map((card) => cardMarkup(told, card))}</ul>`}
</section>
${pager(told, news)}
</main>
<footer><span>${t('by', { name: tenantName })}</span> <a href="${feedPath({ tenantId, lang: language })}">${t('feed')}</a></footer>
<dialog id="drawer" aria-label="${t('article')}"><div class="head"><button type="button" class="close">${t('close')}</button></div><div class="room"></div></dialog>
<script src="/information/page.js" defer></script>`
  const first = [...slides, ...news.cards].find(({ cover }) => fileOf(cover) !== null)
  const card = first && shownCover({ id: first.id, tenant_id: tenantId }, first.cover, 'card')
  const head = markup`${headOf({
    language,
    base,
    kind: 'website',
    siteName: tenantName,
    title: `${t('title')} · ${tenantName}`,
    summary: t('summary', { name: tenantName }),
    pathIn: (lang) => informationPath({ tenantId, ...(isFirst(news) ? {} : { category, page, size }), lang }),
    card: card == null ? null : { path: card, width: BOXES.card.width, height: BOXES.card.height },
  })}
<link rel="alternate" type="application/atom+xml" title="${tenantName}" href="${feedPath({ tenantId, lang: language })}">`
  return pageOf({ language, title: `${t('title')} · ${tenantName}`, head, body })
}

const isFirst = ({ page, category, categories, size }: ShownList) =>
  page === 1 && size === PAGE_SIZES[0] && category === (categories[0]?.id ?? 0)

const headlines = (told: Telling, slides: readonly ShownCard[]): Markup => markup`
<section class="headlines" aria-roledescription="carousel" aria-label="${told.t('headlines')}">
<ul>${slides.map(
  (slide, nth) => markup`
<li><a href="${articlePath(told, slide.id)}" data-article>${coverOf(told, slide, 'wide', nth === 0)}<span>${slide.title}</span></a></li>`,
)}</ul>
<div class="turns" hidden>
<button type="button" data-turn="-1" aria-label="${told.t('before')}">‹</button>
<button type="button" data-pause data-on="${told.t('pause')}" data-off="${told.t('play')}">${told.t('pause')}</button>
<button type="button" data-turn="1" aria-label="${told.t('next')}">›</button>
</div>
</section>`

const ranked = (told: Telling, name: 'latest' | 'hot', cards: readonly ShownCard[]): Markup | false =>
  cards.length > 0 &&
  markup`
<section class="ranked" aria-labelledby="${name}">
<h2 id="${name}">${told.t(name)}</h2>
<ol>${cards.map(
    (card, nth) => markup`
<li><span class="rank">${nth + 1}</span><a href="${articlePath(told, card.id)}" data-article>${card.title}</a>${dayMarkup(card.uploadDate, told.publisher.timeZone)}</li>`,
  )}</ol>
</section>`

function cardMarkup(told: Telling, card: ShownCard): Markup {
  const { t, language, publisher } = told
  const { day, month } = dayParts(card.uploadDate, publisher.timeZone)
  const cover = coverOf(told, card, 'small')
  return markup`
<li class="card ${cover && 'pictured'}">
${cover}
<div>
<h3><a href="${articlePath(told, card.id)}" data-article>${card.title}</a></h3>
<p>${card.excerpt}</p>
<p class="facts">${card.label !== null && card.label !== '' && markup`<span class="label">${card.label}</span>`}<span>${t('source', { source: card.source || '--' })}</span><span>${t('reads')} <b data-reads="${card.id}">${numberText(card.readTime, language)}</b></span></p>
</div>
<time datetime="${new Date(card.uploadDate).toISOString()}"><b>${day}</b>${month}</time>
</li>`
}

function pager({ t, language }: Telling, { tenantId, category, page, size, total }: ShownList): Markup {
  const last = Math.max(1, Math.ceil(total / size))
  const to = (which: number, many: number = size) => informationPath({ tenantId, category, page: which, size: many, lang: language })
  const near = Array.from({ length: last }, (_, nth) => nth + 1).filter((n) => n === 1 || n === last || Math.abs(n - page) <= NEAR)
  return markup`<nav class="pager" aria-label="${t('pages')}">
<span>${t('total', { count: numberText(total, language) })}</span>
${page > 1 && markup`<a href="${to(page - 1)}" rel="prev">${t('previousPage')}</a>`}
${near.map((n) => markup`<a href="${to(n)}" ${n === page && markup`aria-current="page"`}>${n}</a>`)}
${page < last && markup`<a href="${to(page + 1)}" rel="next">${t('nextPage')}</a>`}
<span class="sizes">${PAGE_SIZES.map(
    (many) => markup`<a href="${to(1, many)}" ${many === size && markup`aria-current="true"`}>${t('size', { count: many })}</a>`,
  )}</span>
</nav>`
}
