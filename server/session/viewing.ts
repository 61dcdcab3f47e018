import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { VIEWING_SECONDS } from '#contract/session/viewing'
import type { Job } from '../ground/clock/job.ts'
import type { Database } from '../ground/database/schema.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import type { Handlers } from '../ground/http/handler.ts'
import type { FullGate } from './gate.ts'

const SWEEP_EVERY_MS = 60_000

/** Looking at the console as somebody else. */
export function viewingHandlers({
  db,
  gate,
  clock,
}: {
  db: Kysely<Database>
  gate: FullGate
  clock: () => number
}): Handlers<CallGroups['viewing']> {
  return {
    async begin({ params: { id: viewedId } }, { caller, grant, inOwnName }) {
      if ((await gate.grant(viewedId, grant.tenantId)) === null) throw notFound()
      if (viewedId === caller.userId) throw new CallFailure('error.permission.denied')
      const [id, now] = [randomUUID(), clock()]
      const ends = now + VIEWING_SECONDS * 1000
      await inOwnName(db, (raw) =>
        raw
          .insertInto('viewing')
          .values({
            id,
            tenant_id: grant.tenantId,
            viewer_id: caller.userId,
            viewed_id: viewedId,
            session_id: caller.sessionId,
            began_at: now,
            ends_at: ends,
          })
          .execute(),
      )
      return { access_token: await gate.sign({ userId: viewedId, sessionId: id }, VIEWING_SECONDS), expires_in: VIEWING_SECONDS }
    },
    async end(_, { caller, endsViewing }) {
      if (caller.viewing === null) throw notFound()
      await endsViewing(db, (raw) =>
        raw.updateTable('viewing').set({ ended_at: clock() }).where('id', '=', caller.sessionId).where('ended_at', 'is', null).execute(),
      )
      gate.forget('session', caller.sessionId)
      return true as const
    },
  }
}

/** Notes the end of those whose hour is over, or whose session is, in the trail, too: by then they open nothing any more. */
export async function noteViewingsOver(db: Kysely<Database>, now: number): Promise<void> {
  await db
    .updateTable('viewing')
    .set((of) => ({ ended_at: of.fn<number>('least', [of.ref('ends_at'), of.val(now)]) }))
    .where('ended_at', 'is', null)
    .where((of) =>
      of.or([
        of('ends_at', '<=', now),
        of.not(
          of.exists(
            of
              .selectFrom('session')
              .select('session.id')
              .whereRef('session.id', '=', 'viewing.session_id')
              .where('session.revoked_at', 'is', null),
          ),
        ),
      ]),
    )
    .execute()
}

export const viewingSweep = (db: Kysely<Database>, clock: () => number): Job => ({
  name: 'session.viewingSweep',
  every: SWEEP_EVERY_MS,
  missed: 'catchUp',
  steps: () => noteViewingsOver(db, clock()),
})
