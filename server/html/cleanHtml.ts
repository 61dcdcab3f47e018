import sanitize from 'sanitize-html'

const TAGS = [
  'p br hr h1 h2 h3 h4 h5 h6 blockquote pre code div span',
  'strong b em i u s sub sup mark small',
  'ul ol li dl dt dd',
  'table thead tbody tfoot tr th td caption colgroup col',
  'a img figure figcaption video audio source',
]

/**
 * What an editor of articles and notices can make, and nothing that runs: no script, no style sheet, no frame, no form, no handler.
 * A link of another house opens in a window that knows nothing of this one.
 */
const options: sanitize.IOptions = {
  allowedTags: TAGS.join(' ').split(' '),
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    video: ['src', 'controls', 'poster', 'width', 'height', 'preload'],
    audio: ['src', 'controls', 'preload'],
    source: ['src', 'type'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    col: ['span'],
    ol: ['start'],
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
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, attribs) => {
      const outside = /^https?:/i.test(attribs['href'] ?? '')
      return { tagName, attribs: outside ? { ...attribs, target: '_blank', rel: 'noopener noreferrer' } : attribs }
    },
  },
}

/** HTML that a person wrote, without anything that could act in a reader's browser. Cleaning what is clean changes nothing. */
export const cleanHtml = (html: string): string => sanitize(html, options)

/** The words of HTML: no markup, one line, at most `max` UTF-16 units. */
export function textOfHtml(html: string, max: number): string {
  // A tag is a gap: words of two paragraphs do not run together.
  const words = sanitize(html.replaceAll('<', ' <'), { allowedTags: [], allowedAttributes: {} })
  const plain = words
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (plain.length <= max) return plain
  // A cut through the middle of a character would be no text.
  return `${plain.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }
