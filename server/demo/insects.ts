import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { settingsSet } from '#contract/devices/verbs'
import { demoDevices } from '#demo/farm'

const kinds = [
  ['brownPlanthopper', '褐飞虱', 'Brown planthopper'],
  ['leafRoller', '稻纵卷叶螟', 'Rice leaf roller'],
  ['stemBorer', '二化螟', 'Striped stem borer'],
  ['lycheeStinkBug', '荔枝蝽', 'Lychee stink bug'],
  ['fruitFly', '橘小实蝇', 'Oriental fruit fly'],
  ['diamondbackMoth', '小菜蛾', 'Diamondback moth'],
] as const

const SETTINGS = { lampStart: null, controlMinutes: 480, photoMinutes: 60, uploadMinutes: 30 }
/** They were set a day ago. */
const SET_MS = 86_400_000
/** The lamps connect within seconds of the server's start. */
const FIRST_MS = 20_000

/** Kinds of insects, and lamps that are photographed every hour: their first pictures come by the protocol, soon after the start. */
export async function writeInsects(client: pg.ClientBase, now: number): Promise<void> {
  const lamps = demoDevices.filter(({ deviceType }) => deviceType.startsWith('insectSituationLamp'))
  for (const tenantId of new Set(lamps.map((lamp) => lamp.tenantId)))
    for (const [code, zh, en] of kinds)
      await client.query(
        'insert into furrow.insect_type (tenant_id, code, zh_name, en_name) values ($1, $2, $3, $4) on conflict (tenant_id, code) do nothing',
        [tenantId, code, zh, en],
      )
  for (const { tenantId, eui } of lamps) {
    const { rows } = await client.query<{ id: number; area_id: number }>(
      'select id, area_id from furrow.device where tenant_id = $1 and eui = $2',
      [tenantId, eui],
    )
    const lamp = rows[0]
    if (!lamp) continue
    const at = now - SET_MS
    await client.query(
      `insert into furrow.command (id, tenant_id, area_id, device_id, verb, args, target, cause, priority, created_at, expires_at, state, state_at, history)
       values ($1, $2, $3, $4, $5, $6, $7, 'makeSafe', 'manual', $8, $8, 'observed', $8, $9)`,
      [
        randomUUID(),
        tenantId,
        lamp.area_id,
        lamp.id,
        settingsSet.name,
        JSON.stringify(SETTINGS),
        settingsSet.target({}),
        at,
        JSON.stringify([{ state: 'observed', at }]),
      ],
    )
    const first = now + FIRST_MS
    await client.query(
      `insert into furrow.job (name, tenant_id, key, payload, due_at, created_at) values ('devices.photograph', $1, $2, $3, $4, $5)
       on conflict (name, tenant_id, key) do nothing`,
      [tenantId, String(lamp.id), JSON.stringify({ ...SETTINGS, zone: 'Asia/Shanghai', regular: first }), first, now],
    )
  }
}
