import sanitize from 'sanitize-html'
import { parseFileUrl } from '#contract/media/files'
import { BODY_ATTRIBUTES, BODY_TAGS, isBodyPicture, LINK_SCHEMES } from '#contract/notices/noticeBody'

/** Deeper nesting is cut: a page that draws it would take as long as its writer likes. */
const DEEPEST = 40
/** The parser pays for each open element again at every further one; nobody writes so many inside each other, and what follows them is cut. */
const OPEN_MOST = 2000
const NAMED = new RegExp(`^(${LINK_SCHEMES.join('|')}):`, 'i')

/**
 * HTML that a person wrote, without anything that could act in a reader's browser: no script, no style sheet, no frame, no form, no
 * handler; beyond that, what `own` allows. Cleaning what is clean changes nothing.
 */
const cleaner = (own: sanitize.IOptions) => {
  const rules: sanitize.IOptions = { allowedSchemes: [...LINK_SCHEMES], allowProtocolRelative: false, nestingLimit: DEEPEST, ...own }
  return (html: string): string => sanitize(notTooOpen(html), rules).trim()
}

/** The HTML as far as no more elements are open at one time, by their signs alone; those without content are none. */
function notTooOpen(html: string): string {
  let open = 0
  for (const { 0: sign, index } of html.matchAll(/<(?:\/|(?!(?:area|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b)[a-z])/gi)) {
    open = sign === '</' ? Math.max(0, open - 1) : open + 1
    if (open > OPEN_MOST) return html.slice(0, index)
  }
  return html
}
const notice = {
  allowedTags: [...BODY_TAGS],
  allowedAttributes: Object.fromEntries(Object.entries(BODY_ATTRIBUTES).map(([tag, names]) => [tag, [...names] as string[]])),
}

/** The HTML of a notice with nothing left in it but what contract/notices/noticeBody.ts allows. */
export const cleanNotice = cleaner({
  ...notice,
  allowedSchemesByTag: { img: ['data'] },
  transformTags: {
    a: (tagName, { href }): sanitize.Tag => ({ tagName, attribs: href != null && NAMED.test(href) ? { href } : {} }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isBodyPicture(attribs['src'] ?? ''),
})

/**
 * The HTML of an article: what a notice may be made of, films, and the plain styles of an editor. A link of another house opens in a
 * window that knows nothing of this one.
 */
export const cleanArticle = cleaner({
  allowedTags: [...notice.allowedTags, ...'dl dt dd colgroup col figure figcaption video audio source'.split(' ')],
  allowedAttributes: {
    ...notice.allowedAttributes,
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    video: ['src', 'controls', 'poster', 'width', 'height', 'preload'],
    audio: ['src', 'controls', 'preload'],
    source: ['src', 'type'],
    th: ['colspan', 'rowspan', 'scope'],
    col: ['span'],
    '*': ['style', 'lang', 'dir'],
  },
  allowedStyles: {
    '*': {
      'text-align': [/^(left|right|center|justify)$/],
      'font-weight': [/^(bold|normal|[1-9]00)$/],
      'font-style': [/^(italic|normal)$/],
      'text-decoration': [/^(underline|line-through|none)$/],
      'text-indent': [/^\d{1,2}(\.\d+)?(em|px)$/],
    },
  },
  transformTags: {
    a: (tagName, attribs) => {
      const outside = /^https?:/i.test(attribs['href'] ?? '')
      return { tagName, attribs: outside ? { ...attribs, target: '_blank', rel: 'noopener noreferrer' } : attribs }
    },
    // A picture of which nobody said what it shows is read out as nothing, not as its address.
    img: (tagName, attribs) => ({ tagName, attribs: { alt: '', ...attribs } }),
  },
  // Whoever reads is told to nobody: what is shown is of this product.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isOwn(attribs['src'] ?? ''),
})

/** A picture, film or sound of this product: a file of a tenant, or what comes with the product itself. */
const isOwn = (address: string) => parseFileUrl(address) !== null || /^\/home\/[\w.-]{1,100}$/.test(address)
// As a browser reads an address: blanks and signs that are not seen are none.
const ELSEWHERE = /^([a-z][a-z\d+.-]*:|[/\\]{2})/i
const seen = (address: string) =>
  Array.from(address)
    .filter((sign) => sign > ' ')
    .join('')

/** Whether HTML shows a picture, film or sound that is none of this product: of another house, or inside the text itself. */
export function foreignMedia(html: string): boolean {
  let found = false
  const look = (tagName: string, attribs: sanitize.Attributes): sanitize.Tag => {
    for (const address of [attribs['src'], attribs['poster'], ...(attribs['srcset'] ?? '').split(',')])
      found ||= address !== undefined && ELSEWHERE.test(seen(address)) && !isOwn(address)
    return { tagName, attribs }
  }
  const MEDIA = ['img', 'video', 'audio', 'source'] as const
  sanitize(notTooOpen(html), {
    allowedTags: [...MEDIA],
    allowedAttributes: false,
    transformTags: Object.fromEntries(MEDIA.map((tag) => [tag, look])),
  })
  return found
}

/** What an article shows to everybody: no film, and of its pictures those of which `pictureOf` knows where everybody finds them. */
export function cleanShownArticle(html: string, pictureOf: (address: string) => Readonly<Record<string, string>> | null): string {
  return cleaner({
    ...notice,
    allowedTags: [...notice.allowedTags, 'figure', 'figcaption', 'h2', 'h3', 'h4'],
    allowedAttributes: {
      ...notice.allowedAttributes,
      a: ['href', 'rel', 'target'],
      img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
      th: ['colspan', 'rowspan', 'scope'],
    },
    transformTags: {
      h1: 'h2',
      a: (tagName, { href }): sanitize.Tag => ({
        tagName,
        attribs: href != null && NAMED.test(href) ? { href, rel: 'nofollow noopener noreferrer', target: '_blank' } : {},
      }),
      img: (tagName, { src = '', alt = '' }): sanitize.Tag => ({ tagName, attribs: { ...pictureOf(src), alt } }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs['src'] === undefined,
  })(html)
}

/** A heading of it stands below those of the page that it is a part of. */
const BELOW = Object.fromEntries(['h1', 'h2', 'h3'].map((tag) => [tag, 'h4']))
/**
 * The HTML of a passage that everybody reads: words, lists, tables and links. No pictures: its own stands beside it. A link tells nobody
 * where it was followed from, and recommends nothing to a search engine.
 */
export const cleanPassage = cleaner({
  ...notice,
  allowedTags: BODY_TAGS.filter((tag) => tag !== 'img'),
  allowedAttributes: { ...notice.allowedAttributes, a: ['href', 'rel', 'target'], img: [] },
  transformTags: {
    ...BELOW,
    a: (tagName, { href }): sanitize.Tag => ({
      tagName,
      attribs: href != null && NAMED.test(href) ? { href, rel: 'nofollow noopener noreferrer', target: '_blank' } : {},
    }),
  },
})

/** The words of HTML: no markup, one line, at most `max` UTF-16 units. */
export function textOfHtml(html: string, max: number): string {
  // A tag is a gap: words of two paragraphs do not run together.
  const words = sanitize(notTooOpen(html).replaceAll('<', ' <'), { allowedTags: [], allowedAttributes: {} })
  const plain = words
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (plain.length <= max) return plain
  // A cut through the middle of a character would be no text.
  return `${plain.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }
