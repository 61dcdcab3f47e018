import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { flowDeviceGroupCalls, type Rollout } from '#contract/flows/deviceGroup'
import type { Trigger } from '#contract/flows/definition'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import { turns, turnsGroup } from './aFlow.ts'
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

describe('a device group that a flow turns', { timeout: 60_000 }, () => {
  /** Three valves in a group; a flow that opens them for two seconds each, and what became of it. */
  async function rolledOut(rollout: Rollout) {
    const valves = [await flows.aValve(), await flows.aValve(), await flows.aValve()]
    const order = [valves[2]!, valves[0]!, valves[1]!]
    const switchIds = order.map(({ switchId }) => switchId)
    const body = { areaId: farm.north.id, name: `Line ${rollout}`, note: '', rollout, seconds: 2, switchIds }
    const group = (await farm.admin.call(flowDeviceGroupCalls.add, { params: { t: farm.t }, body })).body
    const id = await flows.aFlow(flowOf([{ ...turnsGroup(group.id), runSeconds: 2 } as never]))
    const run = await flows.ended((await flows.start(id)).id)
    expect(run).toMatchObject({ state: 'success' })
    const at = (what: string) =>
      run.traces.filter((trace) => trace.what === what).map(({ at: when, command }) => ({ switchId: command!.switchId, at: when }))
    for (const { got } of valves) expect(got.filter(({ status }) => status === 1)).toMatchObject([{ circuit: 1, run: 2000 }])
    return { order: switchIds, asked: at('asked'), told: at('told') }
  }
  const idsOf = (rows: { switchId: number }[]) => rows.map(({ switchId }) => switchId)

  test('all together is told in one move', async () => {
    const { order, asked } = await rolledOut('together')
    expect(idsOf(asked)).toEqual(order)
    expect(new Set(asked.map(({ at }) => at)).size).toBe(1)
  })

  test('staggered is told in its order, never two within its pause, so that pumps do not start together', async () => {
    const { order, asked } = await rolledOut('staggered')
    expect(idsOf(asked)).toEqual(order)
    for (const [nth, { at }] of asked.slice(1).entries()) expect(at - asked[0]!.at).toBeGreaterThanOrEqual((nth + 1) * 2000)
  })

  test('in turn is told one after another, each once the one before has run its time', async () => {
    const { order, asked, told } = await rolledOut('inTurn')
    expect(idsOf(asked)).toEqual(order)
    for (const [nth, { at }] of asked.slice(1).entries()) expect(at - told[nth]!.at).toBeGreaterThanOrEqual(2000)
  })
})

test('a flow drives a motor to either side: between its directions it stops', { timeout: 60_000 }, async () => {
  const vent = await flows.aValve({ type: 'gateway', kind: 'related' })
  const way = (status: number) => turns(vent.switchId, { status, runSeconds: 60 })
  const run = await flows.ended((await flows.start(await flows.aFlow(flowOf([way(1), way(2)])))).id)
  expect(run).toMatchObject({ state: 'success' })
  const told = run.traces.filter(({ what }) => what === 'told')
  expect(told.map(({ command }) => [command!.status, command!.state])).toEqual([
    [1, 'observed'],
    [2, 'observed'],
  ])
  expect(vent.got.map(({ status }) => status)).toEqual([1, 0, 2])
  expect(await vent.status()).toBe(2)
})

test('a flow that fails with a motor under way stops it', { timeout: 60_000 }, async () => {
  const vent = await flows.aValve({ type: 'gateway', kind: 'blind' })
  const silent = await flows.aValve({ obeys: false })
  const steps = [turns(vent.switchId, { status: 2, runSeconds: 600 }), open(silent.switchId)]
  expect(await flows.ended((await flows.start(await flows.aFlow(flowOf(steps)))).id)).toMatchObject({ reason: 'commandFailed' })
  await soon(async () => expect(await vent.status()).toBe(0))
})

describe('a clock that is due', { timeout: 60_000 }, () => {
  const every = [1, 2, 3, 4, 5, 6, 7]
  test.each<[string, Trigger]>([
    ['cron', { kind: 'cron', cron: '*/10 3-4 * * 1,3', missed: 'skip' }],
    ['sun', { kind: 'sun', at: 'rise', shift: -30, days: every, missed: 'skip' }],
    ['sun', { kind: 'sun', at: 'set', shift: 15, days: every, missed: 'skip' }],
  ])('of %s starts its flow once, and has its next time', async (kind, trigger) => {
    const valve = await flows.aValve()
    const id = await flows.aFlow(flowOf([open(valve.switchId)], { triggers: [trigger] }))
    const { nextAt } = await flows.get(id)
    expect(nextAt).toBeGreaterThan(Date.now())
    // Its time comes.
    const due = Date.now()
    await farm.owner.query('update furrow.flow_trigger set next_at = $2 where flow_id = $1', [id, due])
    const run = await soon(async () => {
      const [found, ...more] = await flows.runsOf(id)
      expect([found?.state, more]).toEqual(['success', []])
      return found!
    })
    expect(run.cause).toEqual({ kind, trigger: 0, dueAt: due })
    expect(valve.got).toMatchObject([{ circuit: 1, status: 1 }])
    expect((await flows.get(id)).nextAt).toBe(nextAt)
    expect(await flows.runsOf(id)).toHaveLength(1)
  })
})
