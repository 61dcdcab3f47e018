import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id, integer, moment, pageOf, pageQuery, requiredText } from '../core/values.ts'
import { DEVICE_READERS, deviceActors } from './deviceType.ts'

const READ = DEVICE_READERS
const EDIT = deviceActors('edit')

/** value = raw * factor + offset, in the unit of the item. The factor is never 0. */
export interface Correction {
  readonly factor: number
  readonly offset: number
}
export const UNCORRECTED: Correction = { factor: 1, offset: 0 }

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)

/** The value of what a device sent; null where no double holds it. */
export const corrected = (raw: number, { factor, offset }: Correction): number | null => finite(raw * factor + offset)

/** What the device sent for a value; null where no double holds it. */
export const rawOf = (value: number, { factor, offset }: Correction): number | null => finite((value - offset) / factor)

/** What a device read, and what it should have read. */
export type Point = readonly [raw: number, wanted: number]

/** The correction that puts both points right; null where there is none: both were read alike, or should have been. */
export function throughPoints([raw1, wanted1]: Point, [raw2, wanted2]: Point): Correction | null {
  const factor = (wanted2 - wanted1) / (raw2 - raw1)
  const offset = wanted1 - raw1 * factor
  return Number.isFinite(factor) && factor !== 0 && Number.isFinite(offset) ? { factor, offset } : null
}

const correction = z.object({ factor: z.number(), offset: z.number() })

/** One calibration of an item. `since` ms UTC: it holds for readings from then on; `madeAt` ms UTC. */
const calibration = z.object({
  id: z.int(),
  madeAt: z.int(),
  /** Who made it; null where they are unknown by now. */
  madeBy: z.string().nullable(),
  since: z.int(),
  before: correction,
  after: correction,
  reason: z.string(),
})
export type Calibration = z.infer<typeof calibration>

const standing = z.object({
  itemId: z.int(),
  /** What holds for the next reading. */
  now: correction,
  /** The newest reading as the device sent it and as it was stored; null before there is one. */
  newest: z.object({ ts: z.int(), raw: z.number().nullable(), value: z.number().nullable() }).nullable(),
  objectVersionNumber: z.int(),
  /** Newest first. */
  history: pageOf(calibration),
})

export const calibrationCalls = {
  get: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/collection/{id}/calibration',
    permission: READ,
    summary: 'What corrects the readings of a collect item, and what did before',
    query: z.object(pageQuery),
    answer: standing,
    follows: ['item'],
  }),
  set: defineCall({
    method: 'PUT',
    trail: { untold: 'logged' },
    path: '/wfpe/v1/{t}/device/collection/{id}/calibration',
    permission: EDIT,
    summary:
      'Corrects the readings of a collect item from now on: value = raw * factor + offset. With `since` (ms UTC) those from then on too: what is stored is rewritten, a while after the answer. Fails with error.item.calculated',
    body: z.object({
      factor: z.number().refine((value) => value !== 0, 'notZero'),
      offset: z.number(),
      reason: requiredText(200),
      since: moment.nullable().default(null),
      objectVersionNumber: integer(1, 2_000_000_000),
    }),
    answer: z.object({ id: id.pipe(z.int()), objectVersionNumber: z.int() }),
  }),
}
