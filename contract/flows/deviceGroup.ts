import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id, integer, pageOf, pageQuery, requiredText, text } from '../core/values.ts'
import { SWITCH_KINDS } from '../devices/switchKind.ts'
import { FLOWS_EDIT, FLOWS_READ } from './permission.ts'

export const MOST_DEVICE_GROUPS = 200
export const MOST_MEMBERS = 64

/**
 * How what a group is told is rolled out: `together`; `staggered`, one every so many seconds, so that pumps do not start together; `inTurn`,
 * each once the one before is over: has run its time, or has done what it was told where that has no end.
 */
export const ROLLOUTS = ['together', 'staggered', 'inTurn'] as const
export type Rollout = (typeof ROLLOUTS)[number]

const facts = {
  name: requiredText(60),
  note: text(200),
  rollout: z.enum(ROLLOUTS),
  /** Between two of a staggered one. */
  seconds: integer(1, 3600),
}
export const deviceGroupBody = z.object({
  areaId: id,
  ...facts,
  /** Circuits of the base in their order, each once, of one face of statuses. */
  switchIds: z.array(id).min(1).max(MOST_MEMBERS),
})
export type DeviceGroupBody = z.infer<typeof deviceGroupBody>

export const deviceGroup = z.object({
  id: z.int(),
  areaId: z.int(),
  ...facts,
  members: z.array(
    z.object({
      switchId: z.int(),
      switchName: z.string(),
      deviceId: z.int(),
      deviceName: z.string(),
      deviceType: z.string(),
      kind: z.enum(SWITCH_KINDS),
      /** As of a switch. */
      longestRun: z.int().nullable(),
    }),
  ),
  /** Flows that name it. */
  flows: z.int(),
  updatedAt: z.int(),
  objectVersionNumber: z.int(),
})
export type DeviceGroup = z.infer<typeof deviceGroup>

const path = '/wfpe/v1/{t}/intelligent/device-group' as const
export const flowDeviceGroupCalls = {
  page: defineCall({
    method: 'GET',
    path,
    permission: FLOWS_READ,
    summary: 'The device groups of a base, by name',
    query: z.object({ ...pageQuery, areaId: id, name: text(60).optional() }),
    answer: pageOf(deviceGroup),
    follows: ['flowDeviceGroup', 'flow', 'switch', 'gateway'],
  }),
  get: defineCall({
    method: 'GET',
    path: `${path}/{id}`,
    permission: FLOWS_READ,
    summary: 'One device group',
    answer: deviceGroup,
    follows: ['flowDeviceGroup', 'flow', 'switch', 'gateway'],
  }),
  add: defineCall({
    method: 'POST',
    trail: 'flowDeviceGroup',
    path,
    permission: FLOWS_EDIT,
    summary:
      'Makes a device group. Fails with error.flow.mostGroups, error.flow.member where a circuit is none of the base, stands twice, or has other statuses than the rest',
    body: deviceGroupBody,
    answer: deviceGroup,
  }),
  edit: defineCall({
    method: 'PUT',
    trail: 'flowDeviceGroup',
    path: `${path}/{id}`,
    permission: FLOWS_EDIT,
    summary:
      'Changes a device group; runs that go on keep it as it was. Fails as the making does, with error.flow.used where an enabled flow names it, and with error.version.stale',
    body: deviceGroupBody.omit({ areaId: true }).extend({ objectVersionNumber: z.int() }),
    answer: deviceGroup,
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: 'flowDeviceGroup',
    path: `${path}/{id}`,
    permission: FLOWS_EDIT,
    summary: 'Deletes a device group that no flow names; answers 1. Fails with error.flow.used',
    answer: z.literal(1),
  }),
}
