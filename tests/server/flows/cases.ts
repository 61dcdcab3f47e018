import { flowDeviceGroupCalls } from '#contract/flows/deviceGroup'
import { flowCalls } from '#contract/flows/flow'
import { flowRunCalls } from '#contract/flows/run'
import { flowTrialCalls } from '#contract/flows/trial'
import type { AreaCases } from '../areaCases.ts'
import { fresh } from '../crud/places.ts'
import type { Rows } from '../http/callCase.ts'
import { aDeviceGroup, aFlow, aRun, waits } from './aFlow.ts'

const flow = { name: 'Irrigate', note: '', groupId: null, definition: waits }
const group = (switchIds: readonly number[]) => ({
  name: 'Pumps',
  note: '',
  rollout: 'together' as const,
  seconds: 10,
  switchIds: [...switchIds],
})
const inBase = ({ areaId }: Rows) => ({ query: { areaId } })
const ofFlow = ({ own }: Rows) => ({ params: { id: own.flowId! } })
const ofGroup = ({ own }: Rows) => ({ params: { id: own.deviceGroupId! } })
const ofRun = ({ own }: Rows) => ({ params: { id: own.flowRunId! } })
const ofTrial = ({ own }: Rows) => ({ params: { id: own.flowTrialId! } })

export const cases: AreaCases = {
  lawful: { flowGroup: ({ areaId }) => ({ name: fresh('Group'), areaId, priority: 3, exclusiveFlag: 1 }) },
  unlawful: { flowGroup: ['priority', 10] },
  rows: async (build, { tenantId, areaId, userId }) => {
    const place = { tenant_id: tenantId, area_id: areaId }
    const { id: flowId } = await aFlow(build, place)
    const { id: enabledFlowId } = await aFlow(build, { ...place, name: 'By hand', enabled_flag: 1 })
    const { id: flowRunId } = await aRun(build, { ...place, flow_id: enabledFlowId })
    const { id: device_id } = await build.aDevice(place)
    const { id: memberId } = await build.aSwitch({ ...place, device_id })
    const { id: deviceGroupId } = await aDeviceGroup(build, { ...place, switchIds: [memberId] })
    const { id: flowTrialId } = await build.insert('flow_trial', {
      ...place,
      flow_id: flowId,
      user_id: userId,
      created_at: 1,
      from_at: 0,
      to_at: 1,
      state: 'done',
      definition: JSON.stringify(waits),
    })
    return { flowId, enabledFlowId, flowRunId, memberId, deviceGroupId, flowTrialId }
  },
  calls: {
    'flow.page': ['nothing', inBase],
    'flow.times': [404, ({ areaId }) => ({ query: { areaId, kind: 'cron', cron: '0 6 * * *' } })],
    'flow.get': [404, ofFlow],
    'flow.add': [404, ({ areaId }) => ({ body: { areaId, ...flow } })],
    'flow.edit': [404, (rows) => ({ ...ofFlow(rows), body: { ...flow, objectVersionNumber: 1 } })],
    'flow.enable': [404, (rows) => ({ ...ofFlow(rows), body: { enabledFlag: 0 } })],
    'flow.remove': [404, ofFlow],
    'flow.run': [404, ({ own }) => ({ params: { id: own.enabledFlowId! } })],
    'flow.copy': [404, (rows) => ({ ...ofFlow(rows), body: { areaId: rows.areaId, name: 'A copy' } })],
    'flow.adopt': [404, ({ areaId }) => ({ body: { areaId, template: 'aerateByOxygen' } })],
    'flow.versions': [404, ofFlow],
    'flowDeviceGroup.page': ['nothing', inBase],
    'flowDeviceGroup.get': [404, ofGroup],
    'flowDeviceGroup.add': [404, ({ areaId, own }) => ({ body: { areaId, ...group([Number(own.memberId)]) } })],
    'flowDeviceGroup.edit': [
      404,
      (rows) => ({ ...ofGroup(rows), body: { ...group([Number(rows.own.memberId)]), objectVersionNumber: 1 } }),
    ],
    'flowDeviceGroup.remove': [404, ofGroup],
    'flowRun.page': ['nothing', inBase],
    'flowRun.get': [404, ofRun],
    'flowRun.stop': [404, ofRun],
    'flowTrial.start': [404, ({ areaId }) => ({ body: { areaId, flowId: null, definition: waits } })],
    'flowTrial.get': [404, ofTrial],
    'flowTrial.cancel': [404, ofTrial],
  },
  acts: {
    flow: async ({ t, north, admin }) => (await admin.call(flowCalls.add, { params: { t }, body: { areaId: north.id, ...flow } })).body.id,
    flowRun: async ({ build, t, north, admin }) => {
      const place = { tenant_id: t, area_id: north.id }
      const { id: flowId } = await aFlow(build, { ...place, enabled_flag: 1 })
      const { id } = await aRun(build, { ...place, flow_id: flowId })
      await admin.call(flowRunCalls.stop, { params: { t, id } })
      return id
    },
    flowDeviceGroup: async ({ build, t, north, admin }) => {
      const place = { tenant_id: t, area_id: north.id }
      const { id: device_id } = await build.aDevice(place)
      const { id } = await build.aSwitch({ ...place, device_id })
      return (await admin.call(flowDeviceGroupCalls.add, { params: { t }, body: { areaId: north.id, ...group([id]) } })).body.id
    },
    flowTrial: async ({ t, north, enter }) => {
      const body = { areaId: north.id, flowId: null, definition: waits }
      return (await (await enter(['*'])).call(flowTrialCalls.start, { params: { t }, body })).body.id
    },
  },
  withoutWho: {
    flow_claim: 'the walk of runs writes it; the run says what for',
    flow_device_group_member: 'a part of a device group, whose own row says who wrote it',
    flow_run: 'says itself what started it and when; the walk of runs writes it',
    flow_trace: 'never changed, and says itself when',
    flow_trial: 'says whose it is and when itself, and is never changed but by its job',
    flow_trigger: 'follows from a flow, whose own row says who enabled it',
    flow_version: 'never changed, and says itself who and when',
  },
}
