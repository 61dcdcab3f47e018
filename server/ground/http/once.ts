import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Expression, type Kysely, sql, type Transaction } from 'kysely'
import { FIELD_KEY } from '#contract/core/idempotencyKey'
import type { Database } from '../database/schema.ts'
import type { Scope } from '../database/scope.ts'
import { CallFailure } from '../failure.ts'
import type { Asking } from './handler.ts'

/** How long an act is remembered, ms. */
const REMEMBERED_MS = 24 * 3_600_000
/** The same of what was written without network, and may be sent again after weeks in a drawer. */
const FIELD_REMEMBERED_MS = 90 * REMEMBERED_MS
/** A longer answer is not kept: who asks again is told that it was done. */
const LONGEST_ANSWER = 16 * 1024
/** Of one user in a tenant so many acts are remembered, the newest: nobody fills the database by acting. */
export const MOST_REMEMBERED = 1000
/** How long one that was sent again waits for the answer of the first, ms. */
const PATIENCE_MS = 1500
const LOOK_MS = 50

/** Keys of the field do not displace others, nor others them. */
const isOfField = (column: Expression<string>, key: string) =>
  sql<boolean>`starts_with(${column}, ${FIELD_KEY}) = ${key.startsWith(FIELD_KEY)}`

/** The act was received before, and committed. */
class Repeated extends Error {}

/**
 * Does an act once under its key. The first transaction of the handler takes the key with what it writes, so that both are there or
 * neither; whoever sends it again is answered as the first time. Throws error.call.otherInput where the key was another act's, and
 * error.call.repeated where the first one's answer is not known (its server ended before it was written, or it carries a secret).
 * An act that fails gives its key back.
 */
export async function once<Answer>(
  given: { key: string; act: string; input: unknown; asking: Asking; clock: () => number; isSecret: boolean },
  handle: (asking: Asking) => Promise<Answer>,
  textOf: (answer: Answer) => string,
): Promise<string> {
  const { key, act, input, asking, clock, isSecret } = given
  const { userId } = asking.caller
  const digest = createHash('sha256')
    .update(`${act} ${JSON.stringify(input)}`)
    .digest('base64url')
  let taken = false
  const { tenantId } = asking.grant
  const take = async (raw: Kysely<Database>) => {
    const row = await raw
      .insertInto('done_call')
      .values({ tenant_id: tenantId, user_id: userId, key, digest, at: clock() })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst()
    if (!row) throw new Repeated()
    await raw
      .deleteFrom('done_call')
      .where('done_call.tenant_id', '=', tenantId)
      .where('done_call.user_id', '=', userId)
      .where((eb) => isOfField(eb.ref('done_call.key'), key))
      .where('done_call.at', '<', (eb) =>
        eb
          .selectFrom('done_call as newer')
          .select('newer.at')
          .where('newer.tenant_id', '=', tenantId)
          .where('newer.user_id', '=', userId)
          .where((of) => isOfField(of.ref('newer.key'), key))
          .orderBy('newer.at', 'desc')
          .offset(MOST_REMEMBERED - 1)
          .limit(1),
      )
      .execute()
  }
  const own = <T>(work: (scope: Scope) => Promise<T>) => asking.inTenant(work)
  /** The first transaction of the handler takes the key, in whichever role it writes. */
  const taking = async <T>(transaction: (before: (raw: Kysely<Database>) => Promise<void>) => Promise<T>): Promise<T> => {
    const isFirst = !taken
    const done = await transaction(async (raw) => {
      if (isFirst) await take(raw)
    })
    taken = true
    return done
  }
  const wrapped: Asking = Object.create(asking, {
    inTenant: {
      value: <T>(work: (scope: Scope) => Promise<T>) =>
        taking((before) =>
          own(async (scope) => {
            await before(scope.raw)
            return work(scope)
          }),
        ),
    },
    inOwnName: {
      value: <T>(service: Kysely<Database>, work: (raw: Transaction<Database>) => Promise<T>) =>
        taking((before) =>
          asking.inOwnName(service, async (raw) => {
            await before(raw)
            return work(raw)
          }),
        ),
    },
  }) as Asking
  const rowOf = (scope: Scope) => scope.select('done_call').where('done_call.user_id', '=', userId).where('done_call.key', '=', key)
  try {
    const text = textOf(await handle(wrapped))
    if (taken && !isSecret && text.length <= LONGEST_ANSWER)
      await own((scope) =>
        scope.update('done_call').set({ answer: text }).where('done_call.user_id', '=', userId).where('done_call.key', '=', key).execute(),
      )
    return text
  } catch (cause) {
    if (cause instanceof Repeated) {
      for (const until = performance.now() + PATIENCE_MS; ; await sleep(LOOK_MS)) {
        const before = await own((scope) => rowOf(scope).select(['done_call.digest', 'done_call.answer']).executeTakeFirst())
        if (before && before.digest !== digest) throw new CallFailure('error.call.otherInput')
        if (before?.answer != null) return before.answer
        if (!before || isSecret || performance.now() >= until) throw new CallFailure('error.call.repeated')
      }
    }
    // What a handler refuses after it has read was not done: the key is free for another try.
    if (taken && cause instanceof CallFailure)
      await own((scope) => scope.remove('done_call').where('done_call.user_id', '=', userId).where('done_call.key', '=', key).execute())
    throw cause
  }
}

/** Forgets acts that are older than a day, and those of the field that are older than a season. */
export async function forgetDone(db: Kysely<Database>, now: number): Promise<void> {
  await db
    .deleteFrom('done_call')
    .where('at', '<', now - REMEMBERED_MS)
    .where((eb) => eb.or([eb('at', '<', now - FIELD_REMEMBERED_MS), eb.not(eb.fn<boolean>('starts_with', ['key', eb.val(FIELD_KEY)]))]))
    .execute()
}
