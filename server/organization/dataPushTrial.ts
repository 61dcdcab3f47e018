import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import type { PushBody, PushOutcome } from '#contract/organization/dataPush'
import { httpAddress, mqttAddress } from '../ground/calling/address.ts'
import { foundFor, type Leash } from '../ground/calling/callOut.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure } from '../ground/failure.ts'
import type { BrokerLine } from '../ground/push/brokerLine.ts'
import { type Db, latestOf } from '../ground/push/records.ts'
import type { Keys } from '../ground/push/keys.ts'
import { sendDelivery } from '../ground/push/send.ts'
import type { Receiver } from '../ground/push/target.ts'
import type { Delivery } from '../ground/push/word.ts'

const PAUSE_MS = 1000
/** A try ends by itself long before. */
const LATEST_MS = 30_000
/** At saving, nobody waits longer for a name; it is judged again whenever it is connected to. */
const LOOK_UP_MS = 3000
/** Records of a sample at most. */
const MOST_SAMPLED = 20

/** Whether an address is one that is called, as far as can be told now: a host that nobody knows now may be known later. */
export async function isCalled({ kind, address }: Pick<PushBody, 'kind' | 'address'>, leash: Leash): Promise<boolean> {
  const url = (kind === 'mqtt' ? mqttAddress : httpAddress)(address.trim(), leash.allow)
  if (url === null) return false
  const found = await foundFor(url, AbortSignal.timeout(LOOK_UP_MS), leash).catch(() => null)
  return found === null || !('why' in found) || found.why !== 'refused'
}

export const receiverOf = (body: PushBody, tenantId: number, keyId: string, oldKeyId: string | null): Receiver => ({
  tenantId,
  keyId,
  oldKeyId,
  kind: body.kind,
  address: body.address.trim(),
  format: body.format,
  topic: body.topic.trim(),
  userName: body.userName,
})

/** What would be sent of the last real data, of how many records. */
export async function sampleOf({ raw, tenantId }: Scope, body: PushBody, now: number): Promise<Delivery & { n: number }> {
  const db: Db = {
    query: <Found extends object>(text: string, values: unknown[]) => raw.executeQuery<Found>(CompiledQuery.raw(text, values)),
  }
  const records = await latestOf(db, tenantId, body, Math.min(body.batchSize, MOST_SAMPLED))
  return { id: randomUUID(), createdAt: now, resent: false, test: true, records: JSON.stringify(records), n: records.length }
}

/** Sends a sample once; of a tenant at most one a second, so that nobody looks through what answers where. */
export function createPushTrial({ leash, clock }: { leash: Leash; clock: () => number }) {
  const lastAt = new Map<number, number>()
  return async (receiver: Receiver, delivery: Delivery, keys: Keys): Promise<PushOutcome> => {
    const now = clock()
    if (Math.abs(now - (lastAt.get(receiver.tenantId) ?? -Infinity)) < PAUSE_MS) throw new CallFailure('error.busy')
    lastAt.set(receiver.tenantId, now)
    const line: { current: BrokerLine | null } = { current: null }
    const begun = performance.now()
    const { why, code, said } = await sendDelivery(receiver, delivery, {
      keys,
      now,
      signal: AbortSignal.timeout(LATEST_MS),
      leash,
      line,
    }).finally(() => line.current?.close())
    return { why, code, said, ms: Math.round(performance.now() - begun) }
  }
}
