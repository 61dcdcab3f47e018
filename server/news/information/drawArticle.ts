import { informationPath } from '#contract/news/informationPath'
import { nameOf, OTHER } from '../../ground/drawnPages/languages.ts'
import { cleaned, markup } from '../../ground/html/markup.ts'
import { headOf } from '../../ground/drawnPages/pageHead.ts'
import { type Language, say } from '../../ground/words.ts'
import { pageOf } from './frame.ts'
import { articlePath, coverOf, dayMarkup, numberText, telling } from './parts.ts'
import { BOXES, shownCover } from './pictures.ts'
import { fileOf, type ShownArticle } from './shownNews.ts'

/** One article at an address of its own (NEWS-06); the list shows the same beside itself. */
export function drawArticle(article: ShownArticle, { language, base }: { language: Language; base: string | null }): string {
  const told = telling(article, language)
  const { t } = told
  const { tenantId, tenantName, id, title } = article
  const other = OTHER[language]
  const body = markup`<header>
<a class="site" href="${informationPath({ tenantId, lang: language })}">${tenantName} · ${t('title')}</a>
<a href="${informationPath({ tenantId, id, lang: other })}" hreflang="${other}" lang="${other}">${nameOf(other)}</a>
</header>
<main>
<article class="one" data-read="/wfpf/v1/public/${tenantId}/consult/${id}/read">
${article.category !== null && markup`<p class="category">${article.category}</p>`}
<h1>${title}</h1>
<p class="facts"><span>${t('released')} ${dayMarkup(article.uploadDate, article.timeZone)}</span><span>${t('source', { source: article.source || '--' })}</span>${article.label !== null && article.label !== '' && markup`<span class="label">${article.label}</span>`}<span>${t('reads')} <b data-reads="${id}">${numberText(article.readTime, language)}</b></span></p>
${coverOf(told, article, 'wide', true)}
<div class="said">${cleaned(article.content)}</div>
<p class="statement">${t('statement', { name: tenantName })}</p>
</article>
</main>
<footer><a href="${informationPath({ tenantId, lang: language })}">${t('more')}</a></footer>
<script src="/information/page.js" defer></script>`
  const card = fileOf(article.cover) === null ? null : shownCover({ id, tenant_id: tenantId }, article.cover, 'card')
  const head = headOf({
    language,
    base,
    kind: 'article',
    siteName: tenantName,
    title,
    summary: article.excerpt || title,
    pathIn: (lang) => (lang === language ? articlePath(told, id) : informationPath({ tenantId, id, lang })),
    card: card === null ? null : { path: card, width: BOXES.card.width, height: BOXES.card.height },
  })
  return pageOf({ language, title: `${title} · ${tenantName}`, head, body })
}

/** The page in the place of one that is not there, or not now. */
export function drawNothing(language: Language, why: 'missing' | 'silent' | 'busy'): string {
  const t = (word: string) => say(language, `news:page.${why}.${word}`)
  return pageOf({
    language,
    title: t('title'),
    head: markup`<meta name="robots" content="noindex">`,
    body: markup`<main class="empty"><h1>${t('title')}</h1><p>${t('text')}</p></main>`,
  })
}
