import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emergencyStopCalls } from '#contract/devices/emergencyStop'
import { switchCalls } from '#contract/devices/switch'
import { interlockCalls } from '#contract/devices/interlock'
import { flowRunCalls } from '#contract/flows/run'
import { messageCalls } from '#contract/notices/message'
import type { Condition } from '#contract/watch/condition'
import { retimeJob } from '#server/flows/run/triggers'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import { flowOf, flowsOf, open, soon } from './flowFarm.ts'

let farm: Farm
let flows: ReturnType<typeof flowsOf>
beforeAll(async () => {
  farm = await startFarm()
  flows = flowsOf(farm)
})
afterAll(async () => {
  await flows?.close()
  await farm?.close()
})
const wet: Condition = { kind: 'compare', code: 'soilMoisture', is: 'above', limit: 30, margin: 0, than: null }
const dry: Condition = { kind: 'compare', code: 'soilMoisture', is: 'below', limit: 15, margin: 0, than: null }
const check = (deviceId: number, when: Condition) => ({ join: 'all' as const, of: [{ deviceId, ordinal: null, when }] })
const messages = async () =>
  (await farm.admin.call(messageCalls.page, { params: { t: farm.t }, query: { lang: 'en-US', size: 50 } })).body.content
const adminId = async () =>
  (
    await farm.owner.query<{ user_id: number }>('select user_id from furrow.membership where tenant_id = $1 order by user_id limit 1', [
      farm.t,
    ])
  ).rows[0]!.user_id

describe('a flow that is started by hand', { timeout: 60_000 }, () => {
  test('turns what it names, says each step, and leaves a start to its running time', async () => {
    const valve = await flows.aValve()
    const id = await flows.aFlow(flowOf([open(valve.switchId), { kind: 'notify', userIds: [await adminId()], text: 'Watered' }]))
    const { id: runId } = await flows.start(id)
    const run = await flows.ended(runId)
    expect(run).toMatchObject({ state: 'success', reason: null, version: 1, cause: { kind: 'hand' } })
    expect(run.traces.map(({ what }) => what)).toEqual(['began', 'asked', 'told', 'notified', 'ended'])
    expect(run.traces[2]!.command).toMatchObject({ switchId: valve.switchId, status: 1, runSeconds: 300, state: 'observed' })
    expect(valve.got).toMatchObject([{ circuit: 1, status: 1, run: 300_000 }])
    expect(await valve.commands()).toEqual([{ status: 1, state: 'observed', cause: 'flow', priority: 'flow' }])
    expect(await flows.get(id)).toMatchObject({ state: 'success', lastRun: { id: runId, state: 'success' } })
    await soon(async () => expect((await messages()).some(({ content }) => content?.includes('Watered'))).toBe(true))
  })

  test('that is disabled while it runs ends, and what it opened is closed', async () => {
    const valve = await flows.aValve()
    const id = await flows.aFlow(flowOf([open(valve.switchId), { kind: 'wait', seconds: 300 }]))
    const { id: runId } = await flows.start(id)
    await soon(async () => expect(await valve.status()).toBe(1))
    await flows.enable(id, 0)
    expect(await flows.ended(runId)).toMatchObject({ state: 'failed', reason: 'disabled' })
    await soon(async () => expect(await valve.status()).toBe(0))
    expect(await flows.get(id)).toMatchObject({ state: 'disabled' })
  })

  test('that is stopped by a person is made safe, also where its device comes back only later', async () => {
    const valve = await flows.aValve()
    const id = await flows.aFlow(flowOf([open(valve.switchId), { kind: 'wait', seconds: 300 }]))
    const { id: runId } = await flows.start(id)
    await soon(async () => expect(await valve.status()).toBe(1))
    await valve.client.endAsync(true)
    await farm.admin.call(flowRunCalls.stop, { params: { t: farm.t, id: runId } })
    expect(await flows.ended(runId)).toMatchObject({ state: 'failed', reason: 'stopped' })
    await soon(async () => expect((await valve.commands()).at(-1)).toMatchObject({ status: 0, state: 'queued' }))
  })

  test('does not begin where what it asks for is not so, or not known, and says what it saw', async () => {
    const valve = await flows.aValve()
    const id = await flows.aFlow(flowOf([open(valve.switchId)], { only: check(valve.device.id, wet) }))
    expect(await flows.ended((await flows.start(id)).id)).toMatchObject({
      state: 'skipped',
      reason: 'conditionUnknown',
      checks: [{ deviceId: valve.device.id, verdict: 'unknown' }],
    })
    await valve.reads({ soilMoisture: 12 })
    const itemId = await flows.itemOf(valve.device.id, 'soilMoisture')
    await soon(async () => {
      const run = await flows.ended((await flows.start(id)).id)
      expect(run).toMatchObject({ state: 'skipped', reason: 'conditionNo', checks: [{ verdict: 'no', seen: [{ itemId, value: 12 }] }] })
    })
    expect(await valve.commands()).toEqual([])
    await valve.reads({ soilMoisture: 40 })
    await soon(async () => expect((await flows.ended((await flows.start(id)).id)).state).toBe('success'))
  })

  test('fails where its device says nothing, makes safe, and tells who arranged it', async () => {
    const valve = await flows.aValve({ obeys: false })
    const id = await flows.aFlow(flowOf([open(valve.switchId)]), { name: 'Silent one' })
    const run = await flows.ended((await flows.start(id)).id)
    expect(run).toMatchObject({ state: 'failed', reason: 'commandFailed' })
    expect(run.traces.map(({ what }) => what)).toEqual(['began', 'asked', 'told', 'ended', 'safe'])
    expect((await valve.commands()).map(({ status }) => status)).toEqual([1, 0])
    await soon(async () => expect((await messages()).some(({ subject }) => subject === 'Flow Silent one failed')).toBe(true))
  })
})

describe('one run a flow', { timeout: 60_000 }, () => {
  const long = (switchId: number) => [open(switchId), { kind: 'wait' as const, seconds: 300 }]
  test('another start is passed over, waits, or takes its place, as the flow says', async () => {
    const valve = await flows.aValve()
    const skip = await flows.aFlow(flowOf(long(valve.switchId)))
    const first = await flows.start(skip)
    await soon(async () => expect((await flows.run(first.id)).state).toBe('running'))
    expect(await flows.ended((await flows.start(skip)).id)).toMatchObject({ state: 'skipped', reason: 'alreadyRunning' })
    await flows.enable(skip, 0)

    const other = await flows.aValve()
    const restart = await flows.aFlow(flowOf(long(other.switchId), { whileRunning: 'restart' }))
    const one = await flows.start(restart)
    await soon(async () => expect((await flows.run(one.id)).state).toBe('running'))
    const two = await flows.start(restart)
    expect(await flows.ended(one.id)).toMatchObject({ state: 'failed', reason: 'replaced' })
    await soon(async () => expect((await flows.run(two.id)).state).toBe('running'))
    await flows.enable(restart, 0)

    const third = await flows.aValve()
    const queue = await flows.aFlow(flowOf(long(third.switchId), { whileRunning: 'queue' }))
    const running = await flows.start(queue)
    await soon(async () => expect((await flows.run(running.id)).state).toBe('running'))
    const waiting = await flows.start(queue)
    await soon(async () => expect((await flows.run(waiting.id)).state).toBe('waiting'))
    await farm.admin.call(flowRunCalls.stop, { params: { t: farm.t, id: running.id } })
    await soon(async () => expect((await flows.run(waiting.id)).state).toBe('running'))
    await flows.enable(queue, 0)
  })

  test('of two that want one circuit the one that goes before has it', async () => {
    const valve = await flows.aValve()
    const place = { tenant_id: farm.t, area_id: farm.north.id }
    const high = await farm.build.insert('flow_group', { ...place, name: 'High', priority: 1 })
    const low = await farm.build.insert('flow_group', { ...place, name: 'Low', priority: 9 })
    const lesser = await flows.aFlow(flowOf(long(valve.switchId)), { groupId: low.id })
    const greater = await flows.aFlow(flowOf(long(valve.switchId)), { groupId: high.id })
    const run = await flows.start(greater)
    await soon(async () => expect((await flows.run(run.id)).traces.some(({ what }) => what === 'told')).toBe(true))
    const refused = await flows.ended((await flows.start(lesser)).id)
    expect(refused).toMatchObject({ state: 'failed', reason: 'commandFailed' })
    expect(refused.traces.find(({ what }) => what === 'told')?.command).toMatchObject({ state: 'outranked' })
    expect(await valve.status()).toBe(1)
    expect(await valve.commands()).toHaveLength(1)
    await flows.enable(greater, 0)
  })

  test('of an exclusive group one flow runs at a time', async () => {
    const [one, two] = [await flows.aValve(), await flows.aValve()]
    const group = await farm.build.insert('flow_group', { tenant_id: farm.t, area_id: farm.north.id, name: 'Lines', exclusive_flag: 1 })
    const first = await flows.aFlow(flowOf(long(one.switchId)), { groupId: group.id })
    const second = await flows.aFlow(flowOf(long(two.switchId)), { groupId: group.id })
    const run = await flows.start(first)
    await soon(async () => expect((await flows.run(run.id)).state).toBe('running'))
    expect(await flows.ended((await flows.start(second)).id)).toMatchObject({ state: 'skipped', reason: 'groupBusy' })
    await flows.enable(first, 0)
  })
})

describe('what starts a flow', { timeout: 60_000 }, () => {
  const watch = (deviceId: number, when: Condition = dry) => ({
    kind: 'watch' as const,
    logic: {
      scope: { types: null, deviceIds: [deviceId], landIds: null },
      when,
      holdSeconds: 0,
      clear: null,
      clearSeconds: 0,
      noData: 'keep' as const,
      during: null,
    },
  })
  test('a value that passes its limit, once for each time, with what was seen', async () => {
    const valve = await flows.aValve()
    await valve.reads({ soilMoisture: 40 })
    const itemId = await flows.itemOf(valve.device.id, 'soilMoisture')
    const id = await flows.aFlow(flowOf([open(valve.switchId)], { triggers: [watch(valve.device.id)] }))
    await soon(async () => expect((await flows.get(id)).watched).toBe(1))
    await valve.reads({ soilMoisture: 10 })
    const run = await soon(async () => {
      const [found] = await flows.runsOf(id)
      expect(found?.state).toBe('success')
      return found!
    })
    expect(run.cause).toMatchObject({ kind: 'watch', trigger: 0, deviceId: valve.device.id, seen: [{ itemId, value: 10, verdict: 'yes' }] })
    await valve.reads({ soilMoisture: 9 })
    await valve.reads({ soilMoisture: 40 })
    await valve.reads({ soilMoisture: 8 })
    await soon(async () => expect((await flows.runsOf(id)).length).toBe(2))
  })

  test('a time of the day, and one that was missed as the flow says', async () => {
    const valve = await flows.aValve()
    const time = (missed: 'run' | 'skip') => ({ kind: 'time' as const, minute: 0, days: [1, 2, 3, 4, 5, 6, 7], missed })
    const run = await flows.aFlow(flowOf([{ kind: 'wait', seconds: 1 }], { triggers: [time('run')] }))
    const skip = await flows.aFlow(flowOf([open(valve.switchId)], { triggers: [time('skip')] }))
    const { nextAt } = await flows.get(run)
    expect(nextAt).toBeGreaterThan(Date.now())
    const due = Date.now() - 3_600_000
    await farm.owner.query('update furrow.flow_trigger set next_at = $2 where flow_id = any($1::bigint[])', [[run, skip], due])
    await soon(async () => expect(await flows.runsOf(run)).toMatchObject([{ cause: { kind: 'time', dueAt: due } }]))
    await soon(async () => expect(await flows.runsOf(skip)).toMatchObject([{ state: 'skipped', reason: 'missed' }]))
    expect((await flows.get(run)).nextAt).toBe(nextAt)
  })

  test('what a clock starts next follows the zone of its tenant, and a clock that is set back', async () => {
    const at = { kind: 'time' as const, minute: 360, days: [1, 2, 3, 4, 5, 6, 7], missed: 'skip' as const }
    const id = await flows.aFlow(flowOf([{ kind: 'wait', seconds: 1 }], { triggers: [at] }))
    const { nextAt } = await flows.get(id)
    const retime = async (clock: () => number) => {
      const job = retimeJob({ clock, live: { changed: () => undefined } as never })
      if (!('once' in job)) throw new Error('it is done once')
      const { serviceDb } = farm.services
      await serviceDb
        .transaction()
        .execute((work) => job.once(work, { tenantId: null, key: '', payload: {}, dueAt: 1 }, new AbortController().signal))
    }
    await retime(Date.now)
    expect((await flows.get(id)).nextAt).toBe(nextAt)
    const back = 3 * 86_400_000
    await retime(() => Date.now() - back)
    expect((await flows.get(id)).nextAt).toBe(nextAt! - back)
  })

  test('an alarm, and the end of another flow; in a circle it ends', async () => {
    const valve = await flows.aValve()
    const byAlarm = await flows.aFlow(flowOf([open(valve.switchId)], { triggers: [{ kind: 'alarm', ruleId: null, severity: 'major' }] }))
    const after = await flows.aFlow(
      flowOf([{ kind: 'wait', seconds: 1 }], { triggers: [{ kind: 'flow', flowId: byAlarm, on: 'success' }] }),
    )
    const there = await flows.aFlow(flowOf([{ kind: 'wait', seconds: 1 }]), { enabled: false })
    const back = await flows.aFlow(flowOf([{ kind: 'wait', seconds: 1 }], { triggers: [{ kind: 'flow', flowId: there, on: 'ended' }] }))
    await farm.owner.query(`update furrow.flow set definition = jsonb_set(definition, '{triggers}', $2::jsonb) where id = $1`, [
      there,
      JSON.stringify([{ kind: 'flow', flowId: back, on: 'ended' }]),
    ])
    expect((await flows.enable(there)).status).toBe(200)
    const facts = {
      tenant_id: farm.t,
      area_id: farm.north.id,
      rule_name: 'Too dry',
      device_name: 'Plot 3',
      device_type: 'gateway',
      reason: '{}',
    }
    const at = Date.now()
    const alarm = { ...facts, raised_at: at, told_at: at, episode_at: at }
    await farm.build.insert('alarm', { ...alarm, severity: 'minor' } as never)
    // That nothing is known of it is no reason to act.
    await farm.build.insert('alarm', { ...alarm, severity: 'critical', cause: 'noData', rule_name: 'Silent' } as never)
    await farm.build.insert('alarm', { ...alarm, severity: 'critical' } as never)
    await soon(async () =>
      expect(await flows.runsOf(byAlarm)).toMatchObject([
        { state: 'success', cause: { kind: 'alarm', name: 'Too dry', deviceName: 'Plot 3' } },
      ]),
    )
    expect(await valve.commands()).toMatchObject([{ priority: 'alarm' }])
    await soon(async () => expect(await flows.runsOf(after)).toMatchObject([{ cause: { kind: 'flow' } }]))
    await flows.start(there)
    await soon(async () => expect((await flows.runsOf(there))[0]).toMatchObject({ state: 'skipped', reason: 'chain' }))
  })
})

describe('an interlock goes before a flow', { timeout: 60_000 }, () => {
  /** A pump that may run only while this valve is open. */
  async function guarded() {
    const [pump, valve] = [await flows.aValve({ type: 'gateway' }), await flows.aValve()]
    const need = { kind: 'anyOpen' as const, switchIds: [valve.switchId] }
    const body = { name: 'Dry run', circuit: 1, graceSeconds: 0, need }
    expect((await farm.admin.call(interlockCalls.set, { params: { t: farm.t, id: pump.device.id }, body })).status).toBe(200)
    return { pump, valve }
  }
  const lacks = 'notices:command.reason.lacks.noneOpen?interlock=Dry+run'

  test('what it forbids is not started: the run says which and why, and nothing reaches the device', async () => {
    const { pump } = await guarded()
    const run = await flows.ended((await flows.start(await flows.aFlow(flowOf([open(pump.switchId)])))).id)
    expect(run).toMatchObject({ state: 'failed', reason: 'commandFailed' })
    expect(run.traces.find(({ what }) => what === 'told')?.command).toMatchObject({ state: 'refused', message: lacks })
    expect(pump.got.filter(({ status }) => status === 1)).toEqual([])
  })

  test('what it ends while a run waits stays ended, and is not started again by a later step', async () => {
    const { pump, valve } = await guarded()
    const steps = [open(valve.switchId), open(pump.switchId), { kind: 'wait' as const, seconds: 5 }, open(pump.switchId)]
    const { id } = await flows.start(await flows.aFlow(flowOf(steps)))
    await soon(async () => expect(await pump.status()).toBe(1))
    // Somebody closes the valve at its wheel.
    await valve.client.publishAsync(`furrow/${farm.t}/${valve.device.eui}/state`, JSON.stringify({ 1: 0 }), { qos: 1 })
    await soon(async () => expect(await pump.status()).toBe(0))
    expect(await pump.commands()).toContainEqual(expect.objectContaining({ status: 0, cause: 'interlock', priority: 'interlock' }))
    const run = await flows.ended(id)
    expect(run).toMatchObject({ state: 'failed', reason: 'commandFailed' })
    // The run says what became of what it had started, in its own order.
    expect(run.traces.filter(({ what }) => what === 'undone')).toMatchObject([
      { command: { switchId: valve.switchId, status: 0 }, by: null },
      { command: { switchId: pump.switchId, status: 0 }, by: { cause: 'interlock' } },
    ])
    const told = run.traces.filter(({ what, command }) => what === 'told' && command?.switchId === pump.switchId)
    expect(told.map(({ command }) => command)).toMatchObject([{ state: 'observed' }, { state: 'refused', message: lacks }])
    expect(await pump.status()).toBe(0)
  })
})

test('what a hand ends while a run goes on is said in its steps, by name and at once', { timeout: 60_000 }, async () => {
  const valve = await flows.aValve()
  const { id } = await flows.start(await flows.aFlow(flowOf([open(valve.switchId), { kind: 'wait', seconds: 300 }])))
  await soon(async () => expect((await flows.run(id)).traces.some(({ what }) => what === 'waits')).toBe(true))
  const body = { switchId: valve.switchId, sw: 0, eui: valve.device.eui, circuit: 1 }
  expect((await farm.admin.call(switchCalls.control, { params: { t: farm.t }, body })).status).toBe(200)
  const undone = await soon(async () => {
    const [found, ...more] = (await flows.run(id)).traces.filter(({ what }) => what === 'undone')
    expect([found?.what, more]).toEqual(['undone', []])
    return found!
  })
  expect(undone).toMatchObject({
    command: { switchId: valve.switchId, status: 0 },
    by: { cause: 'user', name: expect.any(String) as string },
  })
  expect(Math.abs(undone.at - undone.until!)).toBeLessThan(10_000)
  expect((await flows.run(id)).state).toBe('running')
})

describe('who ended what a run had started is who asked for it and was not refused', { timeout: 60_000 }, () => {
  test.each([
    ['nobody, where the only one who asked was refused', [{ status: 0, state: 'refused', cause: 'user' }], null],
    [
      'an interlock, though a start was refused since',
      [
        { status: 0, state: 'observed', cause: 'interlock' },
        { status: 1, state: 'refused', cause: 'user' },
      ],
      { cause: 'interlock' },
    ],
  ])('%s', async (_, asked, by) => {
    const valve = await flows.aValve()
    const { id } = await flows.start(await flows.aFlow(flowOf([open(valve.switchId), { kind: 'wait', seconds: 300 }])))
    await soon(async () => expect((await flows.run(id)).traces.some(({ what }) => what === 'waits')).toBe(true))
    const of = { tenant_id: farm.t, area_id: farm.north.id, device_id: valve.device.id, switch_id: valve.switchId }
    for (const [nth, one] of asked.entries())
      await farm.build.aCommand({ ...of, author_id: await adminId(), created_at: Date.now() + nth, ...one } as never)
    await valve.client.publishAsync(`furrow/${farm.t}/${valve.device.eui}/state`, JSON.stringify({ 1: 0 }), { qos: 1 })
    const undone = await soon(async () => {
      const [found] = (await flows.run(id)).traces.filter(({ what }) => what === 'undone')
      expect(found).toBeDefined()
      return found!
    })
    expect(undone.by).toEqual(by === null ? null : (expect.objectContaining(by) as unknown))
  })
})

test('the emergency stop of a base ends what runs, and nothing begins while it stands', { timeout: 60_000 }, async () => {
  const valve = await flows.aValve()
  const id = await flows.aFlow(flowOf([open(valve.switchId), { kind: 'wait', seconds: 300 }]))
  const { id: runId } = await flows.start(id)
  await soon(async () => expect(await valve.status()).toBe(1))
  const stop = await farm.admin.call(emergencyStopCalls.press, { params: { t: farm.t }, body: { areaId: farm.north.id, aerators: false } })
  expect(stop.status).toBe(200)
  expect(await flows.ended(runId)).toMatchObject({ state: 'failed', reason: 'emergencyStop' })
  await soon(async () => expect(await valve.status()).toBe(0))
  expect(await flows.ended((await flows.start(id)).id)).toMatchObject({ state: 'skipped', reason: 'emergencyStop' })
  await farm.admin.call(emergencyStopCalls.lift, { params: { t: farm.t, areaId: farm.north.id } })
  const { id: again } = await flows.start(id)
  await soon(async () => expect(await flows.run(again)).toMatchObject({ state: 'running' }))
})
