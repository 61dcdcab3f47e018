import type { PushConnection } from './connection.ts'
import type { Progress } from './feed.ts'
import type { Db } from './records.ts'
import type { Outcome } from './send.ts'
import type { Target } from './target.ts'

/** A delivery on its way: it is written down before it is first tried, so that it is the same after a kill. */
export interface Waiting {
  readonly id: string
  readonly records: string
  readonly n: number
  readonly createdAt: number
  /** When the oldest of it happened, by the server's clock. */
  readonly firstAt: number
  readonly resent: boolean
  attempts: number
  /** How often in a row the receiver said that it never takes this one. */
  declines: number
  nextAt: number
}

/** Of one receiver so many refused deliveries are kept, the newest. */
export const MOST_LETTERS = 500

/** The one whose turn it is: what is sent again has an older number, and comes first. */
export async function readWaiting(db: Db, targetId: number): Promise<Waiting | null> {
  const { rows } = await db.query<Waiting>(
    `select id, records, n, created_at as "createdAt", first_at as "firstAt", resent, attempts, declines, next_at as "nextAt"
     from push_delivery where target_id = $1 and state = 'waiting' order by nth limit 1`,
    [targetId],
  )
  return rows[0] ?? null
}

/** The receiver is gone. */
export class TargetGone extends Error {}

/** Holds the receiver first, as whoever deletes it does: neither then waits for the other crosswise. */
function ofTarget<Result>(db: PushConnection, { id }: Target, work: (db: Db) => Promise<Result>): Promise<Result> {
  return db.transaction(async (inside) => {
    const { rows } = await inside.query('select from push_target where id = $1 for key share', [id])
    if (rows.length === 0) throw new TargetGone()
    return work(inside)
  })
}

async function moveOn(db: Db, { id }: Target, progress: Progress, sets = ''): Promise<void> {
  const { rows } = await db.query<{ id: number }>(
    `update push_progress set cursor = $2, part_id = $3, part_at = $4${sets} where target_id = $1 returning target_id as id`,
    [id, progress.cursor, progress.part?.id ?? null, progress.part?.at ?? 0],
  )
  if (rows.length === 0) throw new TargetGone()
}

/** Takes records (each as JSON) out of the feed into a delivery, and moves on past them, at once. */
export function takeOut(
  db: PushConnection,
  target: Target,
  { progress, records, firstAt, now }: { progress: Progress; records: readonly string[]; firstAt: number; now: number },
): Promise<Waiting | null> {
  return ofTarget(db, target, async (work) => {
    await moveOn(work, target, progress)
    if (records.length === 0) return null
    const text = `[${records.join(',')}]`
    const { rows } = await work.query<{ id: string }>(
      'insert into push_delivery (tenant_id, target_id, records, n, created_at, first_at) values ($1, $2, $3, $4, $5, $6) returning id',
      [target.tenantId, target.id, text, records.length, now, firstAt],
    )
    return {
      id: rows[0]!.id,
      records: text,
      n: records.length,
      createdAt: now,
      firstAt,
      resent: false,
      attempts: 0,
      declines: 0,
      nextAt: 0,
    }
  })
}

/** Moves on past what grew too old; `n` of it would have been sent. */
export const skip = (db: Db, target: Target, progress: Progress, n: number): Promise<void> =>
  moveOn(db, target, progress, n === 0 ? '' : `, dropped = dropped + ${n}`)

/** What was delivered, or grew too old, is gone. */
export const finish = (db: PushConnection, target: Target, { id, n }: Waiting, now: number | null): Promise<void> =>
  ofTarget(db, target, async (work) => {
    await work.query('delete from push_delivery where id = $1', [id])
    if (now === null) await work.query('update push_progress set dropped = dropped + $2 where target_id = $1', [target.id, n])
    else
      await work.query('update push_progress set delivered = delivered + $2, success_at = $3, failing_since = null where target_id = $1', [
        target.id,
        n,
        now,
      ])
  })

/** Says anew when the oldest of a delivery happened. */
export const dateDelivery = (db: Db, id: string, at: number) => db.query('update push_delivery set first_at = $2 where id = $1', [id, at])

const failedTry = (db: Db, target: Target, { why, code }: Outcome, now: number) =>
  db.query(
    'update push_progress set error_at = $2, why = $3, code = $4, failing_since = coalesce(failing_since, $2) where target_id = $1',
    [target.id, now, why, code],
  )

/** It is tried again at `nextAt`. */
export const postpone = (db: PushConnection, target: Target, waiting: Waiting, outcome: Outcome, now: number): Promise<void> =>
  ofTarget(db, target, async (work) => {
    const { id, attempts, declines, nextAt } = waiting
    await work.query('update push_delivery set attempts = $2, declines = $3, next_at = $4 where id = $1', [id, attempts, declines, nextAt])
    await failedTry(work, target, outcome, now)
  })

/** It is kept as refused; of these the oldest go where there are too many. Answers how many records went with them. */
export const refuse = (db: PushConnection, target: Target, { id, attempts }: Waiting, outcome: Outcome, now: number): Promise<number> =>
  ofTarget(db, target, async (work) => {
    await work.query(`update push_delivery set state = 'dead', dead_at = $2, why = $3, code = $4, said = $5, attempts = $6 where id = $1`, [
      id,
      now,
      outcome.why,
      outcome.code,
      outcome.said,
      attempts,
    ])
    const { rows } = await work.query<{ n: number }>(
      `delete from push_delivery where id = any(array(select id from push_delivery where target_id = $1 and state = 'dead'
         order by nth desc offset ${MOST_LETTERS})) returning n`,
      [target.id],
    )
    const lost = rows.reduce((sum, { n }) => sum + n, 0)
    if (lost > 0) await work.query('update push_progress set dropped = dropped + $2 where target_id = $1', [target.id, lost])
    await failedTry(work, target, outcome, now)
    return lost
  })
