import webPush from 'web-push'
import type { Config } from '../../../ground/config.ts'
import { pushAddress } from '../../../ground/calling/address.ts'
import { callOut, type Leash } from '../../../ground/calling/callOut.ts'
import type { Letter, Outcome } from './outcome.ts'
import type { PushKeys } from './pushKeys.ts'

/** What a push service holds for a browser that is away, s: whoever looks a day later looks at the console. */
const HELD_SECONDS = 86_400
/** What of a text is sent, bytes: services take 4096 of all, encrypted. */
const LONGEST_TITLE = 200
const LONGEST_TEXT = 1800
/** The push service knows the browser no more. */
const GONE = [404, 410]

/** Whom a push service may ask about what this installation sends: an address that is meant for it, else none that exists. */
export const pushContact = ({ publicUrl, alarms: { smtp } }: Pick<Config, 'publicUrl' | 'alarms'>): string => {
  if (publicUrl?.startsWith('https://')) return publicUrl
  return smtp === null ? 'mailto:nobody@furrow.invalid' : `mailto:${smtp.from.replace(/^.*<|>$/g, '')}`
}

/**
 * Hands a letter to the push service of a browser, encrypted so that only this browser reads it: `{title, text, link, severity, tag}`. The key
 * of the letter is its topic and its tag: of two tries that arrive the second takes the place of the first.
 */
export async function pushToBrowser(
  letter: Letter,
  signal: AbortSignal,
  { keys, contact, leash }: { keys: PushKeys; contact: string; leash: Leash },
): Promise<Outcome> {
  const { key, address, subject, text, page, severity, browser } = letter
  if (browser === null) return { why: 'noBrowser', code: null }
  if (pushAddress(address, leash.allow) === null) return { why: 'refused', code: null }
  const payload = { title: cut(subject, LONGEST_TITLE), text: cut(text, LONGEST_TEXT), link: page, severity, tag: key }
  const { headers, body } = webPush.generateRequestDetails({ endpoint: address, keys: browser }, JSON.stringify(payload), {
    vapidDetails: { subject: contact, ...keys },
    TTL: HELD_SECONDS,
    urgency: severity === 'critical' ? 'high' : 'normal',
    topic: key.replaceAll('-', ''),
  })
  const answer = await callOut(address, { headers, body, signal }, leash)
  if ('why' in answer) return { why: answer.why, code: null }
  if (GONE.includes(answer.status)) return { why: 'gone', code: answer.status }
  return { why: answer.status >= 200 && answer.status < 300 ? null : 'declined', code: answer.status }
}

/** At most so many bytes, and no half sign. */
function cut(text: string, most: number): string {
  const bytes = Buffer.from(text)
  return bytes.length <= most ? text : `${new TextDecoder().decode(bytes.subarray(0, most - 3), { stream: true })}…`
}
