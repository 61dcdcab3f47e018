import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { isDotted } from '../core/dotted.ts'
import { keptSecret } from '../core/encrypted.ts'
import { flag, integer, text } from '../core/values.ts'
import { SIM_STATES, simCard } from './simCard.ts'

export const SIM_ADDRESS_MAX = 500
export const SIM_SECRET_MAX = 500
/** Of an answer that was tried this much is shown, UTF-16 units. */
export const SIM_RAW_MAX = 4000
export const SIM_UNITS = ['B', 'KB', 'MB', 'GB'] as const
export const SIM_PATHS = ['usedPath', 'allowancePath', 'statePath', 'expiryPath'] as const
export type SimPath = (typeof SIM_PATHS)[number]

/** Where in the answer something stands; empty: it is not read. */
const place = text(200).refine((path) => path === '' || isDotted(path), 'dotted')
const facts = {
  /** Of one card, with {iccid} in it; empty: nothing is read. */
  address: text(SIM_ADDRESS_MAX).refine((given) => given === '' || given.includes('{iccid}'), 'iccidPlace'),
  method: z.enum(['GET', 'POST']),
  /** The name of the header that carries the secret, as Authorization. */
  headerName: text(60).refine((name) => name === '' || /^[A-Za-z][A-Za-z0-9-]*$/.test(name), 'invalid'),
  usedPath: place,
  allowancePath: place,
  statePath: place,
  expiryPath: place,
  /** In which both amounts are counted. */
  unit: z.enum(SIM_UNITS),
  /** What the carrier calls a state, and what it is here; anything else is a fault. */
  states: z.array(z.object({ from: text(60).min(1), to: z.enum(SIM_STATES) })).max(20),
  enabledFlag: flag,
}
const source = z.object({ ...facts, enabledFlag: z.int(), hasSecret: z.boolean(), objectVersionNumber: z.int() })
export type SimSource = z.infer<typeof source>
/** How its answers are read. */
export type SimMapping = Pick<SimSource, SimPath | 'unit' | 'states'>

/** Why nothing was read of a card: of these `path` names the place that was not there, or not what it should be. */
export const SIM_FAULTS = ['refused', 'unknownHost', 'unreachable', 'tooSlow', 'redirected', 'status', 'notJson', 'path'] as const

const mapped = z.object({
  usedMb: z.number().nullable(),
  allowanceMb: z.number().nullable(),
  cardState: z.enum(SIM_STATES).nullable(),
  expiresOn: z.string().nullable(),
})
export type SimMapped = z.infer<typeof mapped>
const tried = z.object({
  /** null: everything was read. */
  fault: z.enum(SIM_FAULTS).nullable(),
  /** The places that were not there, or not what they should be. */
  wrongPaths: z.array(z.enum(SIM_PATHS)),
  status: z.int().nullable(),
  raw: z.string(),
  mapped: mapped.nullable(),
})
export type SimTried = z.infer<typeof tried>

const path = '/wfpf/v1/{t}/sim-source' as const
const { edit } = simCard.codes

export const simSourceCalls = {
  get: defineCall({
    method: 'GET',
    path,
    permission: edit,
    summary: "How the carrier's service is asked about SIM cards; never a secret",
    answer: source,
  }),
  save: defineCall({
    method: 'PUT',
    trail: 'simSource',
    path,
    permission: edit,
    summary:
      'Changes it; cards are read anew within a day. A secret goes to where it was set for: with another host it must be typed again. Fails beside `address` where that may not be called, beside `secret`, and with error.version.stale',
    body: z.object({ ...facts, secret: keptSecret, objectVersionNumber: integer(0, 1_000_000_000) }),
    answer: source,
  }),
  try: defineCall({
    method: 'POST',
    trail: { untold: 'asks' },
    path: `${path}/try`,
    permission: edit,
    summary: 'Asks about one card as it would be asked, before it is saved; answers what came, and what was read in it. Changes nothing',
    body: z.object({ ...facts, secret: keptSecret, iccid: text(20).min(1) }),
    answer: tried,
    secret: true,
  }),
}
