import type pg from 'pg'
import type { Mapping } from '#contract/devices/mapping'
import { type Eui, type KnownDevice, unheardItem } from './knownDevice.ts'
import { type CalculationRow, type CalibrationRow, treat } from './treatments.ts'

/** What the directory knows of a device's row. */
export interface DeviceRow {
  id: number
  tenant_id: number
  eui: string
  parent_id: number | null
  area_id: number
  device_type: string
  name: string
  secret_hash: string
  token_hash: string | null
  mapping: Mapping | null
  enabled_flag: number
  demo: boolean
  reporting_period: number
  /** Null where it was never found wrong; its offset is null where it is not known. */
  clock: { offset: number | null } | null
}
const COLUMNS = `d.id, d.tenant_id, d.eui, d.parent_id, d.area_id, d.device_type, d.name, d.secret_hash, d.token_hash, d.mapping, d.enabled_flag, d.demo, d.reporting_period, (select json_build_object('offset', c.offset_ms) from device_clock c where c.device_id = d.id) as clock`

/** Reads devices from the database, many at a time. Each throws while the database is away. */
export interface DeviceReader {
  named(names: readonly Eui[]): Promise<DeviceRow[]>
  /** The names of the devices that have one of these access tokens, by its hash. */
  tokens(hashes: readonly string[]): Promise<Map<string, Eui>>
  rows(devices: readonly KnownDevice[]): Promise<DeviceRow[]>
  /** The devices that stand directly behind these. */
  behind(gateways: readonly KnownDevice[]): Promise<DeviceRow[]>
  /** Gives those devices their items of which none is known yet. */
  items(devices: readonly KnownDevice[]): Promise<void>
  /** Reads anew how these devices' items are calibrated, and which are calculated from others. */
  treatments(devices: readonly KnownDevice[]): Promise<void>
}

export function createDeviceReader(pool: pg.Pool): DeviceReader {
  const idsOf = (devices: readonly KnownDevice[]) => devices.map(({ id }) => id)
  return {
    async named(names) {
      const { rows } = await pool.query<DeviceRow>(
        `select ${COLUMNS} from unnest($1::bigint[], $2::text[]) as n(tenant_id, eui) join device d on d.tenant_id = n.tenant_id and d.eui = n.eui`,
        [names.map(({ tenantId }) => tenantId), names.map(({ eui }) => eui)],
      )
      return rows
    },
    async tokens(hashes) {
      const { rows } = await pool.query<{ token_hash: string; tenant_id: number; eui: string }>(
        'select token_hash, tenant_id, eui from device where token_hash = any($1::text[])',
        [hashes],
      )
      return new Map(rows.map(({ token_hash, tenant_id, eui }) => [token_hash, { tenantId: tenant_id, eui }]))
    },
    async rows(devices) {
      return (await pool.query<DeviceRow>(`select ${COLUMNS} from device d where d.id = any($1::bigint[])`, [idsOf(devices)])).rows
    },
    async behind(gateways) {
      if (gateways.length === 0) return []
      const { rows } = await pool.query<DeviceRow>(
        // A row may name one of another tenant only by a fault elsewhere: it must not open a door here.
        `select ${COLUMNS} from device d join device g on g.id = d.parent_id and g.tenant_id = d.tenant_id where d.parent_id = any($1::bigint[])`,
        [idsOf(gateways)],
      )
      return rows
    },
    async items(devices) {
      const byId = new Map(devices.filter(({ items }) => items.size === 0).map((device) => [device.id, device]))
      if (byId.size === 0) return
      const { rows } = await pool.query<{ id: number; device_id: number; code: string; last_ts: number | null; last_place: number }>(
        'select id, device_id, code, last_ts, last_place from item where device_id = any($1::bigint[])',
        [[...byId.keys()]],
      )
      for (const { id, device_id, code, last_ts, last_place } of rows) {
        const device = byId.get(device_id)!
        if (device.items.has(code)) continue
        device.items.set(code, Object.assign(unheardItem(device, code), { id, lastTs: last_ts ?? -1, lastPlace: last_place }))
      }
    },
    async treatments(devices) {
      if (devices.length === 0) return
      const ids = idsOf(devices)
      const [calibrations, calculations] = await Promise.all([
        pool.query<CalibrationRow>(
          `select c.device_id, i.code, c.id, c.since, c.factor, c."offset" from calibration c join item i on i.id = c.item_id
           where c.device_id = any($1::bigint[]) order by c.id`,
          [ids],
        ),
        pool.query<CalculationRow>(
          `select c.device_id, i.code, i.id, i.last_ts, i.last_place, c.first_id, c.second_id from calculation c join item i on i.id = c.item_id
           where c.device_id = any($1::bigint[]) order by i.id`,
          [ids],
        ),
      ])
      const calibrationsOf = Map.groupBy(calibrations.rows, ({ device_id }) => device_id)
      const calculationsOf = Map.groupBy(calculations.rows, ({ device_id }) => device_id)
      for (const device of devices) treat(device, calibrationsOf.get(device.id) ?? [], calculationsOf.get(device.id) ?? [])
    },
  }
}
