import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { WIND_SECTORS } from '../map/weather.ts'
import { rangeQuery } from './collect.ts'
import { DEVICE_READERS } from './deviceType.ts'

/** Where each class of wind speed begins, m/s (Beaufort 1 to 4, and all above); slower than the first is calm, and blows from nowhere. */
export const WIND_CLASSES = [0.3, 1.6, 3.4, 5.5, 8] as const

/** A direction that came in a message of its own is that of a speed within so long of it, ms: the nearest. */
export const WIND_JOIN_MS = 60_000

/** The longest range of one rose, days. */
export const MAX_ROSE_DAYS = 31

/** How long a wind stood, ms, and its mean speed over that time in m/s; null where it never did. */
const share = z.object({ ms: z.int(), mean: z.number().nullable() })

/**
 * What was measured of the wind, by time: a reading stands until the next one, for three reporting periods of its device at most, so that
 * one that reports more often in a storm draws no rose of storms. `classes` in the order of WIND_CLASSES, `sectors` in that of WIND_SECTORS.
 */
const windRose = z.object({
  /** ms. */
  calm: z.int(),
  /** ms of wind of which nobody said where it came from; in none of the sectors. */
  withoutDirection: z.int(),
  sectors: z.array(z.object({ sector: z.enum(WIND_SECTORS), classes: z.array(share) })),
})
export type WindRose = z.infer<typeof windRose>

export const windRoseCalls = {
  read: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/gateway/{id}/wind-rose',
    permission: DEVICE_READERS,
    summary:
      'How long the wind blew from where and how hard: each speed with the direction of its moment, or the nearest within a minute, by sector and class of speed. At most 31 days, said beside `endTime`. Fails with error.range.empty',
    query: z.object(rangeQuery),
    answer: windRose,
    follows: ['item'],
  }),
}
