import mqtt from 'mqtt'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { WatchLogic } from '#contract/watch/logic'
import { pool } from '#server/ground/database/open'
import { replay } from '#server/ground/watch/replay'
import { arrange, DEVICE_SECRET } from '../arrange.ts'
import { emptyDatabase, silentLog } from '../database/testDatabase.ts'
import { type ChildServer, childServer, peopleAndDevice } from '../faults/childServer.ts'

const KILLS = Number(process.env['FURROW_KILLS'] ?? 6)
const LAYERS = 20

let database: Awaited<ReturnType<typeof emptyDatabase>>
let owner: pg.Pool
let server: ChildServer
let people: Awaited<ReturnType<typeof peopleAndDevice>>
beforeAll(async () => {
  database = await emptyDatabase()
  owner = pool(database.url, { max: 3 }, silentLog)
  server = await childServer(database.url)
  people = await peopleAndDevice(owner)
})
afterAll(async () => {
  await server?.stop()
  await owner?.end()
  await database?.drop()
})

const logic: WatchLogic = {
  scope: { types: null, deviceIds: null, landIds: null },
  when: { kind: 'compare', code: 'soilMoisture', is: 'below', limit: 15, margin: 0, than: null },
  holdSeconds: 0,
  clear: null,
  clearSeconds: 0,
  noData: 'keep',
  during: null,
}

/** A device that keeps what was not acknowledged, and says it again to whichever server is there. */
function aDevice() {
  const waiting: { at: number; values: Record<string, number> }[] = []
  let stopped = false
  async function speak(): Promise<void> {
    while (!stopped || waiting.length > 0) {
      const client = mqtt.connect(`mqtt://127.0.0.1:${server.mqttPort}`, {
        username: `${people.tenant.id}/${people.device.eui}`,
        password: DEVICE_SECRET,
        protocolVersion: 4,
        reconnectPeriod: 0,
      })
      const gone = new Promise<void>((resolve) => client.once('close', resolve))
      client.on('error', () => undefined)
      const open = await Promise.race([
        new Promise<boolean>((resolve) => client.once('connect', () => resolve(true))),
        gone.then(() => false),
      ])
      while (open && client.connected && (!stopped || waiting.length > 0)) {
        const next = waiting[0]
        if (!next) {
          await new Promise((resolve) => setTimeout(resolve, 5))
          continue
        }
        const sent = client.publishAsync(people.topic, JSON.stringify({ ts: next.at, values: next.values }), { qos: 1 })
        const taken = await Promise.race([
          sent.then(
            () => true,
            () => false,
          ),
          gone.then(() => false),
        ])
        if (!taken) break
        waiting.shift()
      }
      await client.endAsync(true)
      if (!open) await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const done = speak()
  return {
    say: (at: number, values: Record<string, number>) => void waiting.push({ at, values }),
    async stop() {
      stopped = true
      await done
    },
  }
}

test(
  `no alarm is lost and none told twice, though the server is killed ${KILLS} times while ${LAYERS} layers come and go`,
  { timeout: 60_000 + KILLS * 10_000 },
  async () => {
    const { tenant, area, device: known } = people
    const rule = await arrange(owner).insert('alarm_rule', {
      tenant_id: tenant.id,
      area_id: area.id,
      name: 'Dry',
      severity: 'minor',
      logic: JSON.stringify(logic),
      enabled_flag: 1,
    } as never)
    const device = aDevice()
    const begin = Date.now()
    const all = (value: () => number) => Object.fromEntries(Array.from({ length: LAYERS }, (_, nth) => [`soilMoisture${nth + 1}`, value()]))
    device.say(
      begin,
      all(() => 30),
    )
    const watched = async () => (await owner.query('select from furrow.watch_state where rule_id = $1', [rule.id])).rowCount
    await vi.waitFor(async () => expect(await watched()).toBe(LAYERS), { timeout: 15_000 })
    const speaking = setInterval(
      () =>
        device.say(
          Date.now(),
          all(() => (Math.random() < 0.2 ? 10 : 30)),
        ),
      40,
    )
    for (let killed = 0; killed < KILLS; killed++) {
      // Anywhere between two of its writes: also after a commit and before what follows from it.
      await new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 900))
      await server.stop('SIGKILL')
      server = await childServer(database.url)
    }
    clearInterval(speaking)
    device.say(
      Date.now(),
      all(() => 30),
    )
    await device.stop()

    const to = Date.now()
    const { found } = await replay({
      pool: owner,
      tenantId: tenant.id,
      areaId: area.id,
      logic,
      from: begin - 1,
      to,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    })
    const wanted = found.map(({ ordinal, episode }) => `${ordinal}/${episode.raisedAt}`).toSorted()
    expect(wanted.length).toBeGreaterThan(LAYERS)
    const happened = async () =>
      (
        await owner.query<{ ordinal: number; at: number }>(
          `select a.ordinal, e.at from furrow.alarm a join furrow.alarm_event e on e.alarm_id = a.id
         where a.rule_id = $1 and e.what in ('raised', 'again')`,
          [rule.id],
        )
      ).rows
        .map(({ ordinal, at }) => `${ordinal}/${at}`)
        .toSorted()
    await vi
      .waitFor(async () => expect((await happened()).length).toBeGreaterThanOrEqual(wanted.length), { timeout: 8000 })
      .catch(() => undefined)
    const got = await happened()
    expect({ lost: wanted.filter((one) => !got.includes(one)), extra: got.filter((one) => !wanted.includes(one)) }).toEqual({
      lost: [],
      extra: [],
    })
    // What still flaps is over, and waits for its calm.
    const open = await owner.query('select from furrow.alarm where rule_id = $1 and cleared_at is null and calm_at is null', [rule.id])
    expect(open.rowCount).toBe(0)
    expect(known.id).toBeGreaterThan(0)
    await vi.waitFor(
      async () =>
        expect((await owner.query('select from furrow.alarm where rule_id = $1 and due_at is not null', [rule.id])).rowCount).toBe(0),
      { timeout: 25_000 },
    )
    const { rows: twice } = await owner.query(
      `select a.id from furrow.alarm a join furrow.alarm_event e on e.alarm_id = a.id where a.rule_id = $1 and e.what = 'told' group by 1 having count(*) > 1`,
      [rule.id],
    )
    expect(twice).toEqual([])
    await vi.waitFor(async () => {
      const { rows } = await owner.query<{ messages: number; keys: number }>(
        `select count(*)::int as messages, count(distinct key)::int as keys from furrow.user_message where key like 'alarm%'`,
      )
      expect(rows[0]!.messages).toBe(rows[0]!.keys)
      expect(rows[0]!.messages).toBeGreaterThan(0)
    })
    if (process.env['FURROW_FIGURES']) process.stdout.write(`${wanted.length} episodes, ${KILLS} kills\n`)
  },
)
