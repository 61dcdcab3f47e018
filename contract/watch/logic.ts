import { z } from 'zod'
import { id, integer } from '../core/values.ts'
import { DEVICE_TYPES } from '../devices/deviceType.ts'
import { condition, MAX_SECONDS } from './condition.ts'

const MOST_DEVICES = 500
const MOST_LANDS = 100

/**
 * What of a base is watched: every device of these types, or these devices, or the devices that stand on these plots; with several,
 * a device must be of each. A list that is null narrows nothing.
 */
export const watchScope = z.object({
  types: z.array(z.enum(DEVICE_TYPES)).min(1).max(DEVICE_TYPES.length).nullable(),
  deviceIds: z.array(id).min(1).max(MOST_DEVICES).nullable(),
  landIds: z.array(id).min(1).max(MOST_LANDS).nullable(),
})

/** What becomes of it when what it reads is missing or too old: `keep` leaves it as it is, `raise` begins it, since nobody knows. */
const NO_DATA = ['keep', 'raise'] as const

/** When it watches: from a minute of the day, in the tenant's zone, to before another; where `to` is not above `from`, over midnight. */
const during = z.object({ from: integer(0, 1440), to: integer(0, 1440), days: z.array(integer(1, 7)).min(1).max(7) })

/** What decides whether something is so, and since when: an alarm rule holds one, and a dry run needs nothing else. */
export const watchLogic = z.object({
  scope: watchScope,
  /** What begins it. */
  when: condition,
  /** For so long it must have been so. */
  holdSeconds: integer(0, MAX_SECONDS),
  /** What ends it; null: that what begins it is no longer so. */
  clear: condition.nullable(),
  /** For so long what ends it must have been so. */
  clearSeconds: integer(0, MAX_SECONDS),
  noData: z.enum(NO_DATA),
  during: during.nullable(),
})
export type WatchLogic = z.infer<typeof watchLogic>
