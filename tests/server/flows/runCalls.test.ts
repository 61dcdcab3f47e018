import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { FLOWS_EDIT, FLOWS_READ, FLOWS_RUN } from '#contract/flows/permission'
import { flowRunCalls } from '#contract/flows/run'
import { flowTrialCalls } from '#contract/flows/trial'
import type { FlowDefinition } from '#contract/flows/definition'
import { TRIAL_DAYS } from '#contract/watch/trial'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import type { Client } from '../harness.ts'
import { aFlow, aRun, turns, waits } from './aFlow.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(() => farm?.close())

const place = () => ({ tenant_id: farm.t, area_id: farm.north.id })
const outcome = ({ status, body: { code } }: { status: number; body: { code?: string } }) => [status, code]
const rowOf = async (table: string, id: number) => (await farm.owner.query(`select * from furrow.${table} where id = $1`, [id])).rows[0]

describe('a run', () => {
  const list = async (more: { flowId?: number; state?: 'success' | 'failed' }, areaId = farm.north.id) =>
    (await farm.admin.call(flowRunCalls.page, { params: { t: farm.t }, query: { areaId, ...more } })).body.content.map(({ id }) => id)
  const get = async (id: number, by: Client = farm.admin) => by.call(flowRunCalls.get, { params: { t: farm.t, id } })
  const stop = (id: number, by: Client = farm.admin) => by.call(flowRunCalls.stop, { params: { t: farm.t, id } })

  test('is listed with what did not run, newest first', async () => {
    const flow = await aFlow(farm.build, place())
    const other = await aFlow(farm.build, place())
    const first = await aRun(farm.build, { ...place(), flow_id: flow.id, at: 10 })
    const second = await aRun(farm.build, { ...place(), flow_id: flow.id, at: 20, state: 'failed', reason: 'tooLong' })
    const third = await aRun(farm.build, { ...place(), flow_id: other.id, at: 20 })
    expect(await list({})).toEqual([third.id, second.id, first.id])
    expect(await list({ flowId: flow.id })).toEqual([second.id, first.id])
    expect(await list({ state: 'failed' })).toEqual([second.id])
    expect(await list({}, farm.south.id)).toEqual([])
  })

  test('says step by step what it did, and the flow as it was then', async () => {
    const flow = await aFlow(farm.build, place())
    const { id } = await aRun(farm.build, { ...place(), flow_id: flow.id, path: [0, 1] })
    for (const [nth, what] of ['began', 'ended'].entries())
      await farm.build.insert('flow_trace', {
        tenant_id: farm.t,
        run_id: id,
        nth,
        at: nth + 1,
        path: nth === 0 ? null : [0],
        what,
        facts: JSON.stringify(nth === 0 ? {} : { reason: 'tooLong' }) as never,
      })
    const nothing = { verdict: null, checks: [], command: null, until: null, count: null, reason: null }
    expect((await get(id)).body).toMatchObject({
      id,
      flowId: flow.id,
      version: 1,
      path: [0, 1],
      cause: { kind: 'hand', by: 'A User' },
      definition: waits,
      traces: [
        { ...nothing, nth: 0, at: 1, path: null, what: 'began' },
        { ...nothing, nth: 1, at: 2, path: [0], what: 'ended', reason: 'tooLong' },
      ],
    })
    await farm.owner.query('delete from furrow.flow_version where flow_id = $1', [flow.id])
    expect((await get(id)).body.definition).toBeNull()
  })

  test('is ended by a person while it goes on, and once', async () => {
    const flow = await aFlow(farm.build, place())
    const open = { ...place(), flow_id: flow.id, started_at: null, ended_at: null }
    // Far ahead: nothing moves them on by itself.
    const waiting = await aRun(farm.build, { ...open, state: 'waiting', look_at: Date.now() + 3_600_000 })
    const disabled = await aRun(farm.build, { ...open, state: 'waiting', look_at: Date.now() + 3_600_000 })
    await farm.owner.query(`update furrow.flow_run set stop = 'disabled', look_at = $2 where id = $1`, [
      disabled.id,
      Date.now() + 1_000_000,
    ])
    const ended = await aRun(farm.build, { ...place(), flow_id: flow.id })
    expect((await stop(waiting.id)).status).toBe(200)
    expect(await rowOf('flow_run', waiting.id)).toMatchObject({ stop: 'stopped' })
    await stop(disabled.id)
    expect(await rowOf('flow_run', disabled.id)).toMatchObject({ stop: 'disabled' })
    expect((await stop(ended.id)).body).toMatchObject({ state: 'success' })
    expect(await rowOf('flow_run', ended.id)).toMatchObject({ stop: null })
  })

  test('is seen and ended by who may, in their bases', async () => {
    const flow = await aFlow(farm.build, place())
    const { id } = await aRun(farm.build, { ...place(), flow_id: flow.id })
    const reader = await farm.enter([FLOWS_READ])
    expect((await get(id, reader)).status).toBe(200)
    expect((await stop(id, reader)).status).toBe(403)
    const southerner = await farm.enter([FLOWS_READ, FLOWS_RUN], { areaIds: [farm.south.id] })
    expect((await get(id, southerner)).status).toBe(404)
    expect((await stop(id, southerner)).status).toBe(404)
  })
})

describe('a dry run', () => {
  const start = (by: Client, definition: FlowDefinition, flowId: number | null = null, areaId = farm.north.id) =>
    by.call(flowTrialCalls.start, { params: { t: farm.t }, body: { areaId, flowId, definition } })
  const empty = { ran: 0, notRun: 0, runs: [], use: [] }

  test('is of a month, of one person one at a time, and is taken up by its job', async () => {
    const client = await farm.enter([FLOWS_READ, FLOWS_EDIT])
    const { status, body: trial } = await start(client, waits)
    expect(status).toBe(200)
    expect(trial).toMatchObject({ areaId: farm.north.id, flowId: null, wanted: empty, inForce: null, happened: empty })
    expect(trial.to - trial.from).toBe(TRIAL_DAYS * 86_400_000)
    const { rows } = await farm.owner.query(`select tenant_id, key from furrow.job where name = 'flows.trial' and key = $1`, [
      String(trial.id),
    ])
    const { state } = (await rowOf('flow_trial', trial.id)) as { state: string }
    expect(rows.length === 1 || state !== 'waiting').toBe(true)
    // Its own job would end it at any moment.
    const stateNow = async () => ((await rowOf('flow_trial', trial.id)) as { state: string }).state
    await vi.waitFor(async () => expect(await stateNow()).toBe('done'))
    await farm.owner.query(`update furrow.flow_trial set state = 'running' where id = $1`, [trial.id])
    expect(outcome(await start(client, waits))).toEqual([409, 'error.flow.trialRuns'])
    const other = await farm.enter([FLOWS_READ, FLOWS_EDIT])
    expect((await start(other, waits)).status).toBe(200)
  })

  test('takes with it what its person tried more than a week ago, and nothing else', async () => {
    const client = await farm.enter([FLOWS_READ, FLOWS_EDIT])
    const { body: first } = await start(client, waits)
    await farm.owner.query(`update furrow.flow_trial set state = 'done' where id = $1`, [first.id])
    const { user_id: userId } = (await rowOf('flow_trial', first.id)) as { user_id: number }
    const { id: otherId } = await farm.build.aUser({ tenantId: farm.t })
    const tried = async (user_id: number, daysAgo: number) => {
      const row = { ...place(), user_id, created_at: Date.now() - daysAgo * 86_400_000, from_at: 0, to_at: 1, state: 'done' }
      return (await farm.build.insert('flow_trial', { ...row, definition: JSON.stringify(waits) as never })).id
    }
    const [old, young, others] = [await tried(userId, 8), await tried(userId, 6), await tried(otherId, 8)]
    expect((await start(client, waits)).status).toBe(200)
    const left = async (id: number) => (await rowOf('flow_trial', id)) !== undefined
    expect([await left(old), await left(young), await left(others)]).toEqual([false, true, true])
  })

  test('of a flow tries what is saved beside it where that is another', async () => {
    const flow = await aFlow(farm.build, place())
    const tried = async (definition: FlowDefinition) => {
      const { body: trial } = await start(await farm.enter([FLOWS_READ, FLOWS_EDIT]), definition, flow.id)
      return [trial.flowId, trial.inForce, ((await rowOf('flow_trial', trial.id)) as { in_force_definition: unknown }).in_force_definition]
    }
    expect(await tried(waits)).toEqual([flow.id, null, null])
    expect(await tried({ ...waits, maxSeconds: 700 })).toEqual([flow.id, empty, waits])
  })

  test('is not of what is open, of another base, or of what no clock understands', async () => {
    expect(outcome(await start(farm.admin, { ...waits, steps: [turns(null)] }))).toEqual([422, 'error.flow.open'])
    const flow = await aFlow(farm.build, place())
    expect((await start(farm.admin, waits, flow.id, farm.south.id)).status).toBe(404)
    expect((await start(farm.northerner, waits, null, farm.south.id)).status).toBe(404)
    const refused = await start(farm.admin, { ...waits, triggers: [{ kind: 'cron', cron: '0 25 * * *', missed: 'run' }] })
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['definition.triggers.0.cron']])
  })

  test('calls circuits that nobody named by their number, in the words of who reads it', async () => {
    const { id: device_id } = await farm.build.aDevice(place())
    const { id: switchId } = await farm.build.insert('switch', {
      ...place(),
      device_id,
      circuit: 3,
      kind: 'ordinary',
      status: 0,
      status_at: 1,
    } as never)
    const use = { switchId, deviceName: 'East', starts: 1, ms: 1000 }
    const outcome = JSON.stringify({ ran: 1, notRun: 0, runs: [], use: [{ ...use, switchName: '' }] })
    const { id: user_id } = await farm.build.aUser({ tenantId: farm.t })
    const row = { ...place(), user_id, created_at: 1, from_at: 0, to_at: 1, state: 'done', definition: JSON.stringify(waits) as never }
    const { id } = await farm.build.insert('flow_trial', { ...row, wanted: outcome as never, happened: outcome as never })
    const { body: trial } = await farm.admin.call(flowTrialCalls.get, { params: { t: farm.t, id } })
    for (const { use: said } of [trial.wanted, trial.happened])
      expect(said).toEqual([{ ...use, switchName: expect.stringContaining('3') as string }])
  })

  test('is cancelled: at once where none has begun it, else by whoever runs it', async () => {
    const { id: userId } = await farm.build.aUser({ tenantId: farm.t })
    const made = async (state: string) => {
      const row = { ...place(), user_id: userId, created_at: 1, from_at: 0, to_at: 1, state, definition: JSON.stringify(waits) as never }
      return (await farm.build.insert('flow_trial', row)).id
    }
    const cancel = async (id: number) => (await farm.admin.call(flowTrialCalls.cancel, { params: { t: farm.t, id } })).body.state
    expect(await cancel(await made('waiting'))).toBe('cancelled')
    const running = await made('running')
    expect(await cancel(running)).toBe('running')
    expect(await rowOf('flow_trial', running)).toMatchObject({ cancelled: true })
    expect(await cancel(await made('done'))).toBe('done')
  })
})
