import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FlowDefinition } from '#contract/flows/definition'
import { flowTrialCalls } from '#contract/flows/trial'
import type { Condition } from '#contract/watch/condition'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import { aRun } from './aFlow.ts'
import { flowOf, flowsOf, open, soon } from './flowFarm.ts'

const HOUR = 3_600_000
const DAYS = 6

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
const dry: Condition = { kind: 'compare', code: 'soilMoisture', is: 'below', limit: 15, margin: 0, than: null }

/** A valve whose plot was dry for two hours of each day from its sixth on (UTC), and wet else; on the third day nothing was said for twelve hours. */
async function aValveWithPast() {
  const valve = await flows.aValve()
  const today = Math.floor(Date.now() / (24 * HOUR)) * 24 * HOUR
  const begin = today - DAYS * 24 * HOUR
  await farm.owner.query('update furrow.device set reporting_period = $2 where id = $1', [valve.device.id, HOUR])
  const item = await farm.build.insert('item', {
    tenant_id: farm.t,
    area_id: farm.north.id,
    device_id: valve.device.id,
    code: 'soilMoisture',
    name: 'soilMoisture',
  } as never)
  await farm.owner.query(
    `insert into furrow.reading (tenant_id, item_id, ts, value)
     select $1, $2, $3::bigint + h * ${HOUR}, case when h % 24 in (6, 7) then 10 else 40 end from generate_series(0, ${DAYS * 24 - 1}) h
     where not h between 57 and 68`,
    [farm.t, item.id, begin],
  )
  return { ...valve, begin, itemId: item.id }
}
async function tried(definition: FlowDefinition, flowId: number | null = null) {
  const { status, body } = await farm.admin.call(flowTrialCalls.start, {
    params: { t: farm.t },
    body: { areaId: farm.north.id, flowId, definition },
  })
  expect(status).toBe(200)
  return soon(async () => {
    const { body: trial } = await farm.admin.call(flowTrialCalls.get, { params: { t: farm.t, id: body.id } })
    expect(trial.state).toBe('done')
    return trial
  })
}

/** Starts where the soil of a valve's plot is dry. */
const whenDry = (deviceId: number): FlowDefinition['triggers'][number] => ({
  kind: 'watch',
  logic: {
    scope: { types: null, deviceIds: [deviceId], landIds: null },
    when: dry,
    holdSeconds: 0,
    clear: null,
    clearSeconds: 0,
    noData: 'keep',
    during: null,
  },
})

test(
  'a dry run says when a flow would have run, what it would have turned and for how long, and why it would not; twice the same',
  { timeout: 60_000 },
  async () => {
    const valve = await aValveWithPast()
    const triggers = [whenDry(valve.device.id)]
    const byValue = flowOf([open(valve.switchId, 600), { kind: 'wait', seconds: 60 }], { triggers })
    const one = await tried(byValue)
    expect(one).toMatchObject({ knownSince: valve.begin, wanted: { ran: DAYS, notRun: 0 }, inForce: null, happened: { ran: 0 } })
    expect(one.wanted.use).toMatchObject([{ switchId: valve.switchId, starts: DAYS, ms: DAYS * 600_000 }])
    expect(one.wanted.runs[0]).toMatchObject({
      at: valve.begin + 6 * HOUR,
      ran: true,
      reason: null,
      endedAt: valve.begin + 6 * HOUR + 61_000,
    })
    expect(one.otherwiseFrom).toBe(valve.begin + 6 * HOUR)
    const again = await tried(byValue)
    expect(JSON.stringify(again.wanted)).toBe(JSON.stringify(one.wanted))
    expect(valve.got).toEqual([])

    // The tenant's clock is eight hours ahead: 15:00 is 07:00 UTC, and 20:00 is noon.
    const at = (hour: number) => ({ kind: 'time' as const, minute: hour * 60, days: [1, 2, 3, 4, 5, 6, 7], missed: 'skip' as const })
    const only = { join: 'all' as const, of: [{ deviceId: valve.device.id, ordinal: null, when: dry }] }
    const timed = await tried(flowOf([open(valve.switchId, 600)], { triggers: [at(15), at(20)], only }))
    const own = timed.wanted.runs.filter((run) => run.at >= valve.begin && run.at < valve.begin + DAYS * 24 * HOUR)
    expect(own.filter(({ ran }) => ran)).toHaveLength(DAYS)
    const not = own.filter(({ ran }) => !ran)
    expect(not.map(({ reason }) => reason)).toEqual([
      'conditionNo',
      'conditionNo',
      'conditionUnknown',
      'conditionNo',
      'conditionNo',
      'conditionNo',
    ])
    expect(not[0]!.checks).toMatchObject([{ deviceId: valve.device.id, verdict: 'no', seen: [{ itemId: valve.itemId, value: 40 }] }])

    // Beside the version that is saved.
    const saved = await flows.aFlow(byValue, { enabled: false })
    const beside = await tried(flowOf([open(valve.switchId, 60)], { triggers }), saved)
    expect(beside.inForce).toMatchObject({ ran: DAYS, use: [{ ms: DAYS * 600_000 }] })
    expect(beside.wanted.use).toMatchObject([{ ms: DAYS * 60_000 }])
  },
)

test('beside what a dry run would have done stands what was done, and from when the two part', { timeout: 60_000 }, async () => {
  const valve = await aValveWithPast()
  const definition = flowOf([open(valve.switchId, 600)], { triggers: [whenDry(valve.device.id)] })
  const flow_id = await flows.aFlow(definition, { enabled: false })
  const place = { tenant_id: farm.t, area_id: farm.north.id, flow_id }
  const dryAt = (day: number) => valve.begin + day * 24 * HOUR + 6 * HOUR
  /** A run of then, with the command that it gave. */
  const ranAt = async (at: number, status = 1) => {
    const { id } = await aRun(farm.build, { ...place, at })
    const command = { switchId: valve.switchId, status, runSeconds: status === 1 ? 300 : null, switchName: 'Valve', deviceName: 'East' }
    const facts = JSON.stringify({ command }) as never
    await farm.build.insert('flow_trace', { tenant_id: farm.t, run_id: id, nth: 0, at, path: [0], what: 'asked', facts } as never)
    return { at, ran: true, commands: [{ at, switchId: valve.switchId, status, runSeconds: command.runSeconds }] }
  }
  const first = await ranAt(dryAt(0) + 30_000)
  const notRun = { ...place, at: dryAt(0) + HOUR, state: 'skipped', reason: 'conditionNo', times: 3, started_at: null } as const
  await aRun(farm.build, notRun)
  const late = await ranAt(dryAt(1) + 5 * 60_000)
  const shut = await ranAt(dryAt(1) + 6 * 60_000, 0)
  // Not of this flow, and not of this time.
  await aRun(farm.build, { ...place, at: valve.begin - 60 * 24 * HOUR })

  const trial = await tried(definition, flow_id)
  expect(trial.happened).toMatchObject({ ran: 3, notRun: 3 })
  expect(trial.happened.runs).toMatchObject([first, { at: notRun.at, ran: false, reason: 'conditionNo', commands: [] }, late, shut])
  // 300 s as it was told, and 60 s until it was shut.
  expect(trial.happened.use).toEqual([{ switchId: valve.switchId, switchName: 'Valve', deviceName: 'East', starts: 2, ms: 360_000 }])
  // Half a minute late is the same; five minutes are not.
  expect(trial.otherwiseFrom).toBe(dryAt(1))
  expect(trial.inForce).toBeNull()

  await ranAt(dryAt(1))
  expect((await tried(definition, flow_id)).otherwiseFrom).toBe(late.at)
})

test(
  'a flow that ran live: the dry run of that time says what happened, at the same moments, and nothing parts the two',
  { timeout: 60_000 },
  async () => {
    const valve = await flows.aValve()
    await valve.reads({ soilMoisture: 40 })
    await flows.itemOf(valve.device.id, 'soilMoisture')
    const definition = flowOf([open(valve.switchId, 600)], { triggers: [whenDry(valve.device.id)], whileRunning: 'skip' })
    const id = await flows.aFlow(definition)
    await soon(async () => expect((await flows.get(id)).watched).toBe(1))
    for (const [nth, value] of [10, 8, 9].entries()) {
      await valve.reads({ soilMoisture: value })
      await soon(async () => expect((await flows.runsOf(id)).filter(({ state }) => state === 'success')).toHaveLength(nth + 1))
      await valve.reads({ soilMoisture: 40 })
      // A dry run takes it that a command takes a second.
      const over = Date.now() + 2000
      await soon(() => expect(Date.now()).toBeGreaterThan(over))
    }
    const trial = await tried(definition, id)
    expect([trial.wanted.ran, trial.happened.ran, trial.otherwiseFrom]).toEqual([3, 3, null])
    for (const [nth, really] of trial.happened.runs.entries()) {
      const would = trial.wanted.runs[nth]!
      expect([would.cause, would.ran, would.reason]).toEqual(['watch', true, null])
      // The reading is of before the run that it started, which took as long as the server to hear of it.
      expect(really.at - would.at).toBeGreaterThanOrEqual(0)
      expect(really.at - would.at).toBeLessThan(30_000)
      const given = ({ commands }: typeof would) => commands.map(({ switchId, status, runSeconds }) => [switchId, status, runSeconds])
      expect(given(would)).toEqual(given(really))
    }
  },
)
