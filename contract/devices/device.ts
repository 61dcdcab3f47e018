import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import type { ChangeName } from '../core/change.ts'
import { flag, id, pageOf, pageQuery, text } from '../core/values.ts'
import { DEVICE_TYPES } from './deviceType.ts'

/** `unknown` after the server's start until something is heard; 1 online only for `online` (COLLECT-07). */
export const presence = z.enum(['online', 'offline', 'unknown'])
export type Presence = z.infer<typeof presence>

/** A collect item's newest reading; `ts` in ms UTC, null before the first. Value null is a sensor's own "no value". */
export const newest = z.object({
  itemId: z.int(),
  code: z.string(),
  name: z.string(),
  unit: z.string().nullable(),
  value: z.number().nullable(),
  ts: z.int().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
})
export type Newest = z.infer<typeof newest>

/** A switch as a marker needs it. */
const switchState = z.object({
  switchId: z.int(),
  circuit: z.int(),
  name: z.string(),
  kind: z.enum(['ordinary', 'related', 'blind', 'aerator']),
  status: z.int().nullable(),
  ts: z.int().nullable(),
})

/** A device as lists and markers need it (MAP-18). `areaId` names the live topics that its changes arrive on. */
/** That a device's clock is wrong: what it shows less the server's, ms, null where a backlog may be the reason; `since` in ms UTC. */
export const deviceClock = z.object({ offset: z.int().nullable(), since: z.int() })
export type DeviceClockStanding = z.infer<typeof deviceClock>

export const device = z.object({
  id: z.int(),
  concentratorId: z.int(),
  deviceType: z.enum(DEVICE_TYPES),
  name: z.string(),
  eui: z.string(),
  deviceSerial: z.string().nullable(),
  areaId: z.int(),
  areaName: z.string(),
  landId: z.int().nullable(),
  landName: z.string().nullable(),
  latlng: z.object({ longitude: z.number(), latitude: z.number() }).nullable(),
  fileUrl: z.string().nullable(),
  iccid: z.string().nullable(),
  /** The version that the device says it runs; null before it said any. */
  firmware: z.string().nullable(),
  online: z.int(),
  presence,
  heardAt: z.int().nullable(),
  /** The name of the gateway by whose connection it was last heard; null by its own, or where the caller may not see that gateway. */
  behind: z.string().nullable(),
  reportingPeriod: z.int(),
  /** Null where nothing is wrong with it. Times of readings are moved by its offset. */
  clock: deviceClock.nullable(),
  enabledFlag: z.int(),
  objectVersionNumber: z.int(),
  /** The reading that stands for the device on its marker: its first item, or null. */
  main: newest.nullable(),
  switches: z.array(switchState),
})
export type Device = z.infer<typeof device>

/** A device record (MAP-18): the device with the one that it stands behind, null where there is none that the caller may see. */
export const deviceRecord = device.extend({ baseConcentratorDTO: device.nullable() })

/** An item of a marker: itemId, code, name, unit, value, ts, low, high. */
const markedItem = z.tuple([
  z.int(),
  z.string(),
  z.string(),
  z.string().nullable(),
  z.number().nullable(),
  z.int().nullable(),
  z.number().nullable(),
  z.number().nullable(),
])
export type MarkedItem = z.infer<typeof markedItem>

/**
 * A device as the map reads it, ten thousand at a time: `main` and each switch hold the same as in `device`, in its order of fields.
 */
export const marker = z.tuple([
  /** id */ z.int(),
  device.shape.deviceType,
  /** name */ z.string(),
  /** eui */ z.string(),
  /** deviceSerial */ z.string().nullable(),
  /** landName */ z.string().nullable(),
  /** longitude, degrees WGS84 */ z.number().nullable(),
  /** latitude */ z.number().nullable(),
  presence,
  /** heardAt, ms UTC */ z.int().nullable(),
  /** reportingPeriod */ z.int(),
  /** main */
  markedItem.nullable(),
  /** switches: switchId, circuit, name, kind, status, ts */
  z.array(z.tuple([z.int(), z.int(), z.string(), switchState.shape.kind, z.int().nullable(), z.int().nullable()])),
  /** Shown items beside `main` that have a normal band, as `main` is: any of them may be out of it. */
  z.array(markedItem),
  /** behind */ z.string().nullable(),
])
export type Marker = z.infer<typeof marker>

/** The orders that a list of devices can be asked in. */
export const DEVICE_SORTS = [
  'name',
  '-name',
  'eui',
  '-eui',
  'deviceType',
  '-deviceType',
  'areaName',
  '-areaName',
  'presence',
  '-presence',
  'heardAt',
  '-heardAt',
] as const
export type DeviceSort = (typeof DEVICE_SORTS)[number]

/** What shows in a device: itself, its parts, and the names of where it stands. */
export const DEVICE_FOLLOWS: readonly ChangeName[] = ['gateway', 'item', 'switch', 'area', 'land']

export const deviceCalls = {
  tenantAll: defineCall({
    method: 'GET',
    path: '/wfpe/v2/{t}/device/gateway/tenant-all',
    permission: 'login',
    summary: 'Devices by type and base; only types whose code the caller holds, only bases that the caller may see',
    query: z.object({
      ...pageQuery,
      deviceType: z.enum(DEVICE_TYPES).optional(),
      /** Several types, joined by commas. */
      deviceTypes: text(500).optional(),
      areaId: id.optional(),
      /** Those of one plot. */
      landId: id.optional(),
      name: text(100).optional(),
      eui: text(64).optional(),
      /** A part of the version that the device says it runs. */
      firmware: text(64).optional(),
      /** Codes of items whose newest readings a list shows, joined by commas, at most 10. */
      items: text(700).optional(),
      /** Words that name and EUI together hold; the best, which is the shortest, comes first. */
      find: text(100).optional(),
      presence: presence.optional(),
      enabledFlag: flag.optional(),
      /** These devices alone, ids joined by commas, at most 100. */
      ids: text(1600).optional(),
      /** A column, `-` before it for descending; without it in order of name, or with `find` of fit. */
      sort: z.enum(DEVICE_SORTS).optional(),
    }),
    answer: pageOf(deviceRecord.extend({ /** Those that were asked for and that the device shows. */ items: z.array(newest) })),
    follows: DEVICE_FOLLOWS,
  }),
  markers: defineCall({
    method: 'GET',
    path: '/wfpe/v2/{t}/device/gateway/markers',
    permission: 'login',
    summary: 'The devices of a base as rows for its map, in order of id; the same devices as tenant-all, at a fifth of its size',
    query: z.object({ ...pageQuery, areaId: id }),
    answer: pageOf(marker),
    follows: DEVICE_FOLLOWS,
  }),
  count: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/concentrator/count',
    permission: 'login',
    summary: 'The base summary of the map (MAP-14); online and total are of the devices whose presence is shown',
    query: z.object({ areaId: id.optional() }),
    answer: z.object({ cameraCount: z.int(), gatewayCount: z.int(), weatherCount: z.int(), onlineCount: z.int(), totalCount: z.int() }),
    follows: ['gateway'],
  }),
  status: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/concentrator/status',
    permission: 'login',
    summary: 'Presence of every device of a base',
    query: z.object({ areaId: id }),
    answer: z.array(z.object({ id: z.int(), presence, heardAt: z.int().nullable() })),
    follows: ['gateway'],
  }),
  state: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/concentrator/{id}/state',
    permission: 'login',
    summary: 'One device with its newest readings and switches, for popups',
    answer: device.extend({ items: z.array(newest) }),
    follows: DEVICE_FOLLOWS,
  }),
  areaCameras: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/camera/{id}/area',
    permission: 'wfpf.farm.equipment.camera',
    summary: "The cameras of a base; id is the base's",
    query: z.object({ ...pageQuery, name: text(100).optional() }),
    answer: pageOf(device),
    follows: DEVICE_FOLLOWS,
  }),
}
