import { type Kysely, sql } from 'kysely'
import type { Database } from '../ground/database/schema.ts'
import { network } from './failures.ts'

const MINUTE_MS = 60_000

/** A limit of tries, refilled steadily. A subject is a name of the server's own, or an address, which stands for its network. */
export interface TryLimit {
  readonly isEmpty: (subject: string) => Promise<boolean>
  /** Takes a try; false where none was left. Of several at once each takes its own, on whichever server. */
  readonly take: (subject: string) => Promise<boolean>
}

export interface TryLimits {
  /** `perMinute` tries of one kind. */
  readonly of: (kind: string, perMinute: number) => TryLimit
  /** Forgets the subjects that have all their tries again. */
  readonly sweep: () => Promise<void>
}

export function tryLimits(db: Kysely<Database>, clock: () => number): TryLimits {
  return {
    of(kind, perMinute) {
      const subjectOf = (subject: string) => `${kind} ${network(subject)}`
      // A clock that was set back refills nothing.
      const level = (now: number) =>
        sql<number>`least(${perMinute}::float8, try_limit.tries + greatest(0, ${now}::bigint - try_limit.at) / ${MINUTE_MS}::float8 * ${perMinute}::float8)`
      return {
        async isEmpty(subject) {
          const known = await db
            .selectFrom('try_limit')
            .select(level(clock()).as('level'))
            .where('subject', '=', subjectOf(subject))
            .executeTakeFirst()
          return known !== undefined && known.level < 1
        },
        // Nobody waits for the disk: a crash of the database may forgive what was tried in its last moments.
        async take(subject) {
          const now = clock()
          const { rows } = await sql`
            with quick as (select set_config('synchronous_commit', 'off', true))
            insert into try_limit (subject, tries, at) select ${subjectOf(subject)}, ${perMinute - 1}::float8, ${now}::bigint from quick
            on conflict (subject) do update set tries = ${level(now)} - 1, at = ${now} where ${level(now)} >= 1
            returning subject`.execute(db)
          return rows.length > 0
        },
      }
    },
    sweep: async () =>
      void (await db
        .deleteFrom('try_limit')
        .where('at', '<', clock() - MINUTE_MS)
        .execute()),
  }
}
