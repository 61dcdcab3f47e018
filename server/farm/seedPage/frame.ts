import { pageFrame } from '../../ground/drawnPages/pageFrame.ts'

const frame = pageFrame({ style: new URL('page.css', import.meta.url) })
export const POLICY = frame.policy
/** A whole page, as text. */
export const pageOf = frame.page
