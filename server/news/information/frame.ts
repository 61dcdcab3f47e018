import { pageFrame } from '../../ground/drawnPages/pageFrame.ts'

// An article is fetched beside its list, and its reading is counted.
const frame = pageFrame({ style: new URL('page.css', import.meta.url), may: [`connect-src 'self'`] })
export const POLICY = frame.policy
/** A whole page, as text. */
export const pageOf = frame.page
