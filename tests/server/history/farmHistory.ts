import type pg from 'pg'
import { inTenant } from '#server/ground/database/scope'
import { readCurves } from '#server/ground/history/curve'
import { ensurePartitions } from '#server/ground/history/partition'
import { HOUR } from '#server/ground/history/resolution'
import { arrange } from '../arrange.ts'
import { startTestDatabase } from '../database/testDatabase.ts'

export interface Reading {
  readonly ts: number
  readonly value: number | null
  /** From 1 where the server gave the time; 0 unless given. */
  readonly place?: number
}

/** The start of the hours that tests write into: 2026-03-01 00:00 UTC. */
export const START = Date.UTC(2026, 2, 1)
/** A moment long after every test's readings: no hour of theirs is the current one. */
export const LATER = START + 365 * 24 * HOUR

/** A database of one tenant with items to write history for. */
export async function startHistory() {
  const database = await startTestDatabase()
  const { owner, store } = database
  const build = arrange(owner)
  const tenant = await build.aTenant()
  const area = await build.anArea({ tenant_id: tenant.id })
  const device = await build.aDevice({ tenant_id: tenant.id, area_id: area.id })
  await ensurePartitions(owner, START, START + 40 * 24 * HOUR)
  const anItem = async (given: object = {}) =>
    (await build.anItem({ tenant_id: tenant.id, device_id: device.id, area_id: area.id, ...given })).id

  /** Writes readings as ingest does: with their hours marked, in one transaction, the first value of a moment wins. */
  async function write(itemId: number, readings: readonly Reading[], client: pg.Pool | pg.ClientBase = store.servicePool): Promise<void> {
    if (readings.length === 0) return
    const hours = [...new Set(readings.map(({ ts }) => Math.floor(ts / HOUR) * HOUR))]
    await (client as pg.Pool).query(
      `with marked as (
         insert into rollup_dirty (item_id, hour, tenant_id) select $1, hour, $2 from unnest($3::bigint[]) as hour
         on conflict (item_id, hour) do update set tenant_id = excluded.tenant_id
       )
       insert into reading (item_id, ts, place, value, tenant_id)
       select $1, ts, place, value, $2 from unnest($4::bigint[], $5::int[], $6::float8[]) as given (ts, place, value) on conflict do nothing`,
      [itemId, tenant.id, hours, readings.map(({ ts }) => ts), readings.map(({ place }) => place ?? 0), readings.map(({ value }) => value)],
    )
  }

  const curve = (itemId: number, wanted: { from: number; to: number; points: number; period: number; now?: number; limit?: number }) =>
    inTenant(store.requestDb, { tenantId: tenant.id, userId: 1, areas: null }, async (scope) => {
      const curves = await readCurves(scope, { now: LATER, ...wanted, items: [{ id: itemId, name: 'x', unit: null }] })
      return curves[0]!
    })

  return { ...database, build, tenant, area, device, anItem, write, curve }
}
export type History = Awaited<ReturnType<typeof startHistory>>
