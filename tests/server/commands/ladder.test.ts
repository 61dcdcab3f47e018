import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { CommandPriority } from '#contract/devices/command'
import { switchSet } from '#contract/devices/verbs'
import english from '#locales/en-US/notices' with { type: 'json' }
import { aConsole, aFarm, type Farm, inbox, startFarm } from '../broker/farm.ts'

let farm: Farm
let skipped = 0
beforeAll(async () => {
  farm = await startFarm({ clock: () => Date.now() + skipped })
})
afterAll(() => farm?.close())

interface Asked {
  id: string
  circuit: number
  status: number
  expires: number
}
interface Frame {
  v: [number, number, number][]
  c: [number, string, string, number, number, string | null][]
}

async function aMotorFarm(kind: 'ordinary' | 'related' | 'blind', status: number | null) {
  const made = await aFarm(farm)
  const one = await farm.build.aSwitch({
    tenant_id: made.tenant.id,
    device_id: made.device.id,
    area_id: made.area.id,
    circuit: 3,
    kind,
    status,
    status_at: status == null ? null : 1,
  })
  const author = await farm.build.aUser({ tenantId: made.tenant.id })
  const page = await farm.console(aConsole(farm, { [made.tenant.id]: {} }))
  const frames = inbox<Frame>(page)
  await page.subscribeAsync(`live/${made.tenant.id}/${made.area.id}/switches`)
  return {
    ...made,
    one,
    author,
    frames,
    ask: (status: number, given: { tenantId?: number; priority?: CommandPriority; maxRunMs?: number } = {}) =>
      farm.live.desk.request({
        tenantId: made.tenant.id,
        deviceId: made.device.id,
        verb: switchSet,
        args: { circuit: 3, status },
        asker: { by: 'user', userId: author.id },
        priority: 'manual',
        ...given,
      }),
    rungs: (id: string) =>
      frames
        .flatMap(({ c }) => c)
        .filter((row) => row[1] === id)
        .map((row) => row[2]),
    row: async (id: string) =>
      (
        await farm.query<{
          state: string
          message: string | null
          history: { state: string }[]
          author_id: number
          after_id: string | null
        }>('select * from furrow.command where id = $1', [id])
      )[0]!,
  }
}
type Made = Awaited<ReturnType<typeof aMotorFarm>>

async function listen(made: Made): Promise<{ client: MqttClient; got: Asked[] }> {
  const client = await farm.device(made.device)
  const got = inbox<Asked>(client)
  await client.subscribeAsync(made.topic('commands/+'), { qos: 1 })
  return { client, got }
}
const answer = (made: Made, client: MqttClient, id: string, said: object) =>
  client.publishAsync(made.topic(`commands/${id}/reply`), JSON.stringify(said), { qos: 1 })
const state = (made: Made, client: MqttClient, status: number) =>
  client.publishAsync(made.topic('state'), JSON.stringify({ 3: status }), { qos: 1 })
const reason = (name: keyof typeof english.command.reason) => `notices:command.reason.${name}`

describe('a command climbs its ladder', () => {
  test('sent, acknowledged, observed: in the log with author and times, and on the live topic', async () => {
    const made = await aMotorFarm('ordinary', 0)
    const { client, got } = await listen(made)
    const asked = await made.ask(1)
    expect(asked).toMatchObject({ result: 1, state: 'sent', message: null })
    await vi.waitFor(() => expect(got).toHaveLength(1))
    expect(got[0]).toMatchObject({ id: asked.commandId, circuit: 3, status: 1 })
    expect(got[0]!.expires).toBeGreaterThan(Date.now() + skipped + 50_000)
    await answer(made, client, asked.commandId, { ok: true })
    expect((await made.row(asked.commandId)).state).toBe('acknowledged')
    await state(made, client, 1)
    await vi.waitFor(() => expect(made.rungs(asked.commandId).at(-1)).toBe('observed'))
    const row = await made.row(asked.commandId)
    expect(row).toMatchObject({ state: 'observed', author_id: made.author.id })
    expect(row.history.map((step) => step.state)).toEqual(['sent', 'acknowledged', 'observed'])
    expect(made.frames.flatMap(({ v }) => v).at(-1)).toMatchObject([made.one.id, expect.any(Number), 1])
  })

  test('the state alone is enough: some firmware never answers', async () => {
    const made = await aMotorFarm('ordinary', 0)
    const { client } = await listen(made)
    const { commandId } = await made.ask(1)
    await state(made, client, 1)
    await vi.waitFor(async () => expect((await made.row(commandId)).state).toBe('observed'))
  })

  test('a refusal carries the words of the device, and its author is told', async () => {
    const made = await aMotorFarm('ordinary', 0)
    const { client } = await listen(made)
    const { commandId } = await made.ask(1)
    await answer(made, client, commandId, { ok: false, message: 'pump overheated' })
    expect(await made.row(commandId)).toMatchObject({ state: 'refused', message: 'pump overheated' })
    expect(await farm.noticesTo(made.author.id)).toMatchObject([
      {
        subject: 'notices:command.subject.refused',
        content: 'notices:command.content.because',
        params: { reason: 'pump overheated' },
      },
    ])
  })

  test('a device that is not connected, or does not listen, is said to be silent at once', async () => {
    const made = await aMotorFarm('ordinary', 0)
    const first = await made.ask(1)
    expect(first).toMatchObject({ result: 0, state: 'silent', message: reason('notConnected') })
    expect((await made.row(first.commandId)).state).toBe('silent')
    await farm.device(made.device)
    expect(await made.ask(1)).toMatchObject({ result: 0, state: 'silent' })
  })

  test('an answer of another device, or to a command that is over, changes nothing', async () => {
    const made = await aMotorFarm('ordinary', 0)
    const other = await aMotorFarm('ordinary', 0)
    const { client } = await listen(made)
    const thief = await listen(other)
    const { commandId } = await made.ask(1)
    await answer(other, thief.client, commandId, { ok: false, message: 'not mine' })
    expect((await made.row(commandId)).state).toBe('sent')
    await answer(made, client, commandId, { ok: false })
    await answer(made, client, commandId, { ok: true })
    expect(await made.row(commandId)).toMatchObject({ state: 'refused', message: reason('refused') })
  })

  test('a newer command of the same switch takes the place of the older one, and the log says so', async () => {
    const made = await aMotorFarm('ordinary', 0)
    const { client } = await listen(made)
    const first = await made.ask(1)
    const second = await made.ask(0)
    expect(await made.row(first.commandId)).toMatchObject({ state: 'refused', message: reason('superseded') })
    await state(made, client, 0)
    await vi.waitFor(async () => expect((await made.row(second.commandId)).state).toBe('observed'))
  })

  test('two requests at the same instant leave one live command', async () => {
    const made = await aMotorFarm('ordinary', 0)
    await listen(made)
    const [first, second] = await Promise.all([made.ask(1), made.ask(0)])
    expect((await made.row(first.commandId)).state).toBe('refused')
    expect((await made.row(second.commandId)).state).toBe('sent')
  })

  test('a status that the switch does not have, and a switch of another tenant, are refused', async () => {
    const made = await aMotorFarm('ordinary', 0)
    const other = await aMotorFarm('ordinary', 0)
    await expect(made.ask(2)).rejects.toMatchObject({ code: 'error.switch.status' })
    await expect(made.ask(1, { tenantId: other.tenant.id })).rejects.toMatchObject({ code: 'error.notFound' })
  })

  test('asking for a report or a period reaches a connected device only, and its answer is no fault', async () => {
    const made = await aMotorFarm('ordinary', 0)
    const name = { tenantId: made.tenant.id, eui: made.device.eui }
    expect(await farm.live.desk.askReport(name)).toBe(false)
    const { client, got } = await listen(made)
    expect(await farm.live.desk.askReport(name)).toBe(true)
    expect(await farm.live.desk.askPeriod(name, 600_000)).toBe(true)
    await vi.waitFor(() => expect(got).toHaveLength(2))
    expect(got).toMatchObject([{ report: true }, { reportingPeriod: 600_000 }])
    await answer(made, client, got[0]!.id, { ok: true })
    expect(await farm.query('select 1 from furrow.rejected_message where device_id = $1', [made.device.id])).toEqual([])
  })

  test('an answer that is none is kept as a rejected message', async () => {
    const made = await aMotorFarm('ordinary', 0)
    const { client } = await listen(made)
    const { commandId } = await made.ask(1)
    await client.publishAsync(made.topic(`commands/${commandId}/reply`), '{"ok":"yes"}', { qos: 1 })
    expect(await farm.query('select reason from furrow.rejected_message where device_id = $1', [made.device.id])).toEqual([
      { reason: 'shape' },
    ])
    expect((await made.row(commandId)).state).toBe('sent')
  })
})

describe.each(['related', 'blind'] as const)('a %s motor passes through stop', (kind) => {
  test.each([
    [1, 2],
    [2, 1],
    [null, 1],
  ])('from %s to %s: the stop leaves first, and the wish only when it is observed', async (now, wish) => {
    const made = await aMotorFarm(kind, now)
    const { client, got } = await listen(made)
    const asked = await made.ask(wish)
    expect(asked).toMatchObject({ result: 1, state: 'queued' })
    await vi.waitFor(() => expect(got).toHaveLength(1))
    expect(got[0]).toMatchObject({ circuit: 3, status: 0 })
    await answer(made, client, got[0]!.id, { ok: true })
    expect((await made.row(asked.commandId)).state).toBe('queued')
    await state(made, client, 0)
    await vi.waitFor(() => expect(got).toHaveLength(2))
    expect(got[1]).toMatchObject({ id: asked.commandId, status: wish })
    await state(made, client, wish)
    await vi.waitFor(async () => expect((await made.row(asked.commandId)).state).toBe('observed'))
    const row = await made.row(asked.commandId)
    expect(row.after_id).toBe(got[0]!.id)
    expect(row.history.map((step) => step.state)).toEqual(['queued', 'sent', 'observed'])
    expect((await made.row(got[0]!.id)).state).toBe('observed')
    // A page follows the wish, not the stop on the way to it.
    await vi.waitFor(() => expect(made.rungs(asked.commandId).at(-1)).toBe('observed'))
    expect(made.rungs(got[0]!.id)).toEqual([])
  })

  test('from stop, or further the same way, it leaves at once; stop itself always does', async () => {
    const stopped = await aMotorFarm(kind, 0)
    await listen(stopped)
    expect((await stopped.ask(1)).state).toBe('sent')
    const running = await aMotorFarm(kind, 1)
    await listen(running)
    expect((await running.ask(1)).state).toBe('sent')
    expect((await running.ask(0)).state).toBe('sent')
  })

  test('a direction that was asked for and never confirmed counts as running', async () => {
    const made = await aMotorFarm(kind, 0)
    const { got } = await listen(made)
    await made.ask(1)
    expect((await made.ask(2)).state).toBe('queued')
    await vi.waitFor(() => expect(got.map(({ status }) => status)).toEqual([1, 0]))
  })

  test('that was turned after a stop, and not seen to turn, counts as running that way', async () => {
    const made = await aMotorFarm(kind, 1)
    const first = await listen(made)
    const turned = await made.ask(2)
    await vi.waitFor(() => expect(first.got).toHaveLength(1))
    await state(made, first.client, 0)
    await vi.waitFor(async () => expect((await made.row(turned.commandId)).state).toBe('sent'))
    await first.client.endAsync(true)
    await vi.waitFor(async () => expect(await made.ask(0)).toMatchObject({ result: 0, state: 'silent' }))
    const again = await listen(made)
    expect((await made.ask(1)).state).toBe('queued')
    await vi.waitFor(() => expect(again.got).toMatchObject([{ status: 0 }]))
  })

  test('of a device that is away is said to be silent, stop and wish', async () => {
    const made = await aMotorFarm(kind, 1)
    expect(await made.ask(2)).toMatchObject({ result: 0, state: 'silent', message: reason('notConnected') })
    expect(await farm.query('select state from furrow.command where switch_id = $1', [made.one.id])).toEqual([
      { state: 'silent' },
      { state: 'silent' },
    ])
    expect(await farm.noticesTo(made.author.id)).toEqual([])
  })

  test('a stop that the device refuses ends the wish too', async () => {
    const made = await aMotorFarm(kind, 1)
    const { client, got } = await listen(made)
    const asked = await made.ask(2)
    await vi.waitFor(() => expect(got).toHaveLength(1))
    await answer(made, client, got[0]!.id, { ok: false, message: 'jammed' })
    await vi.waitFor(async () =>
      expect(await made.row(asked.commandId)).toMatchObject({ state: 'refused', message: reason('stopNotConfirmed') }),
    )
    expect(got).toHaveLength(1)
  })
})

describe('silence and restarts', () => {
  test('a device that says nothing for 10 s is silent, and its author is told', { timeout: 20_000 }, async () => {
    const made = await aMotorFarm('ordinary', 0)
    const { client } = await listen(made)
    const { commandId } = await made.ask(1)
    await vi.waitFor(async () => expect(await made.row(commandId)).toMatchObject({ state: 'silent', message: reason('noAnswer') }), {
      timeout: 12_000,
      interval: 200,
    })
    await state(made, client, 1)
    expect((await made.row(commandId)).state).toBe('silent')
    expect(await farm.noticesTo(made.author.id)).toMatchObject([{ content: 'notices:command.content.noAnswer' }])
  })

  test.each([
    ['back', -3_600_000],
    ['six years ahead and right again', 6 * 365 * 86_400_000],
  ])('a clock that is set %s while a command is under way keeps nobody waiting', { timeout: 30_000 }, async (_, jump) => {
    const made = await aMotorFarm('ordinary', 0)
    const { client, got } = await listen(made)
    const before = skipped
    // Asked under the one clock, answered under the other.
    if (jump > 0) skipped += jump
    const { commandId } = await made.ask(1)
    await vi.waitFor(() => expect(got).toHaveLength(1))
    skipped = jump > 0 ? before : before + jump
    try {
      // Anything that is heard has the waits counted anew.
      await state(made, client, 0)
      await vi.waitFor(async () => expect(await made.row(commandId)).toMatchObject({ state: 'silent' }), { timeout: 12_000, interval: 200 })
    } finally {
      skipped = before
    }
  })

  test('a new server takes up what is open: what is past due ends, the rest is observed as before', async () => {
    const made = await aMotorFarm('related', 1)
    const other = await aMotorFarm('ordinary', 0)
    await listen(made)
    const due = await listen(other)
    const queued = await made.ask(2)
    const sent = await other.ask(1)
    await vi.waitFor(() => expect(due.got).toHaveLength(1))
    await farm.restart()
    const again = await listen(other)
    await state(other, again.client, 1)
    await vi.waitFor(async () => expect((await other.row(sent.commandId)).state).toBe('observed'))
    const motor = await listen(made)
    await state(made, motor.client, 0)
    await vi.waitFor(() => expect(motor.got).toMatchObject([{ id: queued.commandId, status: 2 }]))

    const late = await aMotorFarm('ordinary', 0)
    await listen(late)
    const lost = await late.ask(1)
    skipped += 120_000
    await farm.restart()
    expect(await late.row(lost.commandId)).toMatchObject({ state: 'silent', message: reason('noAnswer') })
  })

  test('an expired command is not forwarded, not even from a session that outlived its connection', async () => {
    const made = await aMotorFarm('ordinary', 0)
    const name = { tenantId: made.tenant.id, eui: made.device.eui }
    const now = Date.now() + skipped
    const first = await farm.device(made.device, { clientId: 'kept', clean: false })
    await first.subscribeAsync(made.topic('commands/+'), { qos: 1 })
    expect(await farm.live.broker.tell(name, made.topic('commands/late'), JSON.stringify({ id: 'late', expires: now - 1 }), now - 1)).toBe(
      false,
    )
    // It leaves, the device dies before it takes it, and comes back when it is over.
    const held = first as unknown as { handlePublish: unknown }
    held.handlePublish = () => undefined
    expect(
      await farm.live.broker.tell(name, made.topic('commands/held'), JSON.stringify({ id: 'held', expires: now + 60_000 }), now + 60_000),
    ).toBe(true)
    await first.endAsync(true)
    skipped += 120_000
    const second = await farm.connect({
      username: `${name.tenantId}/${name.eui}`,
      password: 'furrow-test-secret',
      clientId: 'kept',
      clean: false,
    })
    const got = inbox<Asked>(second)
    const fresh = Date.now() + skipped + 60_000
    await vi.waitFor(() =>
      farm.live.broker.tell(name, made.topic('commands/fresh'), JSON.stringify({ id: 'fresh', expires: fresh }), fresh),
    )
    await vi.waitFor(() => expect(got.map(({ id }) => id)).toContain('fresh'))
    expect(got.map(({ id }) => id)).not.toContain('held')
  })
})
