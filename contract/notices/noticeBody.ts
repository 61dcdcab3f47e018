/** The most UTF-16 units of a notice's body. */
export const NOTICE_BODY_MAX = 100_000

/**
 * What a notice's HTML may be made of: the server keeps nothing else, and the page shows nothing else. Words, lists, tables, links and
 * pictures that are part of the text itself; nothing that runs, loads, styles, names or sends.
 */
export const BODY_TAGS = [
  'p',
  'br',
  'hr',
  'div',
  'span',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'sub',
  'sup',
  'mark',
  'small',
  'blockquote',
  'pre',
  'code',
  'ul',
  'ol',
  'li',
  'table',
  'caption',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'th',
  'td',
  'a',
  'img',
] as const
/** The attributes that an element may keep; an element that is not named keeps none. */
export const BODY_ATTRIBUTES = {
  a: ['href'],
  img: ['src', 'alt', 'width', 'height'],
  ol: ['start'],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
} as const satisfies Partial<Record<(typeof BODY_TAGS)[number], readonly string[]>>
/** Where a link may lead: an address of its own, never a path of this console. */
export const LINK_SCHEMES = ['http', 'https', 'mailto', 'tel'] as const
/** Pictures stand in the body itself: one of another host would tell that host who reads. */
export const isBodyPicture = (src: string): boolean => /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]+$/.test(src)
