import type pg from 'pg'
import { itemFace } from '#contract/devices/itemCode'
import { demoDevices, demoSecret } from '#demo/farm'
import { hashSecret } from '../ground/broker/secret.ts'

/** Devices that the farm has today and a database that was seeded before has not: their history begins when they first report. */
export async function writeNewDevices(client: pg.ClientBase, now: number): Promise<void> {
  for (const device of demoDevices) {
    const { rows } = await client.query<{ id: number }>(
      `insert into furrow.device (tenant_id, area_id, land_id, device_type, name, eui, iccid, longitude, latitude, secret_hash, reporting_period, demo, heard_at)
       select $1, $2, land.id, $4, $5, $6, $7, $8, $9, $10, $11, true, $12
       from furrow.area left join furrow.land on land.id = $3::bigint and land.area_id = area.id where area.id = $2
       on conflict (tenant_id, eui) do nothing returning id`,
      [
        device.tenantId,
        device.areaId,
        device.landId,
        device.deviceType,
        device.name,
        device.eui,
        device.iccid,
        device.longitude,
        device.latitude,
        hashSecret(demoSecret(device.eui)),
        device.reportingPeriod,
        now,
      ],
    )
    const id = rows[0]?.id
    if (id == null) continue
    for (const [at, { code, low, high }] of device.items.entries())
      await client.query(
        `insert into furrow.item (tenant_id, device_id, area_id, code, unit, icon, low, high, position) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [device.tenantId, id, device.areaId, code, itemFace(code)?.unit ?? null, itemFace(code)?.icon ?? null, low, high, at],
      )
    for (const { circuit, name, kind } of device.switches)
      await client.query(`insert into furrow.switch (tenant_id, device_id, area_id, circuit, name, kind) values ($1, $2, $3, $4, $5, $6)`, [
        device.tenantId,
        id,
        device.areaId,
        circuit,
        name,
        kind,
      ])
  }
}
