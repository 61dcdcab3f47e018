import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { dosingCalls, MOST_CHANNELS } from '#contract/devices/dosing'
import { DOSING, interlockCalls } from '#contract/devices/interlock'
import { switchCalls } from '#contract/devices/switch'
import { REST_MS } from '#server/devices/doseEnds'
import { DEVICE_SECRET } from '../arrange.ts'
import { inbox } from '../broker/farm.ts'
import { type Farm, startFarm } from './farmOfDevices.ts'

let farm: Farm
/** How far the server's clock is ahead, ms. */
let ahead = 0
const clients: mqtt.MqttClient[] = []
beforeAll(async () => {
  farm = await startFarm({ clock: () => Date.now() + ahead })
})
afterAll(async () => {
  for (const client of clients) await client.endAsync(true)
  await farm?.close()
})

const litres = { ec: null, ph: null, mode: 'litres' as const, channels: [{ channel: 1, amount: 4 }] }
const save = (body: object, client = farm.admin) =>
  client.call(dosingCalls.saveRecipe, {
    params: { t: farm.t },
    query: { lang: 'en-US' } as never,
    body: { name: 'Any', ...litres, ...body },
  })
const aRecipe = async (more: object = {}) => (await save({ name: `Recipe ${crypto.randomUUID()}`, ...more })).body.id

/** A machine with two tanks that answers what it is told as `answer` says. */
async function aMachine() {
  const device = await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id, device_type: 'waterFertilizer' })
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${farm.mqttPort}`, {
    username: `${farm.t}/${device.eui}`,
    password: DEVICE_SECRET,
    protocolVersion: 4,
  })
  clients.push(client)
  const got = inbox<{ id: string; verb: string; args: object; run?: number }>(client)
  const topic = `furrow/${farm.t}/${device.eui}`
  await client.subscribeAsync(`${topic}/commands/+`, { qos: 1 })
  const says = (values: object) => client.publishAsync(`${topic}/readings`, JSON.stringify(values), { qos: 1 })
  await says({ dosing: 0, doseVolume: 0, tankLevel1: 400, tankLevel2: 300, flow: 0 })
  await vi.waitFor(async () => expect((await state()).channels).toHaveLength(2))
  const params = { t: farm.t, id: device.id }
  async function state() {
    return (await farm.admin.call(dosingCalls.state, { params: { t: farm.t, id: device.id } })).body
  }
  return {
    device,
    got,
    says,
    state,
    answer: (id: string, ok = true) => client.publishAsync(`${topic}/commands/${id}/reply`, JSON.stringify({ ok }), { qos: 1 }),
    start: (body: object, who = farm.admin) =>
      who.call(dosingCalls.start, { params, query: { lang: 'en-US' } as never, body: body as never }),
    stop: () => farm.admin.call(dosingCalls.stop, { params }),
    log: async () =>
      (await farm.admin.call(switchCalls.log, { params: { t: farm.t }, query: { concentratorId: device.id, verb: 'dose.set' } })).body
        .content,
  }
}

describe('a recipe', () => {
  test('is kept by the tenant under a name of its own, changed by who saw it last, and taken away', async () => {
    const { body } = await save({
      name: ' Leafy greens ',
      ec: 0.18,
      ph: 5.8,
      mode: 'share',
      channels: [
        { channel: 1, amount: 60 },
        { channel: 2, amount: 40 },
      ],
    })
    expect(body).toMatchObject({ name: 'Leafy greens', ec: 0.18, objectVersionNumber: 1 })
    expect((await save({ name: 'Leafy greens' })).body).toMatchObject({
      code: 'error.dosing.nameTaken',
      fields: { name: 'There is a recipe of this name' },
    })
    const changed = { ...body, ph: 6 }
    expect((await save(changed)).body).toMatchObject({ ph: 6, objectVersionNumber: 2 })
    expect((await save(changed)).body.code).toBe('error.version.stale')
    const list = async () => (await farm.admin.call(dosingCalls.recipes, { params: { t: farm.t } })).body.map(({ name }) => name)
    expect(await list()).toContain('Leafy greens')
    const remove = (client = farm.admin) => client.call(dosingCalls.removeRecipe, { params: { t: farm.t, id: body.id } })
    expect((await remove(farm.viewer)).status).toBe(403)
    expect((await remove()).body).toBe(1)
    expect((await remove()).status).toBe(404)
    expect(await list()).not.toContain('Leafy greens')
  })

  test('that cannot be mixed is refused beside its cause', async () => {
    const share = (...amounts: number[]) => ({
      ec: 0.2,
      mode: 'share',
      channels: amounts.map((amount, at) => ({ channel: at + 1, amount })),
    })
    expect((await save(share(101))).body.fields).toEqual({ channels: 'The share of a channel cannot be above 100 %' })
    expect((await save(share(60, 30))).body.fields).toEqual({ channels: 'The shares of the channels must make 100 %' })
    expect((await save({ ...share(100), ec: null })).body.fields).toEqual({ ec: 'Shares need a target EC' })
    expect((await save({ channels: [{ channel: 1, amount: 51 }] })).body.code).toBe('error.dosing.litres')
    expect(
      (
        await save({
          channels: [
            { channel: 1, amount: 1 },
            { channel: 1, amount: 2 },
          ],
        })
      ).body.code,
    ).toBe('error.dosing.channelTwice')
    const wrongs = [
      { channels: [{ channel: MOST_CHANNELS + 1, amount: 1 }] },
      { channels: [{ channel: 1, amount: -1 }] },
      { channels: [] },
      { ph: 15 },
      { ec: 9 },
      { name: ' ' },
    ]
    expect(await Promise.all(wrongs.map(async (wrong) => (await save(wrong)).status))).toEqual(wrongs.map(() => 400))
  })
})

describe('a dose', () => {
  test('is one command that the machine holds: it says how far it is, and the log who asked for how much', async () => {
    const machine = await aMachine()
    const recipeId = await aRecipe({ name: 'Cucumbers', ec: 0.2, ph: 6 })
    expect((await machine.start({ recipeId, volume: 2.5, runSeconds: 1800 })).body).toMatchObject({ result: 1, state: 'sent' })
    await vi.waitFor(() => expect(machine.got).toHaveLength(1))
    expect(machine.got[0]).toMatchObject({
      verb: 'dose.start',
      args: { recipe: 'Cucumbers', ec: 0.2, ph: 6, mode: 'litres', channels: [{ channel: 1, amount: 4 }], volume: 2.5, seconds: null },
      run: 1_800_000,
    })
    await machine.answer(machine.got[0]!.id)
    await machine.says({ dosing: 1, doseVolume: 0.4, dosed1: 1.6, tankLevel1: 398.4 })
    await vi.waitFor(async () =>
      expect(await machine.state()).toMatchObject({
        running: true,
        started: { state: 'observed', author: 'A User', dose: { volume: 2.5 } },
      }),
    )
    const { runsUntil, volumeItemId, channels } = await machine.state()
    expect(runsUntil! - Date.now()).toBeGreaterThan(1_700_000)
    expect([volumeItemId, channels[0]!.doseItemId, channels[0]!.tankItemId]).not.toContain(null)
    expect((await machine.start({ recipeId, volume: 1 })).body.code).toBe('error.dosing.runs')
    expect((await machine.stop()).body).toMatchObject({ result: 1 })
    await vi.waitFor(() => expect(machine.got).toHaveLength(2))
    expect(machine.got[1]).toMatchObject({ verb: 'dose.stop', args: {} })
    await machine.answer(machine.got[1]!.id)
    await machine.says({ dosing: 0 })
    await vi.waitFor(async () => expect(await machine.state()).toMatchObject({ running: false, runsUntil: null }))
    expect((await machine.log()).map(({ args, state }) => [(args as { dose: object | null }).dose === null, state])).toEqual([
      [true, 'observed'],
      [false, 'observed'],
    ])
  })

  test('is not started twice before the machine has spoken of it', async () => {
    const machine = await aMachine()
    const recipeId = await aRecipe()
    await machine.start({ recipeId, seconds: 60 })
    await vi.waitFor(() => expect(machine.got).toHaveLength(1))
    expect((await machine.start({ recipeId, seconds: 60 })).body.code).toBe('error.dosing.runs')
    await machine.answer(machine.got[0]!.id)
    await vi.waitFor(async () => expect((await machine.state()).started?.state).toBe('observed'))
    expect((await machine.start({ recipeId, seconds: 60 })).body.code).toBe('error.dosing.runs')
    expect(machine.got).toHaveLength(1)
  })

  test('ends after its longest running time, whatever the machine says, also where it does not answer', async () => {
    const machine = await aMachine()
    await machine.start({ recipeId: await aRecipe(), volume: 100, runSeconds: 1 })
    await vi.waitFor(() => expect(machine.got).toHaveLength(1))
    await machine.answer(machine.got[0]!.id)
    await machine.says({ dosing: 1 })
    await vi.waitFor(() => expect(machine.got.map(({ verb }) => verb)).toEqual(['dose.start', 'dose.stop']), { timeout: 8000 })
    await machine.answer(machine.got[1]!.id)
    await vi.waitFor(async () => expect((await machine.log())[0]).toMatchObject({ cause: 'runOver', state: 'observed' }))
  })

  test('that its machine ended by itself has no running time any more, and no stop follows', async () => {
    const machine = await aMachine()
    await machine.start({ recipeId: await aRecipe(), volume: 2.5 })
    await vi.waitFor(() => expect(machine.got).toHaveLength(1))
    await machine.answer(machine.got[0]!.id)
    // The newest word is still one from before the start: that ends nothing.
    const remembered = async () =>
      (
        await farm.owner.query<{ payload: object }>(`select payload from furrow.job where name = $1 and key like $2`, [
          'devices.runningTimeOver',
          `${machine.device.id}/%`,
        ])
      ).rows.map(({ payload }) => payload)
    await machine.says({ dosing: 1 })
    await vi.waitFor(async () => expect(await remembered()).toEqual([{ ran: true }]))
    await machine.says({ dosing: 0 })
    await vi.waitFor(async () => expect(await remembered()).toEqual([{ ran: true, restsSince: expect.any(Number) }]))
    // It goes on: what it waited for is there.
    await machine.says({ dosing: 1 })
    await vi.waitFor(async () => expect(await remembered()).toEqual([{ ran: true }]))
    await machine.says({ dosing: 0 })
    await vi.waitFor(async () => expect(await remembered()).toEqual([{ ran: true, restsSince: expect.any(Number) }]))
    expect((await machine.state()).runsUntil).not.toBeNull()
    try {
      ahead = REST_MS
      await vi.waitFor(async () => expect(await remembered()).toEqual([]))
    } finally {
      ahead = 0
    }
    expect((await machine.state()).runsUntil).toBeNull()
    expect(machine.got).toHaveLength(1)
  })

  test('that makes no sense is refused beside its cause, and nothing is sent', async () => {
    const machine = await aMachine()
    const recipeId = await aRecipe()
    const foreign = await farm.build.insert('recipe', { tenant_id: farm.elsewhere.id, name: 'Theirs', mode: 'litres', channels: '[]' })
    const fault = async (body: object) => (await machine.start(body)).body.fields
    expect(await fault({ recipeId: foreign.id, volume: 1 })).toEqual({ recipeId: 'There is no such recipe' })
    expect(await fault({ recipeId: await aRecipe({ channels: [{ channel: 3, amount: 1 }] }), volume: 1 })).toEqual({
      recipeId: 'This device has no channel 3',
    })
    for (const volume of [0, -1, 10_001])
      expect(await fault({ recipeId, volume })).toEqual({ volume: 'The volume must be from 0.01 to 10000 m³' })
    expect(await fault({ recipeId })).toEqual({ volume: 'Say a volume or a time, one of them' })
    expect(await fault({ recipeId, volume: 1, seconds: 60 })).toHaveProperty('volume')
    expect(await fault({ recipeId, seconds: 0 })).toHaveProperty('seconds')
    expect(await fault({ recipeId, volume: 1, runSeconds: 86_401 })).toHaveProperty('runSeconds')
    expect((await machine.start({ recipeId, volume: 1 }, farm.viewer)).status).toBe(403)
    expect(machine.got).toEqual([])
    const valve = await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id, device_type: 'tzgk_electric_valve' })
    expect((await farm.admin.call(dosingCalls.start, { params: { t: farm.t, id: valve.id }, body: { recipeId, volume: 1 } })).status).toBe(
      404,
    )
  })

  test('that needs flow is refused without it, and stopped where it fails: the log says by what', async () => {
    const machine = await aMachine()
    const recipeId = await aRecipe()
    const { rows } = await farm.owner.query<{ id: number }>(`select id from furrow.item where device_id = $1 and code = 'flow'`, [
      machine.device.id,
    ])
    const need = { kind: 'itemAbove' as const, itemId: rows[0]!.id, limit: 1 }
    const guard = await farm.admin.call(interlockCalls.set, {
      params: { t: farm.t, id: machine.device.id },
      body: { name: 'Flow', circuit: DOSING, need, graceSeconds: 0 },
    })
    expect(guard.status).toBe(200)
    const lacks = 'notices:command.reason.lacks.tooLow?interlock=Flow'
    expect((await machine.start({ recipeId, volume: 1 })).body).toMatchObject({ result: 0, message: lacks })
    await machine.says({ flow: 8 })
    await vi.waitFor(async () => expect((await machine.start({ recipeId, volume: 1 })).body).toMatchObject({ result: 1 }))
    await vi.waitFor(() => expect(machine.got).toHaveLength(1))
    await machine.answer(machine.got[0]!.id)
    await machine.says({ dosing: 1, flow: 8 })
    await machine.says({ dosing: 1, flow: 0.2 })
    await vi.waitFor(() => expect(machine.got.at(-1)).toMatchObject({ verb: 'dose.stop' }), { timeout: 5000 })
    await machine.answer(machine.got.at(-1)!.id)
    await vi.waitFor(async () =>
      expect((await machine.log())[0]).toMatchObject({ cause: 'interlock', causeName: lacks, state: 'observed' }),
    )
    const pumps = await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id, device_type: 'inverter' })
    const wrong = await farm.admin.call(interlockCalls.set, {
      params: { t: farm.t, id: pumps.id },
      body: { name: 'Flow', circuit: DOSING, need, graceSeconds: 0 },
    })
    expect(wrong.body.fields).toHaveProperty('circuit')
  })
})
