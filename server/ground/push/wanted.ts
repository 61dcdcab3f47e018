import type pg from 'pg'
import type { Logger } from 'pino'
import { listen } from '../database/listen.ts'

/** Of which tenants readings are kept to be sent. */
export interface Wanted {
  wants(tenantId: number): boolean
  /** Resolves once what was committed before is known here. */
  reread(): Promise<void>
  close(): Promise<void>
}

/** Known before it answers, and told of each change by the database; while that cannot be heard, what was known last holds. */
export async function wantedReadings({ pool, log }: { pool: pg.Pool; log: Logger }): Promise<Wanted> {
  let tenants: ReadonlySet<number> = new Set()
  let reading: Promise<void> | null = null
  let again = false
  async function read(): Promise<void> {
    const { rows } = await pool.query<{ tenant_id: number }>(`select distinct tenant_id from push_target where 'readings' = any(sources)`)
    tenants = new Set(rows.map(({ tenant_id: id }) => id))
  }
  function reread(): Promise<void> {
    again = true
    reading ??= (async () => {
      while (again) {
        again = false
        await read().catch((cause: Error) => log.error({ cause: cause.message }, 'whose readings are sent could not be read anew'))
      }
    })().finally(() => (reading = null))
    return reading
  }
  await read()
  const ears = await listen({
    pool,
    channel: 'furrow_push',
    log,
    onNotice: () => void reread(),
    onHearing: (hearing) => void (hearing && reread()),
  })
  return {
    wants: (tenantId) => tenants.has(tenantId),
    reread,
    async close() {
      ears.close()
      await reading
    },
  }
}
