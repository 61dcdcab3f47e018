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
  /** The receiver says of this delivery itself that it is never taken; all else is about the receiver, and waits for it. */
  readonly isDeclined: boolean
  /** The other side asked for this pause, ms. */
  readonly pauseMs: number | null
}
const SAID = 500
/**
 * What is said of the body that was sent: the same body is answered the same again, and what comes after it may be taken. Every other
 * status speaks of the receiver (who may call it, where it is, how it is), which somebody mends: what waits is not to blame.
 */
const ABOUT_THE_BODY: readonly number[] = [400, 409, 413, 422]
const FAULTS: readonly (readonly [fault: PushFault, codes: readonly number[]])[] = [
  ['declined', ABOUT_THE_BODY],
  ['denied', [401, 402, 403, 407]],
  ['missing', [404, 405, 410]],
  ['busy', [408, 425, 429]],
]
const faultOf = (code: number): PushFault => FAULTS.find(([, codes]) => codes.includes(code))?.[0] ?? (code >= 500 ? 'busy' : 'unexpected')
const LONGEST_ASKED_MS = 3_600_000

const failed = (why: PushFault, rest: Partial<Outcome> = {}): Outcome => ({
  why,
  code: null,
  said: '',
  isDeclined: false,
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
    return isTaken === null ? { why: null, code: null, said: '', isDeclined: false, pauseMs: null } : failed(isTaken)
  }
  const { body } = messages[0]!
  const headers = headersOf(receiver, delivery, { body, keys, at: now })
  const answer = await callOut(receiver.address, { headers, body, signal }, leash)
  if ('why' in answer) return failed(answer.why, { code: answer.status })
  const { status: code } = answer
  const said = storable(answer.text)
  if (code >= 200 && code < 300) return { why: null, code, said, isDeclined: false, pauseMs: null }
  const why = faultOf(code)
  return failed(why, { code, said, isDeclined: why === 'declined', pauseMs: askedPause(answer.retryAfter, now) })
}
