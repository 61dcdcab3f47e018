import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { COMMAND_LIFE_MS } from '#contract/devices/command'
import { switchSet } from '#contract/devices/verbs'
import { type Clockwork, createClockwork } from '#server/ground/clock/clockwork'
import { aFarm, type Farm, inbox, startFarm } from '../broker/farm.ts'
import { silentLog } from '../database/testDatabase.ts'

const MINUTE = 60_000
let farm: Farm
let clockwork: Clockwork
let skipped = 0
const clock = () => Date.now() + skipped
beforeAll(async () => {
  farm = await startFarm({ clock })
})
beforeEach(() => {
  clockwork = createClockwork({ jobs: farm.live.jobs, db: farm.db, pool: farm.pool, clock, log: silentLog })
})
afterEach(() => clockwork.close())
afterAll(() => farm?.close())

interface Told {
  id: string
  circuit: number
  status: number
  expires: number
  run?: number
}
async function aValve() {
  const made = await aFarm(farm)
  const parts = { tenant_id: made.tenant.id, device_id: made.device.id, area_id: made.area.id }
  await farm.build.aSwitch({ ...parts, circuit: 3, kind: 'ordinary', status: 0, status_at: 1 })
  const author = await farm.build.aUser({ tenantId: made.tenant.id })
  const ask = (status: number, maxRunMs?: number) =>
    farm.live.desk.request({
      tenantId: made.tenant.id,
      deviceId: made.device.id,
      verb: switchSet,
      args: { circuit: 3, status },
      asker: { by: 'user', userId: author.id },
      priority: 'manual',
      maxRunMs,
    })
  const connect = async () => {
    const client = await farm.device(made.device)
    const got = inbox<Told>(client)
    await client.subscribeAsync(made.topic('commands/+'), { qos: 1 })
    return {
      got,
      say: (status: number) => client.publishAsync(made.topic('state'), JSON.stringify({ 3: status }), { qos: 1 }),
      refuse: (id: string) => client.publishAsync(made.topic(`commands/${id}/reply`), '{"ok":false}', { qos: 1 }),
      end: () => client.endAsync(true),
    }
  }
  const rows = () =>
    farm.query<{ id: string; status: number; state: string; cause: string; author_id: number; expires_at: number | null }>(
      'select id, status, state, cause, author_id, expires_at from furrow.command where device_id = $1 order by created_at',
      [made.device.id],
    )
  const timers = async () =>
    (
      await farm.query<{ due_at: number }>(
        `select due_at from furrow.job where name = 'devices.runningTimeOver' and tenant_id = $1 order by due_at`,
        [made.tenant.id],
      )
    ).map(({ due_at: dueAt }) => dueAt)
  const observed = (id: string) => vi.waitFor(async () => expect((await rows()).find((row) => row.id === id)!.state).toBe('observed'))
  return { ...made, author, ask, connect, rows, timers, observed }
}
type Valve = Awaited<ReturnType<typeof aValve>>

/** A valve that was opened for a while, and says so. */
async function opened(valve: Valve, maxRunMs = 30 * MINUTE) {
  const device = await valve.connect()
  const { commandId } = await valve.ask(1, maxRunMs)
  await device.say(1)
  await valve.observed(commandId)
  return { device, commandId }
}
/** The clock comes to the end of the running time. */
async function overAfter(ms: number) {
  skipped += ms
  await clockwork.look()
}

test('the device is told how long, and at the end the server itself stops what was started', async () => {
  const valve = await aValve()
  const { device, commandId } = await opened(valve)
  expect(device.got).toMatchObject([{ id: commandId, circuit: 3, status: 1, run: 30 * MINUTE }])
  const [due] = await valve.timers()
  expect(due).toBeGreaterThan(clock() + 29 * MINUTE)
  await overAfter(29 * MINUTE)
  expect(device.got).toHaveLength(1)
  await overAfter(MINUTE)
  await vi.waitFor(() => expect(device.got).toHaveLength(2))
  expect(device.got[1]).toMatchObject({ circuit: 3, status: 0 })
  expect(device.got[1]).not.toHaveProperty('run')
  await device.say(0)
  await valve.observed(device.got[1]!.id)
  expect(await valve.rows()).toMatchObject([
    { cause: 'user', state: 'observed' },
    { cause: 'runOver', state: 'observed', status: 0, author_id: valve.author.id },
  ])
  expect(await valve.timers()).toEqual([])
})

test('a start without a time has the one that is usual for its type; the switch says until when', async () => {
  const valve = await aValve()
  const device = await valve.connect()
  await valve.ask(1)
  await vi.waitFor(() => expect(device.got).toMatchObject([{ status: 1, run: 240 * MINUTE }]))
  expect(await valve.timers()).toHaveLength(1)
})

test('a clock that is set back makes no valve stay open for longer than its running time, counted anew', async () => {
  const valve = await aValve()
  const { device } = await opened(valve)
  await clockwork.look()
  const before = skipped
  skipped -= 60 * MINUTE
  try {
    await clockwork.look()
    await overAfter(30 * MINUTE)
    await vi.waitFor(() => expect(device.got).toHaveLength(2))
    expect(device.got[1]).toMatchObject({ circuit: 3, status: 0 })
  } finally {
    skipped = before
  }
})

test('the end is known from the moment the command left, and counted anew from the moment it is seen', async () => {
  const valve = await aValve()
  const device = await valve.connect()
  const { commandId } = await valve.ask(1, MINUTE)
  const [first] = await valve.timers()
  expect(first).toBeDefined()
  await device.say(1)
  await valve.observed(commandId)
  expect((await valve.timers())[0]!).toBeGreaterThan(first!)
})

test('a valve that was opened without an answer is closed all the same', async () => {
  const valve = await aValve()
  const device = await valve.connect()
  await valve.ask(1, MINUTE)
  await overAfter(MINUTE)
  // The command itself is still under way for this server, so the stop waits for its end.
  await vi.waitFor(async () => expect((await valve.rows())[0]!.state).toBe('silent'), { timeout: 15_000 })
  await overAfter(6000)
  await vi.waitFor(() => expect(device.got).toMatchObject([{ status: 1 }, { status: 0 }]))
})

test('what the device refused is not stopped', async () => {
  const valve = await aValve()
  const device = await valve.connect()
  const { commandId } = await valve.ask(1, MINUTE)
  await device.refuse(commandId)
  expect(await valve.timers()).toEqual([])
})

test('a device that is away at the end is told at its first word, hours later; its author hears of it', async () => {
  const valve = await aValve()
  const { device } = await opened(valve)
  await device.end()
  await overAfter(30 * MINUTE)
  await vi.waitFor(async () => expect(await valve.rows()).toMatchObject([{}, { state: 'queued', cause: 'runOver', expires_at: null }]))
  await vi.waitFor(async () =>
    expect(await farm.noticesTo(valve.author.id)).toMatchObject([{ subject: 'notices:command.subject.waiting' }]),
  )
  skipped += 5 * 60 * MINUTE
  const back = await valve.connect()
  await vi.waitFor(() => expect(back.got).toMatchObject([{ circuit: 3, status: 0 }]))
  expect(back.got[0]!.expires).toBeGreaterThan(clock() + COMMAND_LIFE_MS - 5000)
  await back.say(0)
  await valve.observed(back.got[0]!.id)
  expect(await farm.noticesTo(valve.author.id)).toHaveLength(1)
})

test('the stop that waits outlives the server', async () => {
  const valve = await aValve()
  const { device } = await opened(valve)
  await device.end()
  await overAfter(30 * MINUTE)
  await vi.waitFor(async () => expect(await valve.rows()).toHaveLength(2))
  await farm.restart()
  skipped += 60 * MINUTE
  const back = await valve.connect()
  await vi.waitFor(() => expect(back.got).toMatchObject([{ status: 0 }]))
})

test('a later command that is observed takes the end back, and has its own', async () => {
  const valve = await aValve()
  const { device } = await opened(valve)
  const longer = await valve.ask(1, 60 * MINUTE)
  expect(await valve.timers()).toHaveLength(2)
  await device.say(1)
  await valve.observed(longer.commandId)
  const [due, ...rest] = await valve.timers()
  expect(rest).toEqual([])
  expect(due).toBeGreaterThan(clock() + 59 * MINUTE)
  const closed = await valve.ask(0)
  await device.say(0)
  await valve.observed(closed.commandId)
  expect(await valve.timers()).toEqual([])
})

test('a later command that nobody saw carried out leaves the end as it is', async () => {
  const valve = await aValve()
  const { device } = await opened(valve)
  await device.end()
  expect(await valve.ask(0)).toMatchObject({ result: 0 })
  expect(await valve.timers()).toHaveLength(1)
})

test('at its end another command is under way: the stop waits for it, and does not come where that was seen', async () => {
  const valve = await aValve()
  const { device } = await opened(valve)
  skipped += 30 * MINUTE - 5000
  const longer = await valve.ask(1, 60 * MINUTE)
  await overAfter(5000)
  expect(await valve.rows()).toHaveLength(2)
  await device.say(1)
  await valve.observed(longer.commandId)
  await overAfter(6000)
  expect(await valve.rows()).toHaveLength(2)
  expect(device.got).toHaveLength(2)
})

test('a stop that waits gives way to what is asked as high, and is made once', async () => {
  const valve = await aValve()
  const { device } = await opened(valve)
  await device.end()
  await overAfter(30 * MINUTE)
  await vi.waitFor(async () => expect(await valve.rows()).toHaveLength(2))
  const back = await valve.connect()
  await vi.waitFor(() => expect(back.got).toHaveLength(1))
  const again = await valve.ask(1)
  await back.say(1)
  await valve.observed(again.commandId)
  expect((await valve.rows()).map(({ state }) => state)).toEqual(['observed', 'refused', 'observed'])
})

test('of two servers that come to the end at once one makes the stop, and it is made once', async () => {
  const valve = await aValve()
  const { device } = await opened(valve)
  const other = createClockwork({ jobs: farm.live.jobs, db: farm.db, pool: farm.pool, clock, log: silentLog })
  try {
    skipped += 30 * MINUTE
    await Promise.all([clockwork.look(), other.look(), clockwork.look(), other.look()])
  } finally {
    await other.close()
  }
  await vi.waitFor(() => expect(device.got).toHaveLength(2))
  expect(await valve.rows()).toMatchObject([{ cause: 'user' }, { cause: 'runOver' }])
  expect(await valve.timers()).toEqual([])
})
