import type pg from 'pg'
import type { Eui } from './access.ts'

/** A collect item as the ingest knows it; `id` 0 until its row is committed. */
export interface KnownItem {
  id: number
  readonly device: KnownDevice
  readonly code: string
  /** The newest reading that was committed, ms UTC, and its place within that millisecond; -1 where there is none. */
  lastTs: number
  lastPlace: number
  /** The newest reading that consoles were told, which may be on its way into the database yet; -1 where there is none. */
  shownTs: number
  shownPlace: number
  /** The last time that the server's clock gave to a reading without one, and how many readings have it. */
  stampedTs: number
  stampedPlace: number
}

/** An item that has said nothing yet. */
export const unheardItem = (device: KnownDevice, code: string): KnownItem => ({
  id: 0,
  device,
  code,
  lastTs: -1,
  lastPlace: 0,
  shownTs: -1,
  shownPlace: 0,
  stampedTs: 0,
  stampedPlace: 0,
})

/** A device as broker, ingest, presence and commands share it: one object a device, refreshed in place. */
export interface KnownDevice {
  readonly id: number
  readonly tenantId: number
  readonly eui: string
  areaId: number
  type: string
  name: string
  secretHash: string
  enabled: boolean
  demo: boolean
  /** How often it reports, ms. */
  period: number
  loadedAt: number
  /** By code. */
  readonly items: Map<string, KnownItem>
}

export interface Directory {
  /** The device of this name, not older than `maxAge` ms; null where there is none. Throws while the database is away. */
  find(name: Eui, maxAge: number): Promise<KnownDevice | null>
  /** What is known already, without asking. */
  known(name: Eui): KnownDevice | undefined
  forget(name: Eui): void
  /** Reads the devices that are kept anew; forgets those that `keep` does not want, and reports those that are gone or disabled. */
  refresh(keep: (device: KnownDevice) => boolean): Promise<KnownDevice[]>
}

interface Row {
  id: number
  tenant_id: number
  eui: string
  area_id: number
  device_type: string
  name: string
  secret_hash: string
  enabled_flag: number
  demo: boolean
  reporting_period: number
}
const COLUMNS = 'd.id, d.tenant_id, d.eui, d.area_id, d.device_type, d.name, d.secret_hash, d.enabled_flag, d.demo, d.reporting_period'
const MOST_AT_ONCE = 500

const keyOf = (name: Eui) => `${name.tenantId}/${name.eui}`

/** Knows the devices that have connected, by tenant and eui. Look-ups of one moment are joined into one query. */
export function createDirectory(given: { pool: pg.Pool; clock: () => number }): Directory {
  const { pool, clock } = given
  const devices = new Map<string, KnownDevice>()
  const asked = new Map<string, { name: Eui; answer: PromiseWithResolvers<KnownDevice | null> }>()
  let asking = false

  function keep(row: Row): KnownDevice {
    const key = keyOf({ tenantId: row.tenant_id, eui: row.eui })
    const before = devices.get(key)
    const facts = {
      areaId: row.area_id,
      type: row.device_type,
      name: row.name,
      secretHash: row.secret_hash,
      enabled: row.enabled_flag === 1,
      demo: row.demo,
      period: row.reporting_period,
      loadedAt: clock(),
    }
    // A device that was deleted and made again under the same name is another one.
    if (before && before.id === row.id) return Object.assign(before, facts)
    const device: KnownDevice = { id: row.id, tenantId: row.tenant_id, eui: row.eui, items: new Map(), ...facts }
    devices.set(key, device)
    return device
  }

  async function ask(): Promise<void> {
    while (asked.size > 0) {
      const now = [...asked.entries()].slice(0, MOST_AT_ONCE)
      for (const [key] of now) asked.delete(key)
      try {
        const { rows } = await pool.query<Row>(
          `select ${COLUMNS} from unnest($1::bigint[], $2::text[]) as n(tenant_id, eui) join device d on d.tenant_id = n.tenant_id and d.eui = n.eui`,
          [now.map(([, { name }]) => name.tenantId), now.map(([, { name }]) => name.eui)],
        )
        const fresh = rows.map(keep)
        const unread = fresh.filter((device) => device.items.size === 0)
        if (unread.length > 0) await readItems(unread)
        for (const [key, { answer }] of now) {
          if (!rows.some((row) => keyOf({ tenantId: row.tenant_id, eui: row.eui }) === key)) devices.delete(key)
          answer.resolve(devices.get(key) ?? null)
        }
      } catch (cause) {
        for (const [, { answer }] of now) answer.reject(cause)
      }
    }
    asking = false
  }

  async function readItems(unread: KnownDevice[]): Promise<void> {
    const byId = new Map(unread.map((device) => [device.id, device]))
    const { rows } = await pool.query<{ id: number; device_id: number; code: string; last_ts: number | null; last_place: number }>(
      'select id, device_id, code, last_ts, last_place from item where device_id = any($1::bigint[])',
      [[...byId.keys()]],
    )
    for (const { id, device_id, code, last_ts, last_place } of rows) {
      const device = byId.get(device_id)!
      if (device.items.has(code)) continue
      device.items.set(code, Object.assign(unheardItem(device, code), { id, lastTs: last_ts ?? -1, lastPlace: last_place }))
    }
  }

  return {
    find(name, maxAge) {
      const key = keyOf(name)
      const before = devices.get(key)
      // Either way: a clock that was set back must not make what is known look fresh until it has caught up.
      if (before && Math.abs(clock() - before.loadedAt) <= maxAge) return Promise.resolve(before)
      const waiting = asked.get(key)
      if (waiting) return waiting.answer.promise
      const answer = Promise.withResolvers<KnownDevice | null>()
      asked.set(key, { name, answer })
      if (!asking) {
        asking = true
        setImmediate(() => void ask())
      }
      return answer.promise
    },
    known: (name) => devices.get(keyOf(name)),
    forget: (name) => void devices.delete(keyOf(name)),
    async refresh(wanted) {
      const kept: KnownDevice[] = []
      for (const [key, device] of devices) {
        if (wanted(device)) kept.push(device)
        else devices.delete(key)
      }
      if (kept.length === 0) return []
      const { rows } = await pool.query<Row>(`select ${COLUMNS} from device d where d.id = any($1::bigint[])`, [kept.map(({ id }) => id)])
      const found = new Set(rows.map((row) => keep(row).id))
      return kept.filter(({ id, enabled }) => !found.has(id) || !enabled)
    },
  }
}
