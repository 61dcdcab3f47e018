import type { Page } from '@playwright/test'
import mqtt, { type MqttClient } from 'mqtt'
import { itemFace } from '#contract/devices/itemCode'
import { hashSecret } from '#server/ground/broker/secret'
import { byOwner } from './database.ts'
import { MQTT_PORT } from './people.ts'

const SECRET = 'e2e-alarms'
export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000
const PERIOD_MS = 5 * MINUTE_MS

interface Placed {
  readonly id: number
  readonly eui: string
}

/** The base of a tenant that a test has made (database.ts). */
export async function baseOf(tenantId: number): Promise<number> {
  const [area] = await byOwner<{ id: string }>('select id from area where tenant_id = $1', [tenantId])
  return Number(area!.id)
}

/** Devices on the map of a tenant's base, each with items of these codes, that report every five minutes; `behind`: their gateway. */
export async function placeDevices(
  tenantId: number,
  { type, names, codes, behind }: { type: string; names: readonly string[]; codes: readonly string[]; behind?: number },
): Promise<Placed[]> {
  const rows = await byOwner<{ id: string; eui: string }>(
    `with base as (select id from area where tenant_id = $1), placed as (
       insert into device (tenant_id, area_id, device_type, name, eui, secret_hash, reporting_period, parent_id, longitude, latitude)
       select $1, base.id, $2, one.name, $2 || '-' || one.nr, $5, $6, $7, 113.34 + (one.nr % 16) * 0.001, 22.96 + (one.nr / 16) * 0.001
       from base, unnest($3::text[]) with ordinality one(name, nr) returning id, area_id, eui
     ), items as (
       insert into item (tenant_id, device_id, area_id, code, unit, position)
       select $1, placed.id, placed.area_id, code.name, code.unit, code.nr
       from placed, unnest($4::text[], $8::text[]) with ordinality code(name, unit, nr)
     )
     select id, eui from placed order by id`,
    [tenantId, type, names, codes, hashSecret(SECRET), PERIOD_MS, behind ?? null, codes.map((code) => itemFace(code)?.unit ?? null)],
  )
  return rows.map(({ id, eui }) => ({ id: Number(id), eui }))
}

/** The connection of a device. */
export const speakAs = (tenantId: number, { eui }: Placed): Promise<MqttClient> =>
  mqtt.connectAsync(`mqtt://127.0.0.1:${MQTT_PORT}`, {
    protocolVersion: 4,
    username: `${tenantId}/${eui}`,
    password: SECRET,
    clientId: `${tenantId}-${eui}`,
  })

/**
 * A month of readings of a device's only item, one each period, until now: 20, and 35 for an hour from each of these moments (ms UTC, whole
 * periods) on.
 */
export async function rememberMonth(tenantId: number, { id }: Placed, warm: readonly number[], now: number): Promise<void> {
  await byOwner('select ensure_reading_partitions($1, $2)', [now - 31 * DAY_MS, now])
  await byOwner(
    `insert into reading (item_id, ts, value, tenant_id)
     select item.id, ts, case when exists (select from unnest($3::bigint[]) one where ts >= one and ts < one + 3600000) then 35 else 20 end, $1
     from item, generate_series($4::bigint, $5::bigint, $6::bigint) ts where item.device_id = $2`,
    [tenantId, id, warm, now - 31 * DAY_MS, now, PERIOD_MS],
  )
  await byOwner('update item set last_ts = $2, last_value = 20 where device_id = $1', [id, now])
}

/** When (ms UTC) one of these elements first says this, in words or as its name; the page is watched from this call on. */
export const saidAt = (page: Page, selector: string, words: string): Promise<number> =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const isSaid = [...document.querySelectorAll(wanted.selector)].some((element) =>
            `${element.getAttribute('aria-label') ?? ''} ${element.textContent}`.includes(wanted.words),
          )
          if (!isSaid) return
          watcher.disconnect()
          resolve(Date.now())
        }
        const watcher = new MutationObserver(look)
        watcher.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
        look()
      }),
    { selector, words },
  )

/** How busy a page's main thread is: begin, and later the parts of the time since then that it was in tasks, and that it had the processor, 0 to 1. */
export async function measureBusy(page: Page): Promise<() => Promise<{ tasks: number; processor: number }>> {
  const reads = await Promise.all(
    (['timeTicks', 'threadTicks'] as const).map(async (timeDomain) => {
      const session = await page.context().newCDPSession(page)
      await session.send('Performance.enable', { timeDomain })
      return async () => {
        const { metrics } = await session.send('Performance.getMetrics')
        return metrics.find(({ name }) => name === 'TaskDuration')!.value
      }
    }),
  )
  const read = async () => ({ at: performance.now() / 1000, spent: await Promise.all(reads.map((one) => one())) })
  const began = await read()
  return async () => {
    const now = await read()
    const [tasks, processor] = now.spent.map((spent, nr) => (spent - began.spent[nr]!) / (now.at - began.at)) as [number, number]
    return { tasks, processor }
  }
}
