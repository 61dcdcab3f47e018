import { createHmac, randomBytes } from 'node:crypto'
import type { Keys } from './keys.ts'
import type { PushRecord } from './records.ts'
import type { Receiver } from './target.ts'

/** What is sent together. */
export interface Delivery {
  /** The same whenever it is sent. */
  readonly id: string
  readonly createdAt: number
  /** JSON, an array: thousands of records are written as they are kept, and read again only where they go out otherwise. */
  readonly records: string
  readonly resent: boolean
  readonly test?: true
}
interface Message {
  /** null: it is the body of a call. */
  readonly topic: string | null
  readonly body: string
}

export const newSecret = (): string => randomBytes(32).toString('base64url')
export const newKeyId = (): string => `k_${randomBytes(6).toString('hex')}`

const inTopic = (part: unknown): string =>
  (typeof part === 'string' || typeof part === 'number' ? String(part) : '').replaceAll(/[+#/\p{Cc}]/gu, '_') || '-'
/** The topic of a record: what stands in braces is filled in; what a record does not have is `-`. */
export function topicOf({ topic, tenantId }: Pick<Receiver, 'topic' | 'tenantId'>, record: PushRecord): string {
  const parts: Readonly<Record<string, unknown>> = {
    tenant: tenantId,
    source: record.source,
    area: record['areaId'],
    device: record['deviceId'],
    eui: record['eui'],
    code: record['code'],
  }
  return topic
    .split(/[{}]/)
    .map((part, at) => (at % 2 === 0 ? part : inTopic(parts[part])))
    .join('')
}

/** A delivery as it goes out. What is sent again says so in itself. */
export function wordDelivery(receiver: Receiver, { id, createdAt, records, resent, test }: Delivery): Message[] {
  const marks = { ...(resent && { resent: true }), ...(test && { test: true }) }
  const envelope = (given: string) => `${JSON.stringify({ deliveryId: id, createdAt, ...marks }).slice(0, -1)},"records":${given}}`
  const read = () => JSON.parse(records) as PushRecord[]
  switch (receiver.kind) {
    case 'webhook':
      return [{ topic: null, body: envelope(records) }]
    case 'http': {
      const isMarked = Object.keys(marks).length > 0
      if (receiver.format === 'json')
        return [{ topic: null, body: isMarked ? JSON.stringify(read().map((one) => ({ ...one, ...marks }))) : records }]
      return [
        {
          topic: null,
          body: read()
            .map((one) => `${JSON.stringify({ ...one, ...marks })}\n`)
            .join(''),
        },
      ]
    }
    case 'mqtt':
      return [...Map.groupBy(read(), (one) => topicOf(receiver, one))].map(([topic, given]) => ({
        topic,
        body: envelope(JSON.stringify(given)),
      }))
  }
}

/**
 * The headers of a call; `at` is ms UTC. Who receives it checks the signature over `<t>.<body>` and lets go what is older than it likes.
 * While `oldSecret` goes along there is one signature by each, the old one last and named by `furrow-key`: who reads one signature alone,
 * or looks its secret up by that name, goes on as before until it knows the new one.
 */
export function headersOf(
  { format, keyId, oldKeyId }: Pick<Receiver, 'format' | 'keyId' | 'oldKeyId'>,
  { id, resent, test }: Pick<Delivery, 'id' | 'resent' | 'test'>,
  { body, keys, at }: { body: string; keys: Pick<Keys, 'secret' | 'oldSecret' | 'headers'>; at: number },
): Record<string, string> {
  const t = Math.floor(at / 1000)
  const isChanging = keys.oldSecret !== null && oldKeyId !== null
  const sign = (secret: string) => `v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
  const signatures = isChanging ? [sign(keys.secret), sign(keys.oldSecret)] : [sign(keys.secret)]
  return {
    ...keys.headers,
    'content-type': format === 'ndjson' ? 'application/x-ndjson; charset=utf-8' : 'application/json; charset=utf-8',
    'idempotency-key': id,
    'furrow-delivery': id,
    'furrow-key': isChanging ? oldKeyId : keyId,
    ...(isChanging && { 'furrow-new-key': keyId }),
    'furrow-signature': [`t=${t}`, ...signatures].join(','),
    ...(resent && { 'furrow-resent': 'true' }),
    ...(test && { 'furrow-test': 'true' }),
  }
}
