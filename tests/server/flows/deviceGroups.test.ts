import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { flowDeviceGroupCalls, MOST_DEVICE_GROUPS, type DeviceGroupBody } from '#contract/flows/deviceGroup'
import { flowCalls } from '#contract/flows/flow'
import { flowGroup } from '#contract/flows/flowGroup'
import { FLOWS_EDIT, FLOWS_READ } from '#contract/flows/permission'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import type { Client } from '../harness.ts'
import { aDeviceGroup, aFlow, turnsGroup, waits } from './aFlow.ts'

let farm: Farm
let pumps: number[]
beforeAll(async () => {
  farm = await startFarm()
  pumps = await circuits(3)
})
afterAll(() => farm?.close())

async function circuits(count: number, more: { areaId?: number; tenantId?: number; kind?: string; name?: string } = {}): Promise<number[]> {
  const at = { tenant_id: more.tenantId ?? farm.t, area_id: more.areaId ?? farm.north.id }
  const { id: deviceId } = await farm.build.aDevice({ ...at, name: 'Pump house' })
  const made: number[] = []
  for (let circuit = 1; circuit <= count; circuit++)
    made.push(
      (
        await farm.build.aSwitch({
          ...at,
          device_id: deviceId,
          circuit,
          name: more.name ?? null,
          ...(more.kind ? { kind: more.kind } : {}),
        })
      ).id,
    )
  return made
}
const body = (switchIds: number[], more: Partial<DeviceGroupBody> = {}): DeviceGroupBody => ({
  areaId: farm.north.id,
  name: 'Pumps',
  note: '',
  rollout: 'staggered',
  seconds: 20,
  switchIds,
  ...more,
})
const add = (switchIds: number[], more: Partial<DeviceGroupBody> = {}, by: Client = farm.admin) =>
  by.call(flowDeviceGroupCalls.add, { params: { t: farm.t }, body: body(switchIds, more) })
const edit = (id: number, switchIds: number[], objectVersionNumber: number, by: Client = farm.admin) => {
  const { areaId: _, ...facts } = body(switchIds)
  return by.call(flowDeviceGroupCalls.edit, { params: { t: farm.t, id }, body: { ...facts, objectVersionNumber } })
}
const get = async (id: number) => (await farm.admin.call(flowDeviceGroupCalls.get, { params: { t: farm.t, id } })).body
const remove = (id: number) => farm.admin.call(flowDeviceGroupCalls.remove, { params: { t: farm.t, id } })
const outcome = ({ status, body: { code } }: { status: number; body: { code?: string } }) => [status, code]
const place = () => ({ tenant_id: farm.t, area_id: farm.north.id })
const naming = (groupId: number, enabled = 0) =>
  aFlow(farm.build, {
    ...place(),
    enabled_flag: enabled,
    definition: { ...waits, steps: [{ kind: 'repeat', times: 2, until: null, steps: [turnsGroup(groupId)] }] },
  })

describe('a device group', () => {
  test('has its circuits in their order, by name and device', async () => {
    const [one, two] = [pumps[0]!, pumps[1]!]
    const { status, body: group } = await add([two, one], { name: ' Pumps ' })
    expect(status).toBe(200)
    expect(group).toMatchObject({
      areaId: farm.north.id,
      name: 'Pumps',
      rollout: 'staggered',
      seconds: 20,
      flows: 0,
      objectVersionNumber: 1,
    })
    expect(group.members.map(({ switchId, switchName, deviceName, kind }) => [switchId, switchName, deviceName, kind])).toEqual([
      [two, expect.stringContaining('2'), 'Pump house', 'ordinary'],
      [one, expect.stringContaining('1'), 'Pump house', 'ordinary'],
    ])
    const { body: turned } = await edit(group.id, [one, two, pumps[2]!], 1)
    expect([turned.members.map(({ switchId }) => switchId), turned.objectVersionNumber]).toEqual([pumps, 2])
    expect(outcome(await edit(group.id, [one], 1))).toEqual([409, 'error.version.stale'])
    expect((await get(group.id)).members).toHaveLength(3)
  })

  test('has circuits of its base, each once, that can be told the same', async () => {
    const [motor] = await circuits(1, { kind: 'related' })
    const [aerator] = await circuits(1, { kind: 'aerator' })
    const [inSouth] = await circuits(1, { areaId: farm.south.id })
    const [foreign] = await circuits(1, { tenantId: farm.elsewhere.id, areaId: farm.foreign.id })
    const one = pumps[0]!
    for (const members of [
      [one, one],
      [one, motor!],
      [one, inSouth!],
      [one, foreign!],
    ]) {
      const refused = await add(members)
      expect([...outcome(refused), Object.keys(refused.body.fields ?? {})]).toEqual([422, 'error.flow.member', ['switchIds']])
    }
    expect((await add([one, aerator!])).status).toBe(200)
  })

  test('is not changed while an enabled flow names it, nor deleted while any does', async () => {
    const { id } = (await add(pumps)).body
    const { id: flowId } = await naming(id)
    expect(await get(id)).toMatchObject({ flows: 1 })
    expect((await edit(id, pumps, 1)).status).toBe(200)
    await farm.owner.query('update furrow.flow set enabled_flag = 1 where id = $1', [flowId])
    expect(outcome(await edit(id, pumps, 2))).toEqual([409, 'error.flow.used'])
    await farm.owner.query('update furrow.flow set enabled_flag = 0 where id = $1', [flowId])
    expect(outcome(await remove(id))).toEqual([409, 'error.flow.used'])
    await farm.owner.query('delete from furrow.flow where id = $1', [flowId])
    expect((await remove(id)).body).toBe(1)
    expect((await farm.admin.call(flowDeviceGroupCalls.get, { params: { t: farm.t, id } })).status).toBe(404)
  })

  test('that is changed while a flow with it is enabled is judged as it stays', async () => {
    const [motor] = await circuits(1, { kind: 'related' })
    for (let nth = 0; nth < 5; nth++) {
      const { id } = (await add(pumps)).body
      const { id: flowId } = await aFlow(farm.build, { ...place(), definition: { ...waits, steps: [turnsGroup(id)] } })
      const [enabled, edited] = await Promise.all([
        farm.admin.call(flowCalls.enable, { params: { t: farm.t, id: flowId }, body: { enabledFlag: 1 } }),
        edit(id, [motor!], 1),
      ])
      expect(enabled.status).toBe(200)
      expect([200, 409]).toContain(edited.status)
      expect((await get(id)).members.map(({ switchId }) => switchId)).toEqual(edited.status === 200 ? [motor] : pumps)
      // Once it is enabled nobody changes the group any more.
      expect(outcome(await edit(id, pumps, 2))).toEqual([409, 'error.flow.used'])
    }
  })

  test('of which a device moved to another base lacks it there', async () => {
    const [moved] = await circuits(1)
    const { id } = (await add([moved!])).body
    const flow = await aFlow(farm.build, { ...place(), definition: { ...waits, steps: [turnsGroup(id)] } })
    const open = async () => (await farm.admin.call(flowCalls.get, { params: { t: farm.t, id: flow.id } })).body.open
    expect(await open()).toEqual([])
    await farm.owner.query('update furrow.device set area_id = $2 where id = (select device_id from furrow.switch where id = $1)', [
      moved,
      farm.south.id,
    ])
    expect(await open()).toEqual([{ what: 'gone', path: 'steps.0.target' }])
  })

  test('loses what is deleted of it', async () => {
    const [gone] = await circuits(1)
    const { id } = (await add([gone!, pumps[0]!])).body
    await farm.owner.query('delete from furrow.switch where id = $1', [gone])
    expect((await get(id)).members.map(({ switchId }) => switchId)).toEqual([pumps[0]])
  })

  test('is one of two hundred of a base at most, listed by name', async () => {
    const base = await farm.build.anArea({ tenant_id: farm.t })
    const [one] = await circuits(1, { areaId: base.id })
    await farm.owner.query(
      `insert into furrow.flow_device_group (tenant_id, area_id, name, rollout) select $1, $2, 'Group ' || n, 'together' from generate_series(2, $3::int) n`,
      [farm.t, base.id, MOST_DEVICE_GROUPS],
    )
    expect((await add([one!], { areaId: base.id, name: 'A group' })).status).toBe(200)
    expect(outcome(await add([one!], { areaId: base.id }))).toEqual([422, 'error.flow.mostGroups'])
    const query = { areaId: base.id, size: 2 }
    const { body: page } = await farm.admin.call(flowDeviceGroupCalls.page, { params: { t: farm.t }, query })
    expect([page.totalElements, page.content.map(({ name }) => name)]).toEqual([MOST_DEVICE_GROUPS, ['A group', 'Group 10']])
  })

  test('is changed by who holds the code, in the bases in which it is held', async () => {
    const reader = await farm.enter([FLOWS_READ])
    const southerner = await farm.enter([FLOWS_READ, FLOWS_EDIT], { areaIds: [farm.south.id] })
    const { id } = await aDeviceGroup(farm.build, { ...place(), switchIds: pumps })
    expect((await reader.call(flowDeviceGroupCalls.get, { params: { t: farm.t, id } })).status).toBe(200)
    expect((await edit(id, pumps, 1, reader)).status).toBe(403)
    expect((await edit(id, pumps, 1, southerner)).status).toBe(404)
    expect((await add(pumps, {}, southerner)).status).toBe(404)
    expect((await southerner.call(flowDeviceGroupCalls.remove, { params: { t: farm.t, id } })).status).toBe(404)
  })
})

describe('a flow group', () => {
  test('that has flows stays, and stays in its base', async () => {
    const { id } = await farm.build.insert('flow_group', { ...place(), name: 'Ponds' })
    const flow = await aFlow(farm.build, { ...place(), group_id: id })
    const facts = { groupId: id, name: 'Ponds', areaId: farm.north.id, priority: 1, exclusiveFlag: 1, note: '' }
    const params = { t: farm.t, id }
    const update = (more: Partial<typeof facts>, objectVersionNumber: number) =>
      farm.admin.call(flowGroup.calls.update, { params, body: { ...facts, ...more, objectVersionNumber } })
    expect((await update({}, 1)).body).toMatchObject({ priority: 1, exclusiveFlag: 1 })
    expect(outcome(await update({ areaId: farm.south.id }, 2))).toEqual([409, 'error.record.used'])
    const gone = () => farm.admin.call(flowGroup.calls.remove, { params, query: { objectVersionNumber: 2 } })
    expect(outcome(await gone())).toEqual([409, 'error.record.used'])
    await farm.owner.query('delete from furrow.flow where id = $1', [flow.id])
    expect((await gone()).status).toBe(200)
  })
})
