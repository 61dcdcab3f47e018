import { afterAll, beforeAll, expect, test } from 'vitest'
import { flowDeviceGroupCalls } from '#contract/flows/deviceGroup'
import { flowCalls } from '#contract/flows/flow'
import { flowGroup } from '#contract/flows/flowGroup'
import type { AuditKind } from '#contract/core/trail'
import { auditCalls } from '#contract/organization/audit'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import { atHalfPastFive, waits } from './aFlow.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(() => farm?.close())

const params = (more: { id?: number } = {}) => ({ t: farm.t, ...more }) as { t: number; id: number }
const trail = async (kind: AuditKind, lang = 'en-US') =>
  (await farm.admin.call(auditCalls.page, { params: params(), query: { kind, lang, size: 50 } })).body.content
const said = async (kind: AuditKind, lang?: string) =>
  (await trail(kind, lang)).map(({ verb, title, changes }) => ({
    verb,
    title,
    changes: Object.fromEntries(changes.map(({ label, before, after }) => [label, [...before, '→', ...after].join(' ')])),
  }))

test('who changed, enabled and deleted a flow is in the trail, by the number of its version', async () => {
  const group = await farm.admin.call(flowGroup.calls.create, {
    params: params(),
    body: { name: 'Ponds', areaId: farm.north.id, priority: 2, exclusiveFlag: 1 },
  })
  const facts = { name: 'Aerate', note: '', groupId: null, definition: waits }
  const { id } = (await farm.admin.call(flowCalls.add, { params: params(), body: { areaId: farm.north.id, ...facts } })).body
  const changed = { ...facts, groupId: group.body.groupId, definition: { ...waits, triggers: [atHalfPastFive] } }
  await farm.admin.call(flowCalls.edit, { params: params({ id }), body: { ...changed, objectVersionNumber: 1 } })
  await farm.admin.call(flowCalls.enable, { params: params({ id }), body: { enabledFlag: 1 } })
  await farm.admin.call(flowCalls.enable, { params: params({ id }), body: { enabledFlag: 0 } })
  await farm.admin.call(flowCalls.remove, { params: params({ id }) })
  expect(await said('flow')).toMatchObject([
    { verb: 'deleted', title: 'Aerate' },
    { verb: 'changed', changes: { Enabled: 'Yes → No' } },
    { verb: 'changed', changes: { Enabled: 'No → Yes' } },
    { verb: 'changed', changes: { 'Flow group': '→ Ponds', Version: '1 → 2' } },
    { verb: 'made', title: 'Aerate', changes: { Name: '→ Aerate', Base: '→ North', Version: '→ 1' } },
  ])
  expect(await said('flowGroup')).toMatchObject([
    { verb: 'made', changes: { Name: '→ Ponds', 'Priority, 1 first': '→ 2', 'One at a time': '→ Yes' } },
  ])
})

test('which circuits left a device group and which came is in the trail, by their names', async () => {
  const place = { tenant_id: farm.t, area_id: farm.north.id }
  const { id: device_id } = await farm.build.aDevice({ ...place, name: 'Pump house' })
  const [one, two] = [
    (await farm.build.aSwitch({ ...place, device_id, circuit: 1, name: 'Well pump' })).id,
    (await farm.build.aSwitch({ ...place, device_id, circuit: 2 })).id,
  ]
  const facts = { name: 'Pumps', note: '', rollout: 'together' as const, seconds: 10, switchIds: [one] }
  const { id } = (await farm.admin.call(flowDeviceGroupCalls.add, { params: params(), body: { areaId: farm.north.id, ...facts } })).body
  await farm.admin.call(flowDeviceGroupCalls.edit, { params: params({ id }), body: { ...facts, switchIds: [two], objectVersionNumber: 1 } })
  const [changed, made] = await said('flowDeviceGroup')
  expect(made).toMatchObject({
    verb: 'made',
    title: 'Pumps',
    changes: { 'Circuits of the group': expect.stringContaining('Pump house · Well pump') },
  })
  expect(changed).toMatchObject({ verb: 'changed', title: 'Pumps' })
  expect(changed!.changes['Circuits of the group']).toMatch(/Pump house · Well pump → .*Pump house · .*2/)
  const [chinese] = await said('flowDeviceGroup', 'zh-CN')
  expect(Object.keys(chinese!.changes)).toEqual(['组内回路'])
})
