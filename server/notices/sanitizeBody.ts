import sanitizeHtml from 'sanitize-html'
import { BODY_ATTRIBUTES, BODY_TAGS, isBodyPicture, LINK_SCHEMES } from '#contract/notices/noticeBody'

/** Deeper nesting is cut: a page that draws it would take as long as its writer likes. */
const DEEPEST = 40
const LINK = new RegExp(`^(${LINK_SCHEMES.join('|')}):`, 'i')

const rules: sanitizeHtml.IOptions = {
  allowedTags: [...BODY_TAGS],
  allowedAttributes: Object.fromEntries(Object.entries(BODY_ATTRIBUTES).map(([tag, names]) => [tag, [...names]])),
  allowedSchemes: [...LINK_SCHEMES],
  allowedSchemesByTag: { img: ['data'] },
  allowProtocolRelative: false,
  nestingLimit: DEEPEST,
  transformTags: {
    a: (tagName, { href }): sanitizeHtml.Tag => ({ tagName, attribs: href != null && LINK.test(href) ? { href } : {} }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isBodyPicture(attribs['src'] ?? ''),
}

/** The HTML of a notice with nothing left in it but what contract/notices/noticeBody.ts allows. */
export const sanitizeBody = (html: string): string => sanitizeHtml(html, rules).trim()
