import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type CommandState, SILENCE_MS } from '#contract/devices/command'
import { replyTopic } from '#contract/devices/protocol'
import { circuitTarget, switchSet, verbs } from '#contract/devices/verbs'
import { createCommandDesk } from '#server/ground/commands/desk'
import type { Subject } from '#server/ground/commands/order'
import type { CommandRepository } from '#server/ground/commands/repository'
import type { KnownDevice } from '#server/ground/broker/knownDevice'
import type { LivePublisher } from '#server/ground/live/live'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const DEVICE = { id: 7, tenantId: 1, eui: 'pump-house' } as KnownDevice
const SUBJECT: Subject = {
  tenantId: 1,
  areaId: 2,
  deviceId: DEVICE.id,
  eui: DEVICE.eui,
  deviceName: 'Pump house',
  target: circuitTarget(1),
  switchId: 3,
  switchName: null,
  circuit: 1,
}

const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

type Place = 'subjectOf' | 'decide' | 'step'
/** The commands of one switch, on a database that takes steps or fails as the test says. */
function aDesk() {
  const database = { failsWith: null as Error | null, steps: [] as CommandState[], hangs: null as Promise<void> | null, at: '' }
  const left: string[] = []
  const lines: { msg: string; unsaid?: number }[] = []
  const told: CommandState[] = []
  const reached = async (place: Place) => {
    await Promise.resolve()
    if (database.hangs && database.at === place) await database.hangs
  }
  const repository: CommandRepository = {
    async subjectOf() {
      await reached('subjectOf')
      return { subject: SUBJECT, kind: 'ordinary', run: null, longestRun: null }
    },
    async decide(_subject, _against, decide) {
      await decide({ said: 0, sent: [], elsewhere: [] }, () => Promise.resolve({ rows: [] }))
      await reached('decide')
    },
    async step({ one }) {
      await reached('step')
      if (database.failsWith) throw database.failsWith
      database.steps.push(one.state)
      return true
    },
    tell: () => Promise.resolve(),
    takeUp: () => Promise.resolve([]),
  }
  const live: Pick<LivePublisher, 'command' | 'changed'> = {
    command: (_t, _a, [, , state]) => void told.push(state),
    changed: () => undefined,
  }
  const commands = createCommandDesk({
    mayAct: () => Promise.resolve(null),
    repository,
    log: pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    clock: Date.now,
    monotonic: () => performance.now(),
    live,
    broker: { tell: (_device, topic) => Promise.resolve(left.push(topic) > 0), lacksWords: () => false, patienceWith: () => SILENCE_MS },
    verbs,
  })
  return {
    commands,
    database,
    lines,
    told,
    left,
    /** From now on, calls of that kind wait for what is answered here; what it is called with fails them. */
    hang: (at: Place) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      Object.assign(database, { hangs: promise, at })
      return (failure?: Error) => {
        database.hangs = null
        if (failure) reject(failure)
        else resolve()
      }
    },
    ask: () =>
      commands.request({
        tenantId: 1,
        deviceId: DEVICE.id,
        verb: switchSet,
        args: { circuit: 1, status: 1 },
        asker: { by: 'user', userId: 5 },
        priority: 'manual',
      }),
    answer: (commandId: string) =>
      commands.reply(DEVICE, replyTopic.of({ tenantId: 1, eui: DEVICE.eui, commandId }), Buffer.from('{"ok":true}')),
    observe: () => commands.observe([{ device: DEVICE, switchId: 3, circuit: 1, status: 1, at: Date.now() }]),
  }
}

test('the steps of a command wait for a database that is away, and are written in their order', async () => {
  const { database, told, ask, answer, observe } = aDesk()
  const { commandId } = await ask()
  database.failsWith = away()
  const answered = answer(commandId)
  observe()
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(database.steps).toEqual(['sent'])
  expect(told).toEqual(['sent'])
  database.failsWith = null
  await vi.advanceTimersByTimeAsync(2000)
  await answered
  expect(database.steps).toEqual(['sent', 'acknowledged', 'observed'])
  expect(told).toEqual(['sent', 'acknowledged', 'observed'])
})

const NOT_SENT = { code: 'error.switch.notSent', status: 503 }
/** What a call fails with, heard as soon as it does. */
const refusal = (call: Promise<unknown>): Promise<unknown> => call.catch((cause: unknown) => cause)

test('what has left is answered in time though nothing can be written, and its steps follow', async () => {
  const { database, told, left, ask, hang } = aDesk()
  const goOn = hang('step')
  const answered = ask()
  await vi.advanceTimersByTimeAsync(5000)
  expect(await answered).toMatchObject({ result: 1, state: 'sent', message: null })
  expect(left).toHaveLength(1)
  expect(told).toEqual([])
  goOn()
  await vi.advanceTimersByTimeAsync(0)
  expect(database.steps).toEqual(['sent'])
  expect(told).toEqual(['sent'])
})

test.each([
  ['before the switch is read', 'subjectOf', undefined, []],
  ['while the command is recorded', 'decide', undefined, ['expired']],
  ['while it is recorded, and nobody hears whether it was', 'decide', away(), ['expired']],
] as const)('a database that is away %s: the caller hears in time that nothing was sent, and nothing is', async (_, at, end, steps) => {
  const { database, left, ask, hang } = aDesk()
  const goOn = hang(at)
  const refused = refusal(ask())
  await vi.advanceTimersByTimeAsync(5000)
  expect(await refused).toMatchObject(NOT_SENT)
  // One that waits for its turn hears it no later.
  const next = refusal(ask())
  await vi.advanceTimersByTimeAsync(5000)
  expect(await next).toMatchObject(NOT_SENT)
  goOn(end)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(left).toEqual([])
  expect(database.steps).toEqual(steps)
  expect(await ask()).toMatchObject({ result: 1 })
  expect(left).toHaveLength(1)
})

test('a database that cannot be reached is told at once', async () => {
  const { left, ask, hang } = aDesk()
  const goOn = hang('subjectOf')
  const refused = refusal(ask())
  await vi.advanceTimersByTimeAsync(0)
  goOn(away())
  expect(await refused).toMatchObject(NOT_SENT)
  expect(left).toEqual([])
})

test('a step that the database refuses holds nothing up', async () => {
  const { database, lines, ask, answer, observe } = aDesk()
  const { commandId } = await ask()
  database.failsWith = Object.assign(new Error('violates foreign key constraint'), { code: '23503' })
  await answer(commandId)
  database.failsWith = null
  observe()
  await vi.advanceTimersByTimeAsync(0)
  expect(database.steps).toEqual(['sent', 'observed'])
  expect(lines.map(({ msg }) => msg)).toEqual(['a step of a command could not be written'])
})

test('a server that stops waits for no database, and an outage is a line a minute', async () => {
  const { commands, database, lines, ask, answer } = aDesk()
  const { commandId } = await ask()
  database.failsWith = away()
  const answered = answer(commandId)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(lines).toHaveLength(1)
  await commands.close()
  await answered
  expect(database.steps).toEqual(['sent'])
})

test('a device that answers commands that are not open writes one line a minute', async () => {
  const { lines, answer } = aDesk()
  for (let at = 0; at < 50; at++) await answer(`none-${at}`)
  expect(lines.map(({ msg }) => msg)).toEqual(['an answer came to a command that is not open'])
  await vi.advanceTimersByTimeAsync(60_000)
  await answer('none')
  expect(lines.at(-1)).toMatchObject({ unsaid: 49 })
})
