import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import type { ChangeName } from '../core/change.ts'
import { id } from '../core/values.ts'
import { COMMAND_STATES } from './command.ts'
import { DEVICE_READERS, DEVICE_TYPES, deviceActors } from './deviceType.ts'
import { MAX_BATCH } from './settingsBatch.ts'

/** The most bytes of a firmware. */
export const MAX_FIRMWARE_MB = 16
/** What a version may be called: as devices say it of themselves. */
export const VERSION = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/
/** A device that took a firmware and says another version so long afterwards has not taken it, ms. */
export const FIRMWARE_WAIT_MS = 15 * 60_000
/** The names under which devices say their version: our own protocol's, and those of ThingsBoard and Sparkplug clients. */
export const FIRMWARE_WORDS = [
  'firmware',
  'fw_version',
  'current_fw_version',
  'Properties/Firmware',
  'Properties/Firmware Version',
] as const

/**
 * How far an offer is: its command's states (`observed`: the device has the bytes, and they are whole), and what came of it: `taken` the
 * device itself says this version, `notTaken` it went on with another, `replaced` a later offer took its place.
 */
export const OFFER_STATES = [...COMMAND_STATES, 'taken', 'notTaken', 'replaced'] as const
export const offerState = z.enum(OFFER_STATES)
export type OfferState = z.infer<typeof offerState>

const firmware = z.object({
  id: z.int(),
  deviceType: z.enum(DEVICE_TYPES),
  version: z.string(),
  fileName: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  author: z.string().nullable(),
  createdAt: z.int().nullable(),
})
export type Firmware = z.infer<typeof firmware>

const offer = z.object({
  id: z.uuid(),
  version: z.string(),
  offeredAt: z.int(),
  author: z.string().nullable(),
  state: offerState,
  stateAt: z.int().nullable(),
  message: z.string().nullable(),
  /** When its address was first read. */
  downloadedAt: z.int().nullable(),
})
export type FirmwareOffer = z.infer<typeof offer>
const offered = offer.extend({ deviceId: z.int(), name: z.string(), eui: z.string(), saysVersion: z.string().nullable() })

const path = '/wfpe/v1/{t}/device/firmware' as const
const permission = deviceActors('edit')
const follows: readonly ChangeName[] = ['gateway', 'command']

export const firmwareCalls = {
  list: defineCall({
    method: 'GET',
    path,
    permission: DEVICE_READERS,
    summary: 'The firmware that is kept for the types whose code the caller holds, newest first',
    query: z.object({ deviceType: z.enum(DEVICE_TYPES).optional() }),
    answer: z.array(firmware),
    follows,
  }),
  add: defineCall({
    method: 'POST',
    trail: 'firmware',
    path,
    permission,
    summary:
      'Keeps a file that the caller uploaded as the firmware of a type. Fails with error.file.fileTooBig and error.firmware.versionTaken',
    body: z.object({ deviceType: z.enum(DEVICE_TYPES), version: z.string().regex(VERSION, 'format'), fileId: z.uuid() }),
    answer: firmware,
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: 'firmware',
    path: `${path}/{id}`,
    permission,
    summary: 'Takes a firmware away; answers 1. Fails with error.firmware.offered while a device has still to answer an offer of it',
    answer: z.literal(1),
  }),
  offer: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path: `${path}/{id}/offers`,
    permission,
    summary:
      "Offers a firmware to devices of its type, to all of them or none: of another type, or not the caller's to change, has error.settings.leftOut say who. Each is told by a command of its own; one that is away is told with its first word",
    body: z.object({ deviceIds: z.array(id).min(1).max(MAX_BATCH) }),
    answer: z.array(offered),
  }),
  offers: defineCall({
    method: 'GET',
    path: `${path}/{id}/offers`,
    permission: DEVICE_READERS,
    summary: 'How far each device is that was offered a firmware: its newest offer; of devices that the caller sees',
    answer: z.array(offered),
    follows,
  }),
  ofDevice: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/gateway/{id}/firmware',
    permission: DEVICE_READERS,
    summary: 'Which version a device says it runs, since when, and its ten newest offers; null before it said any',
    answer: z.object({
      version: z.string().nullable(),
      since: z.int().nullable(),
      saidAt: z.int().nullable(),
      offers: z.array(offer),
    }),
    follows,
  }),
  download: defineCall({
    method: 'GET',
    path: '/wfpe/v1/firmware-download/{tenantId}/{imei}/{key}',
    permission: 'public',
    summary:
      'The bytes of a firmware at the address that a command handed out, until the device has answered that command; takes Range. Fails with error.upload.unknown and error.upload.used',
    produces: 'application/octet-stream',
  }),
}
