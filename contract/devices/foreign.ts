import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { integer, pageOf, pageQuery } from '../core/values.ts'
import { DEVICE_READERS, deviceActors } from './deviceType.ts'
import { rejectedReason } from './rejectedReason.ts'
import { mapping } from './mapping.ts'
import { rejectedNote } from './rejectedNote.ts'
import { wordScope } from './word.ts'

const READ = DEVICE_READERS
const EDIT = deviceActors('edit')

/** An access token, as a device gives it for a user name. */
export const ACCESS_TOKEN = /^[A-Za-z0-9_-]{20,64}$/
/** Of a token that a device brought along: one that nobody tries by chance. */
const LEAST_LETTERS = 10
const isVaried = (token: string) => new Set(token).size >= LEAST_LETTERS

/** The most characters of a message that is tried. */
const LONGEST_SAMPLE = 20_000

const kept = z.object({ mapping, hasToken: z.boolean(), objectVersionNumber: z.int() })
export type KeptMapping = z.infer<typeof kept>

/** What would come of a message. */
const trial = z.object({
  /** `name` is what a new item would be called; null where its code says it. `at` ms UTC. */
  readings: z.array(z.object({ code: z.string(), name: z.string().nullable(), at: z.int(), value: z.number().nullable() })),
  /** `value` is JSON. */
  words: z.array(z.object({ scope: wordScope, name: z.string(), at: z.int(), value: z.string() })),
  states: z.array(z.object({ circuit: z.int(), status: z.int() })),
  faults: z.array(z.object({ reason: rejectedReason, notes: z.array(rejectedNote), count: z.int() })),
  /** How the device would be told each status of each circuit; `params` is JSON. */
  calls: z.array(z.object({ circuit: z.int(), status: z.int(), method: z.string(), params: z.string() })),
})
export type Trial = z.infer<typeof trial>

/** Devices that speak a protocol which is not ours: how they sign in, what their words mean, what they said last. */
export const foreignCalls = {
  token: defineCall({
    method: 'POST',
    trail: 'device',
    path: '/wfpe/v1/{t}/device/gateway/{id}/token',
    permission: EDIT,
    summary:
      'Gives the device a new access token, by which alone it signs in as a device of the protocol that its mapping names, and shows it, once; or takes the one that it has: 20 to 64 letters, digits, `_` or `-`. Fails with error.device.tokenTaken',
    body: z.object({ token: z.string().regex(ACCESS_TOKEN, 'token').refine(isVaried, 'token').optional() }),
    answer: z.object({ token: z.string() }),
    secret: true,
  }),
  endToken: defineCall({
    method: 'DELETE',
    trail: 'device',
    path: '/wfpe/v1/{t}/device/gateway/{id}/token',
    permission: EDIT,
    summary: 'Takes the access token away and ends the connections of the device',
    answer: z.literal(1),
  }),
  mapping: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/gateway/{id}/mapping',
    permission: READ,
    summary: 'What the words of the device mean, and whether it has an access token',
    answer: kept,
    follows: ['gateway'],
  }),
  setMapping: defineCall({
    method: 'PUT',
    trail: 'device',
    path: '/wfpe/v1/{t}/device/gateway/{id}/mapping',
    permission: EDIT,
    summary: 'Says what the words of the device mean; its circuits appear as switches',
    body: z.object({ mapping, objectVersionNumber: z.int() }),
    answer: kept,
  }),
  tryMapping: defineCall({
    method: 'POST',
    trail: { untold: 'asks' },
    path: '/wfpe/v1/{t}/device/gateway/{id}/mapping/try',
    permission: EDIT,
    summary: 'What would come of a message of the device under a mapping, as the server would read it now; nothing is kept',
    body: z.object({ mapping, scope: wordScope, sample: z.string().max(LONGEST_SAMPLE) }),
    answer: trial,
  }),
  words: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/gateway/{id}/words',
    permission: READ,
    summary: 'What the device said last that is no reading: its attributes, and the text of its telemetry; `value` is JSON, `at` ms UTC',
    query: z.object({ ...pageQuery, size: integer(0, 10_000).default(50) }),
    answer: pageOf(z.object({ scope: wordScope, name: z.string(), value: z.string(), at: z.int() })),
    follows: ['deviceWord'],
  }),
}
