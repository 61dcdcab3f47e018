import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type FlowBody, flowCalls, MOST_FLOWS, MOST_VERSIONS } from '#contract/flows/flow'
import type { Judged } from '#contract/flows/run'
import type { FlowDefinition } from '#contract/flows/definition'
import { FLOWS_EDIT, FLOWS_READ, FLOWS_RUN } from '#contract/flows/permission'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import type { Client } from '../harness.ts'
import { oxygenLow } from '../alarms/anAlarm.ts'
import { aFlow, aRun, atHalfPastFive, turns, waits } from './aFlow.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(() => farm?.close())

const place = () => ({ tenant_id: farm.t, area_id: farm.north.id })
const body = (more: Partial<FlowBody> = {}): FlowBody => ({
  areaId: farm.north.id,
  name: 'Irrigate',
  note: 'In the morning',
  groupId: null,
  definition: waits,
  ...more,
})
const add = (more: Partial<FlowBody> = {}, by: Client = farm.admin) => by.call(flowCalls.add, { params: { t: farm.t }, body: body(more) })
const made = async (definition: FlowDefinition = waits) => (await add({ definition })).body.id
const edit = (id: number, objectVersionNumber: number, more: Partial<Omit<FlowBody, 'areaId'>> = {}, by: Client = farm.admin) => {
  const { areaId: _, ...facts } = body()
  return by.call(flowCalls.edit, { params: { t: farm.t, id }, body: { ...facts, ...more, objectVersionNumber } })
}
const enable = (id: number, enabledFlag: 0 | 1, by: Client = farm.admin) =>
  by.call(flowCalls.enable, { params: { t: farm.t, id }, body: { enabledFlag } })
const get = async (id: number) => (await farm.admin.call(flowCalls.get, { params: { t: farm.t, id } })).body
const remove = (id: number) => farm.admin.call(flowCalls.remove, { params: { t: farm.t, id } })
const run = (id: number, by: Client = farm.admin) => by.call(flowCalls.run, { params: { t: farm.t, id } })
const versions = async (id: number) => (await farm.admin.call(flowCalls.versions, { params: { t: farm.t, id } })).body
const page = async (areaId: number, more: { state?: 'disabled' | 'enabled' | 'running' | 'success' | 'failed'; groupId?: number } = {}) =>
  (await farm.admin.call(flowCalls.page, { params: { t: farm.t }, query: { areaId, ...more } })).body.content.map(({ id }) => id)
const rowsOf = async (text: string, id: number) => (await farm.owner.query(text, [id])).rows
const triggersOf = (id: number) => rowsOf('select * from furrow.flow_trigger where flow_id = $1 order by nth', id)
const runsOf = (id: number) => rowsOf('select * from furrow.flow_run where flow_id = $1 order by id', id)
const outcome = ({ status, body: { code } }: { status: number; body: { code?: string } }) => [status, code]
const aValve = async (areaId = farm.north.id, names: { device?: string; type?: string } = {}) => {
  const at = { tenant_id: farm.t, area_id: areaId }
  const device = await farm.build.aDevice({ ...at, device_type: names.type ?? 'tzgk_electric_valve', name: names.device ?? 'Valve' })
  return { device, valve: await farm.build.aSwitch({ ...at, device_id: device.id }) }
}

describe('a flow', () => {
  test('is made disabled, with its first version', async () => {
    const { status, body: flow } = await add({ name: '  Irrigate ' })
    expect(status).toBe(200)
    expect(flow).toMatchObject({
      ...body(),
      groupName: null,
      priority: 5,
      enabledFlag: 0,
      state: 'disabled',
      version: 1,
      open: [],
      lastRun: null,
      notRun: null,
      nextAt: null,
      watched: 0,
      unknown: 0,
      objectVersionNumber: 1,
    })
    expect(await versions(flow.id)).toEqual([
      { version: 1, name: 'Irrigate', definition: waits, savedAt: expect.any(Number), savedBy: 'A User' },
    ])
  })

  test('is another version where it does something else, and not for another name', async () => {
    const id = await made()
    expect((await edit(id, 1, { name: 'Water' })).body).toMatchObject({ name: 'Water', version: 1, objectVersionNumber: 2 })
    const longer: FlowDefinition = { ...waits, maxSeconds: 700 }
    expect((await edit(id, 2, { definition: longer })).body).toMatchObject({ version: 2, definition: longer, objectVersionNumber: 3 })
    expect((await versions(id)).map(({ version, definition }) => [version, definition.maxSeconds])).toEqual([
      [2, 700],
      [1, 600],
    ])
    expect(outcome(await edit(id, 2))).toEqual([409, 'error.version.stale'])
    expect(await get(id)).toMatchObject({ version: 2 })
  })

  test('keeps its newest fifty versions', async () => {
    const { id } = await aFlow(farm.build, { ...place(), version: MOST_VERSIONS })
    await farm.owner.query(
      `insert into furrow.flow_version (tenant_id, flow_id, version, name, definition, saved_at)
       select $1, $2, n, 'Irrigate', $3, 1 from generate_series(1, $4::int) n`,
      [farm.t, id, JSON.stringify(waits), MOST_VERSIONS - 1],
    )
    await edit(id, 1, { definition: { ...waits, maxSeconds: 700 } })
    const kept = (await versions(id)).map(({ version }) => version)
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([MOST_VERSIONS, MOST_VERSIONS + 1, 2])
  })

  test('is in a group of its base, which says what goes first', async () => {
    const group = await farm.build.insert('flow_group', { ...place(), name: 'Ponds', priority: 2 })
    const other = await farm.build.insert('flow_group', { tenant_id: farm.t, area_id: farm.south.id, name: 'South', priority: 2 })
    const { body: flow } = await add({ groupId: group.id })
    expect(flow).toMatchObject({ groupId: group.id, groupName: 'Ponds', priority: 2 })
    expect(await page(farm.north.id, { groupId: group.id })).toEqual([flow.id])
    const refused = await add({ groupId: other.id })
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ['groupId']])
  })

  test('says beside it what a clock cannot be told', async () => {
    const cron = (text: string): FlowDefinition => ({ ...waits, triggers: [atHalfPastFive, { kind: 'cron', cron: text, missed: 'run' }] })
    const refused = await add({ definition: cron('99 5 * * *') })
    expect([refused.status, refused.body.fields]).toEqual([400, { 'definition.triggers.1.cron': expect.stringContaining('30 5') }])
    expect((await add({ definition: cron('30 5 * * 1-5') })).status).toBe(200)
  })

  test('is one of two hundred of a base at most', async () => {
    const base = await farm.build.anArea({ tenant_id: farm.t })
    await farm.owner.query(
      `insert into furrow.flow (tenant_id, area_id, name, definition) select $1, $2, 'Flow ' || n, $3 from generate_series(2, $4::int) n`,
      [farm.t, base.id, JSON.stringify(waits), MOST_FLOWS],
    )
    const both = await Promise.all([add({ areaId: base.id }), add({ areaId: base.id })])
    expect(both.map(outcome)).toEqual(
      expect.arrayContaining([
        [200, undefined],
        [422, 'error.flow.mostFlows'],
      ]),
    )
  })
})

describe('enabled', () => {
  const hourly: FlowDefinition = {
    ...waits,
    triggers: [
      { kind: 'cron', cron: '0 * * * *', missed: 'run' },
      atHalfPastFive,
      { kind: 'alarm', ruleId: null, severity: 'major' },
      { kind: 'watch', logic: { ...oxygenLow, scope: { types: ['gateway_water'], deviceIds: null, landIds: null } } },
    ],
  }

  test('a flow is started by what it names from now on', async () => {
    const id = await made(hourly)
    const before = Date.now()
    const { status, body: flow } = await enable(id, 1)
    expect(status).toBe(200)
    expect(flow).toMatchObject({ enabledFlag: 1, state: 'enabled', version: 1, objectVersionNumber: 2 })
    const triggers = await triggersOf(id)
    expect(triggers.map(({ nth, kind, version, spec, area_id: area }) => [nth, kind, version, spec, area])).toEqual(
      hourly.triggers.map((spec, nth) => [nth, spec.kind, 1, spec, farm.north.id]),
    )
    expect(triggers.map(({ next_at: at, after_id: after }) => [at !== null, after !== null])).toEqual([
      [true, false],
      [true, false],
      [false, true],
      [false, false],
    ])
    const [hour, morning] = triggers.map(({ next_at: at }) => at as number)
    expect([hour! % 3_600_000, hour! > before, hour! <= before + 3_600_000]).toEqual([0, true, true])
    const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: farm.tenant.time_zone })
    expect(clock.format(morning)).toBe('05:30')
    expect(flow.nextAt).toBe(Math.min(hour!, morning!))
    // Nothing is changed by what is so already.
    expect((await enable(id, 1)).body).toMatchObject({ objectVersionNumber: 2 })
    expect((await triggersOf(id)).map((trigger) => trigger.id)).toEqual(triggers.map((trigger) => trigger.id))
  })

  test('a flow is neither changed nor deleted (FLOW-02)', async () => {
    const id = await made()
    await enable(id, 1)
    expect(outcome(await edit(id, 2))).toEqual([409, 'error.flow.enabled'])
    expect(outcome(await remove(id))).toEqual([409, 'error.flow.enabled'])
  })

  test('a flow is not while something of it is open', async () => {
    const id = await made({ ...waits, steps: [turns(null)] })
    expect(await get(id)).toMatchObject({ open: [{ what: 'target', path: 'steps.0.target' }] })
    expect(outcome(await enable(id, 1))).toEqual([422, 'error.flow.open'])
    expect(await get(id)).toMatchObject({ enabledFlag: 0, state: 'disabled' })
  })

  test('a flow says what of it is gone meanwhile', async () => {
    const { device, valve } = await aValve()
    const id = await made({ ...waits, steps: [turns(valve.id)] })
    expect((await enable(id, 1)).body.open).toEqual([])
    await farm.owner.query('delete from furrow.device where id = $1', [device.id])
    expect(await get(id)).toMatchObject({ enabledFlag: 1, open: [{ what: 'gone', path: 'steps.0.target' }] })
  })

  test('a flow names what is of its own base and tenant', async () => {
    const inSouth = await aValve(farm.south.id)
    const device = await farm.build.aDevice({ tenant_id: farm.elsewhere.id, area_id: farm.foreign.id, device_type: 'tzgk_electric_valve' })
    const foreign = await farm.build.aSwitch({ tenant_id: farm.elsewhere.id, area_id: farm.foreign.id, device_id: device.id })
    for (const { id: switchId } of [inSouth.valve, foreign]) {
      const id = await made({ ...waits, steps: [turns(switchId)] })
      expect(outcome(await enable(id, 1))).toEqual([422, 'error.flow.open'])
    }
  })

  test('and disabled again, a flow is started by nothing, and its runs end', async () => {
    const id = await made(hourly)
    const { savedAt } = await get(id)
    await enable(id, 1)
    const { body: first } = await run(id)
    await farm.owner.query(`update furrow.flow set run_state = 'running' where id = $1`, [id])
    // Neither its switch nor a run is a change of what it says.
    expect(await get(id)).toMatchObject({ savedAt, version: 1 })
    // The clock looks at it within a second, and takes it from there.
    expect(await get(id)).toMatchObject({ state: 'running', lastRun: { id: first.id, reason: null, endedAt: null } })
    expect((await enable(id, 0)).body).toMatchObject({ enabledFlag: 0, state: 'disabled', nextAt: null })
    expect(await triggersOf(id)).toEqual([])
    expect(await runsOf(id)).toMatchObject([{ stop: 'disabled' }])
    await vi.waitFor(async () => expect(await runsOf(id)).toMatchObject([{ look_at: null, stop: 'disabled' }]), { timeout: 10_000 })
    // One that is under way, and that the clock leaves alone.
    await farm.owner.query(`update furrow.flow_run set state = 'waiting', look_at = $2 where flow_id = $1`, [id, Date.now() + 600_000])
    expect(outcome(await remove(id))).toEqual([409, 'error.flow.enabled'])
    await farm.owner.query(`update furrow.flow_run set state = 'skipped' where flow_id = $1`, [id])
    expect((await remove(id)).body).toBe(1)
    expect(await runsOf(id)).toEqual([])
  })

  test('and changed at the same time, a flow is one of both', async () => {
    for (let nth = 0; nth < 5; nth++) {
      const id = await made()
      const changed = { ...waits, maxSeconds: 700 }
      const [enabled, edited] = await Promise.all([enable(id, 1), edit(id, 1, { definition: changed })])
      expect(enabled.status).toBe(200)
      const flow = await get(id)
      expect(edited.status === 200 ? flow.definition : outcome(edited)).toEqual(
        edited.status === 200 ? changed : [409, 'error.flow.enabled'],
      )
      expect(flow).toMatchObject({ enabledFlag: 1, version: edited.status === 200 ? 2 : 1 })
    }
  })
})

describe('by hand', () => {
  test('an enabled flow is started as often as it is asked, in the name of who asks', async () => {
    const id = await made()
    expect(outcome(await run(id))).toEqual([409, 'error.flow.disabled'])
    await enable(id, 1)
    const { status, body: first } = await run(id)
    expect([status, first]).toMatchObject([200, { flowId: id, flowName: 'Irrigate', version: 1, cause: { kind: 'hand', by: 'A User' } }])
    expect((await run(id)).body.id).not.toBe(first.id)
    expect((await runsOf(id)).map(({ user_id: userId }) => userId)).toEqual([expect.any(Number), expect.any(Number)])
  })
})

describe('a list of flows', () => {
  test('is by name, and narrowed by how they stand', async () => {
    const base = await farm.build.anArea({ tenant_id: farm.t })
    const at = { tenant_id: farm.t, area_id: base.id }
    const b = await aFlow(farm.build, { ...at, name: 'B' })
    const ids: Record<string, number> = {}
    for (const state of ['running', 'success', 'failed'] as const)
      ids[state] = (await aFlow(farm.build, { ...at, name: `C ${state}`, enabled_flag: 1, run_state: state })).id
    // What ran before it was disabled says nothing of now.
    const a = await aFlow(farm.build, { ...at, name: 'A', run_state: 'failed' })
    const fresh = await aFlow(farm.build, { ...at, name: 'D', enabled_flag: 1 })
    expect(await page(base.id)).toEqual([a.id, b.id, ids.failed, ids.running, ids.success, fresh.id])
    expect(await page(base.id, { state: 'disabled' })).toEqual([a.id, b.id])
    expect(await page(base.id, { state: 'enabled' })).toEqual([fresh.id])
    for (const state of ['running', 'success', 'failed'] as const) expect(await page(base.id, { state })).toEqual([ids[state]])
  })

  test('says of each its newest run, and beside it a newer start that did not run, with what was seen', async () => {
    const { id } = await aFlow(farm.build, { ...place(), enabled_flag: 1 })
    const of = { ...place(), flow_id: id }
    const skips = { ...of, state: 'skipped', reason: 'conditionNo', started_at: null }
    const ends = async () => {
      const { lastRun, notRun } = await get(id)
      return [lastRun?.id ?? null, notRun?.id ?? null]
    }
    expect(await ends()).toEqual([null, null])
    const early = await aRun(farm.build, { ...skips, at: 5, ended_at: 5 })
    expect(await ends()).toEqual([null, early.id])
    const ran = await aRun(farm.build, { ...of, at: 10 })
    expect(await ends()).toEqual([ran.id, null])
    const checks: Judged[] = [{ deviceId: 3, deviceName: 'Plot 3', verdict: 'no', ordinal: null, seen: [] }]
    const skipped = await aRun(farm.build, {
      ...skips,
      at: 20,
      ended_at: 20,
      last_at: 40,
      times: 3,
      checks: JSON.stringify(checks) as never,
    })
    expect(await get(id)).toMatchObject({
      lastRun: { id: ran.id, state: 'success', reason: null, checks: [], at: 10, endedAt: 10 },
      notRun: { id: skipped.id, version: 1, state: 'skipped', reason: 'conditionNo', checks, at: 20, endedAt: 20, times: 3, lastAt: 40 },
    })
    // A start that was passed over while another ran is no newer than the last of its kind.
    await aRun(farm.build, { ...of, at: 30 })
    expect((await get(id)).notRun?.id).toBe(skipped.id)
    const again = await aRun(farm.build, { ...of, at: 41 })
    expect(await ends()).toEqual([again.id, null])
  })
})

describe('a copy', () => {
  const copy = (id: number, areaId: number, by: Client = farm.admin) =>
    by.call(flowCalls.copy, { params: { t: farm.t, id }, body: { areaId, name: 'A copy' } })

  test('in the same base is the same, disabled', async () => {
    const { valve } = await aValve()
    const definition = { ...waits, triggers: [atHalfPastFive], steps: [turns(valve.id)] }
    const id = await made(definition)
    await enable(id, 1)
    const { body: twin } = await copy(id, farm.north.id)
    expect(twin).toMatchObject({ name: 'A copy', note: 'In the morning', definition, enabledFlag: 0, version: 1, open: [] })
    expect(twin.id).not.toBe(id)
  })

  test('in another base names what has the same name there, and leaves the rest open', async () => {
    const [one, other] = [await farm.build.anArea({ tenant_id: farm.t }), await farm.build.anArea({ tenant_id: farm.t })]
    const [here, there] = [await aValve(one.id, { device: 'East' }), await aValve(other.id, { device: 'East' })]
    const alone = await aValve(one.id, { device: 'West' })
    // Of another type, and of a name that two have.
    await aValve(other.id, { device: 'West', type: 'gateway' })
    const twice = await aValve(one.id, { device: 'Both' })
    await aValve(other.id, { device: 'Both' })
    await aValve(other.id, { device: 'Both' })
    const { body: flow } = await add({
      areaId: one.id,
      definition: { ...waits, steps: [turns(here.valve.id), turns(alone.valve.id), turns(twice.valve.id)] },
    })
    expect(flow.open).toEqual([])
    const { body: twin } = await copy(flow.id, other.id)
    expect(twin).toMatchObject({ areaId: other.id, definition: { steps: [turns(there.valve.id), turns(null), turns(null)] } })
    expect(twin.open.map(({ path }) => path)).toEqual(['steps.1.target', 'steps.2.target'])
  })

  test('goes where its writer may write', async () => {
    const id = await made()
    expect((await copy(id, farm.foreign.id)).status).toBe(404)
    expect((await copy(id, farm.south.id, farm.northerner)).status).toBe(404)
    expect((await copy(id, farm.north.id, farm.northerner)).status).toBe(200)
  })
})

describe('who may', () => {
  test('what the codes say, in the bases in which they are held', async () => {
    const [reader, editor, runner] = [
      await farm.enter([FLOWS_READ]),
      await farm.enter([FLOWS_READ, FLOWS_EDIT]),
      await farm.enter([FLOWS_READ, FLOWS_RUN]),
    ]
    const id = await made()
    expect((await reader.call(flowCalls.get, { params: { t: farm.t, id } })).status).toBe(200)
    expect((await add({}, reader)).status).toBe(403)
    expect((await enable(id, 1, reader)).status).toBe(403)
    expect((await enable(id, 1, editor)).status).toBe(403)
    expect((await edit(id, 1, {}, runner)).status).toBe(403)
    expect((await edit(id, 1, {}, editor)).status).toBe(200)
    expect((await enable(id, 1, runner)).status).toBe(200)
    expect((await run(id, reader)).status).toBe(403)
    expect((await run(id, runner)).status).toBe(200)
    const southerner = await farm.enter([FLOWS_READ, FLOWS_EDIT, FLOWS_RUN], { areaIds: [farm.south.id] })
    expect((await southerner.call(flowCalls.get, { params: { t: farm.t, id } })).status).toBe(404)
    expect((await enable(id, 0, southerner)).status).toBe(404)
    expect((await run(id, southerner)).status).toBe(404)
    expect((await add({}, southerner)).status).toBe(404)
    const { body: seen } = await southerner.call(flowCalls.page, { params: { t: farm.t }, query: { areaId: farm.north.id } })
    expect(seen.content).toEqual([])
    expect(await get(id)).toMatchObject({ enabledFlag: 1 })
  })
})
