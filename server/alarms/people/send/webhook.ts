import { createHmac } from 'node:crypto'
import { callOut, type Leash } from '../../../ground/calling/callOut.ts'
import type { Letter, Outcome } from './outcome.ts'

/** More alarms are counted, and not named. */
const MOST_NAMED = 1000

/**
 * Posts a letter as JSON to somebody's own service; any 2xx means taken. `Idempotency-Key` is the same at every try, as is the body; with a
 * secret, `X-Furrow-Signature` is `sha256=` and the HMAC of `<X-Furrow-Timestamp>.<body>` in hexadecimal, the moment in ms.
 */
export async function callWebhook(letter: Letter, signal: AbortSignal, now: number, leash: Leash): Promise<Outcome> {
  const { key, secret, subject, text, link, severity, tenantId, areaId, alarmIds } = letter
  const body = JSON.stringify({
    key,
    tenantId,
    areaId,
    severity,
    subject,
    text,
    link,
    alarms: alarmIds.length,
    alarmIds: alarmIds.slice(0, MOST_NAMED),
  })
  const timestamp = String(now)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'idempotency-key': key,
    'x-furrow-timestamp': timestamp,
    ...(secret === null
      ? {}
      : { 'x-furrow-signature': `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}` }),
  }
  const answer = await callOut(letter.address, { headers, body, signal }, leash)
  if ('why' in answer) return { why: answer.why, code: null }
  return { why: answer.status >= 200 && answer.status < 300 ? null : 'declined', code: answer.status }
}
