import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { amount, choice, neededReference, neededText, point, reference, shortText, switchedFlag } from '../core/field.ts'
import { defineResource } from '../core/resource.ts'
import { id, integer, pageOf, pageQuery, text, tidyText } from '../core/values.ts'
import { collectItem } from './collect.ts'
import { device, DEVICE_FOLLOWS, deviceRecord } from './device.ts'
import { DEVICE_READERS, DEVICE_TYPES, type DeviceType, deviceActors } from './deviceType.ts'
import { rejectedNote } from './rejectedNote.ts'
import { rejectedReason } from './rejectedReason.ts'
import { deviceSwitch } from './switch.ts'

const READ = DEVICE_READERS
const EDIT = deviceActors('edit')
/** What a person adds by a number and a name; cameras are added by calls of their own. */
export const MADE_TYPES = DEVICE_TYPES.filter((type) => type !== 'camera') as [MadeType, ...MadeType[]]
type MadeType = Exclude<DeviceType, 'camera'>

/** Letters, digits, `_`, `-`, `.`: what may stand in an MQTT topic and a user name. */
export const EUI = /^[A-Za-z0-9_.-]{1,64}$/

const eui = { ...neededText(64), schema: tidyText().regex(EUI, 'eui') }

export const gateway = defineResource({
  // Its circuits move with it to another base.
  trail: ['device', 'switch'],
  name: 'gateway',
  area: 'devices',
  path: '/wfpe/v1/{t}/device/gateway',
  idName: 'id',
  shape: 'path',
  title: 'name',
  searchable: ['name', 'eui'],
  code: 'wfpf.farm.equipment.gateway',
  fields: {
    name: neededText(60),
    eui,
    deviceType: choice(MADE_TYPES),
    areaId: neededReference('area'),
    landId: reference('land'),
    latlng: point(),
    iccid: shortText(30),
    fileUrl: shortText(500),
    reportingMinutes: amount('min', 1, 1440),
    enabledFlag: switchedFlag(1),
  },
})

/** A new device, or one with a new secret: the only answers that ever carry it. */
const withSecret = gateway.record.extend({ userName: z.string(), secret: z.string() })

/** The most rejected messages kept of a device; all are counted. */
export const KEPT_REJECTED = 1000

/** A message of a device that could not be used, kept so that a grower can see why. */
export const rejectedMessage = z.object({
  id: z.int(),
  at: z.int(),
  topic: z.string(),
  /** The first 2,000 characters of what came; of a refusal at the broker's door the address that it came from. */
  payload: z.string(),
  reason: rejectedReason,
  /** What was wrong, for the console to word in the reader's language. */
  notes: z.array(rejectedNote),
  /** The sentence of a message that was kept before there were notes; empty otherwise. */
  detail: z.string(),
})
export type RejectedMessage = z.infer<typeof rejectedMessage>

export const gatewayCalls = {
  get: defineCall({ ...gateway.calls.get, permission: READ }),
  create: defineCall({
    ...gateway.calls.create,
    permission: deviceActors('create'),
    answer: withSecret,
    secret: true,
    summary: 'Makes a device; the answer shows its secret, once. Fails with error.device.euiTaken',
  }),
  update: defineCall({ ...gateway.calls.update, permission: EDIT }),
  remove: defineCall({ ...gateway.calls.remove, permission: deviceActors('delete') }),
  place: defineCall({
    method: 'PUT',
    trail: 'device',
    path: '/wfpe/v1/{t}/device/gateway/{id}/place',
    permission: EDIT,
    summary:
      'Moves a device to a base and plot, and behind a gateway or none (it stays behind its own where none is said); its history goes along, its position on the map only within the base. Fails with error.device.areaUnknown, error.device.landUnknown, error.device.parentUnknown, error.device.parentDeep',
    body: z.object({ areaId: id, landId: id.nullable().default(null), parentId: id.nullable().optional() }),
    answer: gateway.record,
  }),
  replace: defineCall({
    method: 'POST',
    trail: 'device',
    path: '/wfpe/v1/{t}/device/gateway/{id}/replace',
    permission: EDIT,
    summary:
      'Another device takes the place of one that broke and keeps its history; the answer shows its secret, once. Fails with error.device.euiTaken',
    body: z.object({ eui: eui.schema, iccid: text(30).nullable().default(null) }),
    answer: withSecret,
    secret: true,
  }),
  enable: defineCall({
    method: 'PUT',
    trail: 'device',
    path: '/wfpe/v1/{t}/device/gateway/{id}/enabled',
    permission: EDIT,
    summary: 'Lets a device in (1), or keeps it out (0): its connection ends at once, what it measured stays',
    body: z.object({ enabledFlag: integer(0, 1) }),
    answer: z.object({ enabledFlag: z.int() }),
  }),
  details: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/gateway/{id}/details',
    permission: READ,
    summary: 'A device record (MAP-18), with the concentrator it stands behind',
    answer: deviceRecord.extend({ rejectedCount: z.int() }),
    follows: [...DEVICE_FOLLOWS, 'rejectedMessage'],
  }),
  all: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/gateway/{id}/all',
    permission: READ,
    summary: 'A device with its items and switches in one answer',
    answer: z.object({ device, items: z.array(collectItem), switches: z.array(deviceSwitch) }),
    follows: DEVICE_FOLLOWS,
  }),
  visualization: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/concentrator/{id}/visualization',
    permission: READ,
    summary: 'What a wall shows of a device: itself and its shown items',
    answer: z.object({ device, items: z.array(collectItem) }),
    follows: DEVICE_FOLLOWS,
  }),
  offline: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/gateway/offline',
    permission: READ,
    summary: 'Devices that are not online, longest silent first',
    query: z.object({ ...pageQuery, areaId: id.optional() }),
    answer: pageOf(device),
    follows: DEVICE_FOLLOWS,
  }),
  refresh: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/gateway/{id}/refresh',
    permission: READ,
    summary: 'Asks the device to report now; `asked` is false where it is not connected',
    whileViewing: false,
    answer: z.object({ asked: z.boolean() }),
  }),
  configure: defineCall({
    method: 'PUT',
    trail: 'device',
    path: '/wfpe/v1/{t}/device/gateway/{id}/configure',
    permission: EDIT,
    summary: 'Sets the reporting period (minutes, at least 5: DEVICE-LIMITS-03) and tells the device',
    body: z.object({ reportingMinutes: integer(5, 1440) }),
    answer: z.object({ asked: z.boolean(), reportingMinutes: z.int() }),
  }),
  secret: defineCall({
    method: 'POST',
    trail: 'device',
    path: '/wfpe/v1/{t}/device/gateway/{id}/secret',
    permission: EDIT,
    summary: "Replaces the device's secret and shows the new one, once",
    answer: z.object({ userName: z.string(), secret: z.string() }),
    secret: true,
  }),
  rejected: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/gateway/{id}/rejected',
    permission: READ,
    summary: 'Messages of the device that could not be used, newest first; the newest 1,000 are kept',
    query: z.object(pageQuery),
    answer: pageOf(rejectedMessage),
    follows: ['rejectedMessage'],
  }),
  rejectedCounts: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/gateway/{id}/rejected/counts',
    permission: READ,
    summary:
      'How much of what the device sent in the last 24 hours could not be used, by reason, the most first: every reading, state or refusal',
    answer: z.object({
      /** The start of the first hour that is counted, ms UTC. */
      from: z.int(),
      counts: z.array(z.object({ reason: rejectedReason, n: z.int() })),
    }),
    follows: ['rejectedMessage'],
  }),
}
