import createDomPurify from 'dompurify'
import { BODY_ATTRIBUTES, BODY_TAGS, isBodyPicture, LINK_SCHEMES } from '#contract/notices/noticeBody'

const LINK = new RegExp(`^(?:${LINK_SCHEMES.join('|')}):`, 'i')
const ATTRIBUTES: string[] = [...new Set(Object.values(BODY_ATTRIBUTES).flat())]
const cleaner = createDomPurify(window)
cleaner.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'IMG' && !isBodyPicture(node.getAttribute('src') ?? '')) node.remove()
  if (node.tagName !== 'A' || !node.hasAttribute('href')) return
  // The reader stays here, and the other page learns nothing of this one.
  node.setAttribute('target', '_blank')
  node.setAttribute('rel', 'noopener noreferrer')
})

/** A notice's HTML, made harmless a second time: the page does not rest on what the server stored. */
export const cleanBody = (html: string): string =>
  cleaner.sanitize(html, {
    ALLOWED_TAGS: [...BODY_TAGS],
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOWED_URI_REGEXP: LINK,
    // The rule for addresses is meant for addresses alone.
    ADD_URI_SAFE_ATTR: ATTRIBUTES.filter((name) => name !== 'href' && name !== 'src'),
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  })

const PREVIEW = 240
const BREAKS = /<(?:\/(?:p|div|li|h\d|tr|t[dh]|blockquote|pre)|br|hr)\b[^>]*>/gi

/** NOTICES-02: the words of a notice without its tags, on one line; a table is none without its lines. */
export function previewOf(html: string): string {
  const page = new DOMParser().parseFromString(html.replaceAll(BREAKS, '$& '), 'text/html')
  for (const silent of page.querySelectorAll('script, style, template, table')) silent.remove()
  const words = (page.body.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
  return words.length > PREVIEW ? `${words.slice(0, PREVIEW).trimEnd()}…` : words
}
