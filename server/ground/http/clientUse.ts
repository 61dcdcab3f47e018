import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { LRUCache } from 'lru-cache'
import type { Database } from '../database/schema.ts'
import type { Client } from './handler.ts'

const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
/** What was counted is kept so long. */
const KEPT_MS = 48 * HOUR_MS
const MOST_PACES = 20_000

/** What is left of a client's calls after one of them. */
export interface Pace {
  readonly allowed: boolean
  readonly remaining: number
  /** Seconds until all its calls are there again, and until there is one. */
  readonly fullIn: number
  readonly nextIn: number
}

/** How fast callers that are no person may call, and how much they did. */
export interface ClientUse {
  /** Takes one of the client's calls. Each server process counts for itself. */
  readonly take: (client: Pick<Client, 'kind' | 'id' | 'perMinute'>) => Pace
  /** Counts a call that was answered; written once a minute at most. */
  readonly answered: (client: Pick<Client, 'kind' | 'id'>, status: number) => void
  /** Writes what was counted. */
  readonly flush: () => Promise<void>
  readonly close: () => Promise<void>
}

interface Counted {
  readonly kind: Client['kind']
  readonly id: number
  readonly hour: number
  at: number
  calls: number
  refused: number
  limited: number
}

export function clientUse({ db, clock, log }: { db: Kysely<Database>; clock: () => number; log: Logger }): ClientUse {
  const paces = new LRUCache<string, { level: number; at: number }>({ max: MOST_PACES })
  let counted = new Map<string, Counted>()
  let writtenAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  function add(one: Counted): void {
    const key = `${one.kind} ${one.id} ${one.hour}`
    const known = counted.get(key)
    if (!known) return void counted.set(key, one)
    known.at = Math.max(known.at, one.at)
    for (const what of ['calls', 'refused', 'limited'] as const) known[what] += one[what]
  }
  async function write(): Promise<void> {
    const all = [...counted.values()]
    counted = new Map()
    try {
      if (all.length > 0) await db.transaction().execute((work) => writeUse(work, all, clock() - KEPT_MS))
    } catch (cause) {
      for (const one of all) add(one)
      log.warn({ err: cause }, 'what client applications called could not be written; it is tried again')
    }
  }
  const flush = () => {
    writtenAt = clock()
    return (writing = writing.then(write))
  }
  function soon(): void {
    const rest = writtenAt + MINUTE_MS - clock()
    if (rest <= 0) return void flush()
    if (timer !== null) return
    timer = setTimeout(
      () => {
        timer = null
        if (counted.size > 0) soon()
      },
      Math.min(MINUTE_MS, rest),
    )
    timer.unref()
  }

  return {
    take({ kind, id, perMinute }) {
      const key = `${kind} ${id}`
      const now = clock()
      const before = paces.get(key)
      // A clock that was set back refills nothing.
      const refilled = before ? before.level + (Math.max(0, now - before.at) / MINUTE_MS) * perMinute : perMinute
      const level = Math.min(perMinute, refilled)
      const allowed = level >= 1
      const left = allowed ? level - 1 : level
      paces.set(key, { level: left, at: now })
      const secondsTo = (calls: number) => Math.ceil(Math.max(0, ((calls - left) / perMinute) * 60))
      return { allowed, remaining: Math.floor(left), fullIn: secondsTo(perMinute), nextIn: secondsTo(1) }
    },
    answered({ kind, id }, status) {
      const at = clock()
      const limited = status === 429 ? 1 : 0
      const refused = status >= 400 && status < 500 && limited === 0 ? 1 : 0
      add({ kind, id, hour: Math.floor(at / HOUR_MS) * HOUR_MS, at, calls: 1, refused, limited })
      soon()
    },
    flush,
    async close() {
      if (timer !== null) clearTimeout(timer)
      await flush()
    },
  }
}

/** Of what is gone meanwhile nothing is written. */
async function writeUse(work: Kysely<Database>, all: readonly Counted[], old: number): Promise<void> {
  for (const [kind, table, column] of [
    ['application', 'application', 'application_id'],
    ['token', 'personal_token', 'token_id'],
  ] as const) {
    const rows = all.filter((one) => one.kind === kind)
    if (rows.length === 0) continue
    const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id bigint, hour bigint, at bigint, calls int, refused int, limited int)`
    await sql`insert into client_use (tenant_id, ${sql.ref(column)}, hour, calls, refused, limited)
      select c.tenant_id, c.id, g.hour, g.calls, g.refused, g.limited from ${given} join ${sql.table(table)} c on c.id = g.id order by c.id
      on conflict (application_id, token_id, hour) do update set calls = client_use.calls + excluded.calls,
        refused = client_use.refused + excluded.refused, limited = client_use.limited + excluded.limited`.execute(work)
    await sql`update ${sql.table(table)} c set used_at = greatest(c.used_at, g.at) from (select id, max(at) as at from ${given} group by id) g
      where c.id = g.id`.execute(work)
  }
  await work.deleteFrom('client_use').where('hour', '<', old).execute()
}
