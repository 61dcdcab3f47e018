import type { PushFault } from '#contract/organization/dataPush'
import { callOut, type Leash } from '../calling/callOut.ts'
import { type BrokerLine, openLine } from './brokerLine.ts'
import type { Keys } from './keys.ts'
import type { Receiver } from './target.ts'
import { type Delivery, headersOf, wordDelivery } from './word.ts'

/** What came of a try. */
export interface Outcome {
  /** null: it was taken. */
  readonly why: PushFault | null
  readonly code: number | null
  /** The first signs of what was answered. */
  readonly said: string
  /** It will not be taken later either. */
  readonly isFinal: boolean
  /** The other side asked for this pause, ms. */
  readonly pauseMs: number | null
}
const SAID = 500
/** Asked to come later: neither is a refusal of what is sent. */
const LATER = [408, 429]
const LONGEST_ASKED_MS = 3_600_000

const failed = (why: PushFault, rest: Partial<Outcome> = {}): Outcome => ({
  why,
  code: null,
  said: '',
  isFinal: false,
  pauseMs: null,
  ...rest,
})
const storable = (text: string) => text.slice(0, SAID).replaceAll('\u0000', '').toWellFormed()

function askedPause(retryAfter: string | null, now: number): number | null {
  if (retryAfter === null) return null
  const ms = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now
  return Number.isFinite(ms) && ms > 0 ? Math.min(LONGEST_ASKED_MS, ms) : null
}

/** Tries once; throws where `signal` ended it. A broker's line is opened where `line` has none, and kept there. */
export async function sendDelivery(
  receiver: Receiver,
  delivery: Delivery,
  { keys, now, signal, leash, line }: { keys: Keys; now: number; signal: AbortSignal; leash: Leash; line: { current: BrokerLine | null } },
): Promise<Outcome> {
  const messages = wordDelivery(receiver, delivery)
  if (receiver.kind === 'mqtt') {
    if (line.current === null || !line.current.isOpen()) {
      line.current?.close()
      const opened = await openLine({ address: receiver.address, userName: receiver.userName, password: keys.password }, signal, leash)
      if ('why' in opened) return failed(opened.why)
      line.current = opened
    }
    const isTaken = await line.current.say(
      messages.map(({ topic, body }) => ({ topic: topic!, body })),
      signal,
    )
    return isTaken === null ? { why: null, code: null, said: '', isFinal: false, pauseMs: null } : failed(isTaken)
  }
  const { body } = messages[0]!
  const headers = headersOf(receiver, delivery, { body, secret: keys.secret, own: keys.headers, at: now })
  const answer = await callOut(receiver.address, { headers, body, signal }, leash)
  if ('why' in answer) return failed(answer.why, { code: answer.status })
  const { status: code } = answer
  const said = storable(answer.text)
  if (code >= 200 && code < 300) return { why: null, code, said, isFinal: false, pauseMs: null }
  const isFinal = code >= 400 && code < 500 && !LATER.includes(code)
  return failed(isFinal ? 'declined' : 'busy', { code, said, isFinal, pauseMs: askedPause(answer.retryAfter, now) })
}
