import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Verb } from '#contract/core/verb'
import { type CommandPriority, SILENCE_MS } from '#contract/devices/command'
import { commandTopic, replyTopic } from '#contract/devices/protocol'
import { circuitTarget, switchSet, verbs } from '#contract/devices/verbs'
import { type OpenCommands, openCommands } from '#server/ground/commands/open'
import type { KnownDevice } from '#server/ground/broker/knownDevice'
import type { Asker } from '#server/ground/commandDesk'
import { aFarm, type Farm, startFarm } from '../broker/farm.ts'
import { silentLog } from '../database/testDatabase.ts'

/** A pump that doses: nothing but this says how it is told, stopped and seen. */
const dose: Verb<{ pump: number; millilitres: number }> = {
  name: 'test.dose',
  args: z.object({ pump: z.int(), millilitres: z.number() }),
  target: ({ pump }) => circuitTarget(pump),
  aim: ({ millilitres }) => (millilitres > 0 ? 1 : 0),
  stop: ({ pump, millilitres }) => (millilitres === 0 ? null : { pump, millilitres: 0 }),
}
/** A camera that turns: its answer is all that can be known of it. */
const look: Verb<{ preset: string }> = {
  name: 'test.look',
  args: z.object({ preset: z.string() }),
  target: () => 'head',
  aim: () => null,
}

let farm: Farm
const servers: OpenCommands[] = []
beforeAll(async () => {
  farm = await startFarm()
})
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))
afterAll(() => farm?.close())

/** A server's command desk on the farm's database, and what it sent. */
async function aServer(clock: () => number = Date.now) {
  const sent: Record<string, unknown>[] = []
  const server = openCommands({
    pool: farm.pool,
    log: silentLog,
    clock,
    monotonic: () => performance.now(),
    live: { command: () => undefined, changed: () => undefined },
    broker: {
      tell(_device, topic, payload) {
        expect(commandTopic.match(topic)).not.toBeNull()
        sent.push(commandTopic.payload.parse(JSON.parse(payload)))
        return Promise.resolve(true)
      },
      lacksWords: () => false,
      patienceWith: () => SILENCE_MS,
    },
    verbs: [...verbs, dose as Verb, look as Verb],
  })
  servers.push(server)
  await server.start()
  return { ...server, sent }
}
async function aPump() {
  const made = await aFarm(farm)
  const one = await farm.build.aSwitch({
    tenant_id: made.tenant.id,
    device_id: made.device.id,
    area_id: made.area.id,
    circuit: 3,
    status: 0,
    status_at: 1,
  })
  const author = await farm.build.aUser({ tenantId: made.tenant.id })
  const device = { id: made.device.id, tenantId: made.tenant.id, eui: made.device.eui } as KnownDevice
  const of = {
    tenantId: made.tenant.id,
    deviceId: made.device.id,
    asker: { by: 'user', userId: author.id } as Asker,
    priority: 'manual' as CommandPriority,
  }
  return {
    ...made,
    author,
    of,
    turn: { ...of, verb: switchSet, args: { circuit: 3, status: 1 } },
    heard: (status: number) => [{ device, switchId: one.id, circuit: 3, status, at: Date.now() }],
    reply: (server: OpenCommands, commandId: string) =>
      server.reply(device, replyTopic.of({ tenantId: device.tenantId, eui: device.eui, commandId }), Buffer.from('{"ok":true}')),
    rows: () =>
      farm.query<{
        id: string
        state: string
        message: string | null
        verb: string
        args: object
        circuit: number | null
        status: number | null
        cause: string
        cause_name: string | null
        claimed_by: number
        history: { state: string }[]
      }>('select * from furrow.command where device_id = $1 order by created_at, after_id nulls first', [made.device.id]),
  }
}

test('a command is in the hand of one server: another that starts leaves it alone', async () => {
  const pump = await aPump()
  const one = await aServer()
  const { commandId } = await one.request(pump.turn)
  const other = await aServer(() => Date.now() + 3_600_000)
  await other.takeUp()
  expect(await pump.rows()).toMatchObject([{ id: commandId, state: 'sent' }])
  other.observe(pump.heard(1))
  await other.takeUp()
  expect(await pump.rows()).toMatchObject([{ state: 'sent' }])
  one.observe(pump.heard(1))
  await vi.waitFor(async () => expect(await pump.rows()).toMatchObject([{ state: 'observed' }]))
})

test('what a server leaves when it ends, another that runs takes up', async () => {
  const pump = await aPump()
  const one = await aServer()
  const { commandId } = await one.request(pump.turn)
  const other = await aServer()
  await other.takeUp()
  const before = (await pump.rows())[0]!.claimed_by
  await one.close()
  await other.takeUp()
  expect((await pump.rows())[0]!.claimed_by).not.toBe(before)
  await pump.reply(other, commandId)
  expect(await pump.rows()).toMatchObject([{ state: 'acknowledged' }])
})

test('two that start at once share what was left, each command in one hand', async () => {
  const pumps = await Promise.all(Array.from({ length: 12 }, aPump))
  const one = await aServer()
  for (const pump of pumps) await one.request(pump.turn)
  await one.close()
  await Promise.all([aServer(), aServer()])
  for (const pump of pumps) expect((await pump.rows())[0]).toMatchObject({ state: 'sent' })
  const [left, right] = servers.slice(1)
  for (const pump of pumps)
    for (const server of [left!, right!]) {
      server.observe(pump.heard(1))
    }
  for (const pump of pumps)
    await vi.waitFor(async () => expect((await pump.rows())[0]!.history.map(({ state }) => state)).toEqual(['sent', 'observed']))
})

test('what is asked of one server ends what another has in hand, which then hears no more of it', async () => {
  const pump = await aPump()
  const [one, other] = [await aServer(), await aServer()]
  const first = await one.request(pump.turn)
  const second = await other.request({ ...pump.turn, args: { circuit: 3, status: 0 } })
  await pump.reply(one, first.commandId)
  expect(await pump.rows()).toMatchObject([
    { id: first.commandId, state: 'refused', message: 'notices:command.reason.superseded' },
    { id: second.commandId, state: 'sent' },
  ])
})

test('what stands higher is left alone, whoever asks where, and the refusal stands in the log with its reason', async () => {
  const pump = await aPump()
  const [one, other] = [await aServer(), await aServer()]
  await one.request({ ...pump.turn, priority: 'interlock' })
  const flow = {
    ...pump.of,
    verb: switchSet,
    args: { circuit: 3, status: 0 },
    asker: { by: 'flow', name: 'Dawn', userId: null },
    priority: 'flow',
  } as const
  const outranked = { result: 0, state: 'refused', message: 'notices:command.reason.outranked' }
  expect(await one.request(flow)).toMatchObject(outranked)
  expect(await other.request(flow)).toMatchObject(outranked)
  expect(one.sent.length + other.sent.length).toBe(1)
  expect(await pump.rows()).toMatchObject([
    { state: 'sent' },
    { state: 'refused', cause: 'flow', cause_name: 'Dawn', history: [{ state: 'refused' }] },
    { state: 'refused', cause: 'flow' },
  ])
})

test('a verb that nobody here knows is told, seen, limited and stopped as any other', async () => {
  const pump = await aPump()
  const server = await aServer()
  const args = { pump: 3, millilitres: 250 }
  const { commandId } = await server.request({ ...pump.of, verb: dose, args, maxRunMs: 60_000 })
  expect(server.sent).toMatchObject([{ id: commandId, verb: 'test.dose', args, run: 60_000 }])
  await pump.reply(server, commandId)
  server.observe(pump.heard(1))
  await vi.waitFor(async () => expect(await pump.rows()).toMatchObject([{ state: 'observed', verb: 'test.dose', args }]))
  const [timer] = await farm.query<{ key: string; tenant_id: number }>('select key, tenant_id from furrow.job where tenant_id = $1', [
    pump.tenant.id,
  ])
  await farm.db
    .transaction()
    .execute((work) =>
      (server.jobs[0] as Extract<(typeof server.jobs)[number], { once: unknown }>).once(
        work,
        { tenantId: timer!.tenant_id, key: timer!.key, payload: {}, dueAt: 0 },
        new AbortController().signal,
      ),
    )
  await server.takeUp()
  expect(server.sent[1]).toMatchObject({ verb: 'test.dose', args: { pump: 3, millilitres: 0 } })
})

test('where nothing can be seen of it the answer ends a command; a limit is refused where nothing would end it', async () => {
  const pump = await aPump()
  const server = await aServer()
  const wish = { ...pump.of, verb: look, args: { preset: 'gate' } }
  const { commandId } = await server.request(wish)
  await pump.reply(server, commandId)
  expect(await pump.rows()).toMatchObject([{ state: 'observed', circuit: null, status: null }])
  await expect(server.request({ ...wish, maxRunMs: 5 })).rejects.toMatchObject({ code: 'error.switch.run' })
})

test('a stop on the way to another direction has the server as its cause', async () => {
  const pump = await aPump()
  await farm.query(`update furrow.switch set kind = 'related', status = 2 where device_id = $1`, [pump.device.id])
  const server = await aServer()
  await server.request(pump.turn)
  expect((await pump.rows()).map(({ cause }) => cause).toSorted()).toEqual(['stopFirst', 'user'])
})
