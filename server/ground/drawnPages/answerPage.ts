import { Readable } from 'node:stream'
import { matches } from '../files/answerBytes.ts'
import type { Encoding } from '../http/assets.ts'
import { type Asking, Streamed } from '../http/handler.ts'
import type { KeptPage } from './keptPages.ts'

/** Kept by whoever got it, and asked for each time whether it still stands: what was withdrawn is gone at once. */
const ASKED_AGAIN = 'public, no-cache'

/** How pages that the server draws are answered, with the policy of their frame. */
export function pageAnswers(policy: string) {
  const common = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy, vary: 'accept-encoding, accept-language' }
  return {
    page({ bytes, etag }: KeptPage, encoding: Encoding, asking: Pick<Asking, 'header' | 'headOnly'>): Streamed {
      const headers = { ...common, 'cache-control': ASKED_AGAIN, etag }
      if (matches(asking.header('if-none-match'), etag)) return new Streamed(304, headers, Readable.from([]))
      const sized = { ...headers, 'content-length': bytes.length, ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }) }
      return new Streamed(200, sized, Readable.from(asking.headOnly ? [] : [bytes]))
    },
    /** A page in the place of one that is not there, or not now. */
    nothing: (status: number, page: string, more: Record<string, number> = {}): Streamed =>
      new Streamed(status, { ...common, ...more, 'cache-control': 'no-store' }, Readable.from([page])),
  }
}
