import { seedPath } from '#contract/farm/seedPath'
import { textOfHtml } from '../../ground/html/cleanHtml.ts'
import { nameOf, OTHER } from '../../ground/drawnPages/languages.ts'
import { cleaned, type Markup, markup } from '../../ground/html/markup.ts'
import { type Language, say } from '../../ground/words.ts'
import { picturesOf } from './drawPictures.ts'
import { pageOf } from './frame.ts'
import { headOf } from './head.ts'
import type { ShownSeed } from './shownSeed.ts'

/** Of a description in a search or on a share card. */
const SUMMARY_MAX = 160

/** The page of a seed in a language, whole without scripts. `base` is where the product is reached from outside; without it no link is absolute. */
export function drawSeed(seed: ShownSeed, { language, base }: { language: Language; base: string | null }): string {
  const { tenantId, id, tenantName, picture, farmingPractices } = seed
  const t = (word: string, params?: Record<string, string>) => say(language, `farm:seedPage.${word}`, params)
  const both = (name: string, enName: string | null): readonly [string, string | null] =>
    language === 'en-US' && enName !== null ? [enName, name] : [name, enName]
  const [name, otherName] = both(seed.seedName, seed.seedEnName)
  const crop = (seed.cropName === null ? [] : both(seed.cropName, seed.corpEnName)).filter((one) => one !== null).join(' · ')
  const { pathOf, first, small, medium } = picturesOf(seed)
  const other = (text: string | null) => text !== null && text !== '' && markup`<p class="other">${text}</p>`

  const words = (seed.publicity ?? '').split('\n').filter((line) => line.trim() !== '')
  const practices = farmingPractices.map((one, at) => {
    const info = `practice-${at + 1}`
    return {
      card: markup`<li><a href="#${info}" data-info>${one.picture !== null && small(one.picture, '')}<span>${one.name}</span></a></li>`,
      info: markup`
<dialog id="${info}" aria-labelledby="${info}-name">
${one.picture !== null && medium(one.picture, one.name)}
<div class="in">
<div class="head"><h3 id="${info}-name">${one.name}</h3><a class="close" href="#practices">${t('close')}</a></div>
<div class="said">${one.description === '' ? markup`<p>${t('nothing')}</p>` : cleaned(one.description)}</div>
</div>
</dialog>`,
    }
  })
  const attributes = seed.productAttributes.map((one) => {
    const [called, otherwise] = both(one.name, one.enName)
    return markup`
<article class="passage ${one.picture !== null && 'pictured'}">
${one.picture !== null && medium(one.picture, called)}
<div><h3>${called}</h3>${other(otherwise)}<div class="said">${cleaned(one.description)}</div></div>
</article>`
  })

  const body = markup`<header>
<span>${tenantName}</span>
<a href="${seedPath(tenantId, id, OTHER[language])}" hreflang="${OTHER[language]}" lang="${OTHER[language]}">${nameOf(OTHER[language])}</a>
</header>
<main>
<div class="seed ${picture !== null && 'pictured'}">
${picture !== null && first(picture, name)}
<div>
${crop !== '' && markup`<p class="crop">${crop}</p>`}
<h1>${name}</h1>
${other(otherName)}
${words.length > 0 && markup`<div class="publicity">${words.map((line) => markup`<p>${line}</p>`)}</div>`}
</div>
</div>
${practices.length > 0 && section('practices', t('practices'), markup`<ul class="cards">${practices.map(({ card }) => card)}</ul>`)}
${attributes.length > 0 && section('attributes', t('attributes'), markup`<div class="attributes">${attributes}</div>`)}
</main>
<footer>${t('by', { name: tenantName })}</footer>
${practices.map(({ info }) => info)}
${practices.length > 0 && markup`<script src="/seed/page.js" defer></script>`}`

  const said = words.join(' ')
  const summary =
    said === '' ? [name, crop, tenantName].filter((one) => one !== '').join(' · ') : textOfHtml(markup`${said}`.text, SUMMARY_MAX)
  const card = picture && pathOf(picture, 'card')
  const head = headOf(seed, { language, base, title: name, summary, card })
  return pageOf({ language, title: `${name} · ${tenantName}`, head, body })
}

const section = (id: string, title: string, inside: Markup) => markup`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${inside}
</section>`

/** The page in the place of one that is not there, or not now: it says nothing of why, so that nobody finds out what is there. */
export function drawNothing(language: Language, why: 'missing' | 'busy'): string {
  const t = (word: string) => say(language, `farm:seedPage.${why}.${word}`)
  return pageOf({
    language,
    title: t('title'),
    head: markup`<meta name="robots" content="noindex">`,
    body: markup`<main class="empty"><h1>${t('title')}</h1><p>${t('text')}</p></main>`,
  })
}
