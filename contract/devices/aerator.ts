import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id, integer, pageOf, pageQuery, requiredText, text } from '../core/values.ts'
import { HOLD_SECONDS, holdSeconds } from './command.ts'
import { device, DEVICE_FOLLOWS } from './device.ts'
import { faultSpell, logQuery, presenceChange } from './deviceLog.ts'
import { deviceTypes } from './deviceType.ts'
import { gateway, gatewayCalls } from './gateway.ts'
import { command, CONTROL, controlAnswer, runSeconds, switchCommand } from './switch.ts'

const { code: READ, codes, circuits } = deviceTypes.aerator_ii
/** AERATOR-03. */
export const MOST_PUMPS = circuits!.most

/** A pump of an aerator regulator (2§3): `onlineFlag` 0 is lost contact, else `faultFlag` 0 is normal (AERATOR-02). */
export const pump = z.object({
  id: z.int(),
  regulatorId: z.int(),
  name: z.string(),
  /** The port of the regulator: its circuit. */
  node: z.int(),
  statusFlag: z.boolean().nullable(),
  faultFlag: z.int(),
  /** The item that the fault is reported as, null before the regulator ever named it; its readings are live. */
  faultItemId: z.int().nullable(),
  onlineFlag: z.int(),
  icon: z.string().nullable(),
  ts: z.int().nullable(),
  command: switchCommand.nullable(),
  /** As that of a switch. */
  runsUntil: z.int().nullable(),
  /** As of a switch. */
  longestRun: z.int().nullable(),
  objectVersionNumber: z.int(),
})
export type Pump = z.infer<typeof pump>

const list = {
  method: 'GET',
  permission: READ,
  summary: 'The pumps of a regulator',
  query: z.object({ regulatorId: id }),
  answer: z.array(pump),
  follows: ['switch', 'item', 'gateway', 'deviceWord'],
} as const
const control = {
  method: 'POST',
  trail: { untold: 'logged' },
  permission: CONTROL,
  encoding: 'form',
  summary: 'Turns a pump on (1) or off (0). Fails with error.switch.notSent where the database does not answer: nothing was sent',
  body: z.object({ status: integer(0, 1), runSeconds, holdSeconds: holdSeconds.default(HOLD_SECONDS) }),
  answer: controlAnswer,
} as const
const named = { name: requiredText(60).nullable().default(null), icon: text(500).nullable().default(null) }
const add = {
  permission: codes.edit,
  summary: 'Adds a pump to a regulator. Fails with error.aerator.pumps at the fifth, with error.aerator.nodeTaken, beside `node`',
  body: z.object({ regulatorId: id, node: integer(1, 64), ...named }),
  answer: pump,
} as const
const edit = {
  method: 'PUT',
  trail: 'switch',
  permission: codes.edit,
  summary: 'Names a pump and gives it an icon; a stale version answers 409',
  body: z.object({ id, objectVersionNumber: integer(1, 2_000_000_000), ...named }),
  answer: pump,
} as const
const forget = {
  permission: codes.edit,
  summary: 'Forgets a pump; answers 1. It returns when the regulator names it again',
  answer: z.literal(1),
} as const

const page = {
  method: 'GET',
  permission: READ,
  summary: 'Aerator regulators',
  query: z.object({ ...pageQuery, areaId: id.optional(), name: text(100).optional() }),
  answer: pageOf(device),
  follows: DEVICE_FOLLOWS,
} as const
const one = {
  method: 'GET',
  permission: READ,
  summary: 'A regulator and its pumps',
  answer: gateway.record.extend({ pumps: z.array(pump) }),
  follows: [...DEVICE_FOLLOWS, 'switch'],
} as const
const make = {
  method: 'POST',
  trail: 'device',
  permission: codes.create,
  summary: 'Makes a regulator; the answer shows its secret, once. Fails with error.device.euiTaken',
  body: gateway.create.omit({ deviceType: true }),
  answer: gatewayCalls.create.answer,
  secret: true,
} as const
const change = {
  method: 'PUT',
  trail: 'device',
  permission: codes.edit,
  summary: 'Changes a regulator; a stale version answers 409',
  body: gateway.update.omit({ deviceType: true }),
  answer: gateway.record,
} as const
const remove = {
  method: 'DELETE',
  trail: 'device',
  permission: codes.delete,
  summary: 'Deletes a regulator and its pumps; answers 1',
  query: z.object({ objectVersionNumber: integer(1, 2_000_000_000).optional() }),
  answer: z.literal(1),
} as const
const log = { method: 'GET', permission: READ, follows: ['command', 'gateway', 'item'] } as const
const ofRegulator = z.object({ ...logQuery, regulatorId: id })

/** The pumps, as the second version of the calls has them. */
export const aeratorCalls = {
  pumps: defineCall({ ...list, path: '/wfpe/v2/{t}/aerator/open/list' }),
  control: defineCall({ ...control, path: '/wfpe/v2/{t}/aerator/open/{id}' }),
  add: defineCall({ ...add, method: 'POST', trail: 'switch', path: '/wfpe/v2/{t}/aerator/open' }),
  edit: defineCall({ ...edit, path: '/wfpe/v2/{t}/aerator/open' }),
  forget: defineCall({ ...forget, method: 'DELETE', trail: 'switch', path: '/wfpe/v2/{t}/aerator/open/{id}' }),
}
export const regulatorCalls = {
  page: defineCall({ ...page, path: '/wfpe/v2/{t}/regulator/open' }),
  details: defineCall({ ...one, path: '/wfpe/v2/{t}/regulator/open/{id}/details' }),
  create: defineCall({ ...make, path: '/wfpe/v2/{t}/regulator/open' }),
  update: defineCall({ ...change, path: '/wfpe/v2/{t}/regulator/open' }),
  remove: defineCall({ ...remove, path: '/wfpe/v2/{t}/regulator/open/{id}' }),
}
/** The first version: an `aerator` is a regulator, and its pumps are saved, updated and deleted by calls of their own. */
export const firstAeratorCalls = {
  page: defineCall({ ...page, path: '/wfpe/v1/{t}/aerator' }),
  details: defineCall({ ...one, path: '/wfpe/v1/{t}/aerator/{id}' }),
  create: defineCall({ ...make, path: '/wfpe/v1/{t}/aerator' }),
  update: defineCall({ ...change, path: '/wfpe/v1/{t}/aerator' }),
  remove: defineCall({ ...remove, path: '/wfpe/v1/{t}/aerator/{id}' }),
  del: defineCall({ ...remove, path: '/wfpe/v1/{t}/aerator/{id}/del' }),
  pumps: defineCall({ ...list, path: '/wfpe/v1/{t}/aerator/list' }),
  // As the documents spell it.
  control: defineCall({ ...control, path: '/wfpe/v1/{t}/aerator/{id}/contorl' }),
  add: defineCall({ ...add, method: 'POST', trail: 'switch', path: '/wfpe/v1/{t}/aerator/save-aerator' }),
  edit: defineCall({ ...edit, path: '/wfpe/v1/{t}/aerator/update-aerator' }),
  forget: defineCall({ ...forget, method: 'POST', trail: 'switch', path: '/wfpe/v1/{t}/aerator/del-aerator', body: z.object({ id }) }),
  controlLog: defineCall({
    ...log,
    path: '/wfpe/v1/{t}/aerator/control-log',
    summary: 'Who asked what of the pumps of a regulator, newest first',
    query: z.object({ ...pageQuery, regulatorId: id }),
    answer: pageOf(command),
  }),
  offlineLog: defineCall({
    ...log,
    path: '/wfpe/v1/{t}/aerator/offline-log',
    summary: 'When contact with a regulator was lost, and until when, newest first',
    query: ofRegulator,
    answer: pageOf(presenceChange),
  }),
  faultLog: defineCall({
    ...log,
    path: '/wfpe/v1/{t}/aerator/fault-log',
    summary: 'Which pump of a regulator reported a fault, from when until when, newest first',
    query: ofRegulator,
    answer: pageOf(faultSpell),
  }),
}
