import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import type { Database } from '../database/schema.ts'

/** A timer whose time has come. */
export interface Turn<Payload = object> {
  /** null where it belongs to no tenant, as all that recurs. */
  readonly tenantId: number | null
  readonly key: string
  readonly payload: Payload
  /** The time it was set for, ms UTC. */
  readonly dueAt: number
}

interface Kind {
  /** Its name in the table: lasts as long as its rows. */
  readonly name: string
  /** It recurs at this interval, ms; without it, it runs at the times that are set for it. */
  readonly every?: number
  /**
   * What becomes of a time at which no server ran: `catchUp` runs once, however many were missed; `skip` waits for the next one, or lets
   * a single timer go.
   */
  readonly missed: 'catchUp' | 'skip'
  /** Is told once its transaction is committed, for what this process does about it at once; after a kill nobody is. */
  readonly committed?: () => void
}

/**
 * Something that is done at a time. A kill, or a failure, has it done again, so it says how that does no harm:
 *
 * - `once`: what it writes with `work` is committed with its end, so it takes effect once. For short work in the database; it is given up
 *   after half a minute.
 * - `together`: the same, for all that is due of one tenant, in one transaction.
 * - `steps`: for long work, or such as reaches outside the database. It holds no transaction, so each of its steps must bear being done
 *   twice. It stops between two steps once the signal is given, and is then done again from the beginning.
 */
export type Job<Payload = object> = Kind &
  (
    | { once(work: Transaction<Database>, turn: Turn<Payload>, signal: AbortSignal): Promise<void> }
    | { together(work: Transaction<Database>, turns: readonly Turn<Payload>[], signal: AbortSignal): Promise<void> }
    | { steps(turn: Turn<Payload>, signal: AbortSignal): Promise<void> }
  )

interface Timer<Payload> {
  readonly tenantId: number | null
  /** Of one job and tenant there is one timer with a key: the one that is set last. */
  readonly key: string
  /** ms UTC. */
  readonly at: number
  /**
   * Where it stands for a time that passes, how long that is, ms: after the clock was set back it lies no further ahead than this. Without it
   * the moment counts.
   */
  readonly span?: number
  readonly payload: Payload
}

/**
 * Inserts timers of one job from the rows of `source`, which has the columns tenant_id, key, due_at and span (as `Timer` has it); part of
 * whatever statement finds them. A name is a plain word.
 */
export const insertTimers = (name: string, source: string) => `insert into furrow.job (name, tenant_id, key, due_at, span, created_at)
  select '${name}', tenant_id, key, due_at, span, due_at from (${source}) as timers order by tenant_id, key
  on conflict (name, tenant_id, key) do update set due_at = excluded.due_at, span = excluded.span, attempts = 0, error = null`

/** Sets a timer, in the transaction of what it follows from; where there is one with this key, it is moved. */
export async function setTimer<Payload extends object>(
  work: Kysely<Database>,
  job: Pick<Job<Payload>, 'name'>,
  { tenantId, key, at, span, payload }: Timer<Payload>,
): Promise<void> {
  await work.executeQuery(
    CompiledQuery.raw(
      `insert into furrow.job (name, tenant_id, key, payload, due_at, created_at, span) values ($1, $2, $3, $4, $5, $5, $6)
       on conflict (name, tenant_id, key) do update
       set due_at = excluded.due_at, span = excluded.span, payload = excluded.payload, attempts = 0, error = null`,
      [job.name, tenantId, key, JSON.stringify(payload), Math.ceil(at), span ?? null],
    ),
  )
}
