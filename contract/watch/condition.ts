import { z } from 'zod'
import { id, integer } from '../core/values.ts'
import { quantityOf } from '../devices/itemCode.ts'

/** What is known of a condition at a moment. A value that is missing or too old to be believed makes it unknown, never false. */
export const VERDICTS = ['yes', 'no', 'unknown'] as const
export type Verdict = (typeof VERDICTS)[number]

/** Why an episode began: what is watched for is so, or nothing is known of it. The two begin and end by themselves. */
export const CAUSES = ['condition', 'noData'] as const
export type Cause = (typeof CAUSES)[number]

export const DAY_MINUTES = 1440
/** How far back a rate looks at most, and how long a silence or a hold may be, in seconds. */
export const MAX_SECONDS = 86_400

const amount = z.number().min(-1e9).max(1e9)
/** The code of a quantity, without the layer or pump behind it: a rule over `soilMoisture` is judged for each layer by itself. */
const quantity = z
  .string()
  .max(40)
  .refine((code) => /^[a-z][A-Za-z]*$/.test(code) && (quantityOf(code) === code || quantityOf(code) === null), 'format')
const minuteOfDay = integer(0, DAY_MINUTES)

/**
 * An item lies above or below a limit, or above or below another item of the device by so much. Once it is so, it is so until the value has
 * come back by `margin`: what trembles at the limit does not flap.
 */
const compare = z.object({
  kind: z.literal('compare'),
  code: quantity,
  is: z.enum(['above', 'below']),
  /** In the item's unit; where `than` is named, what is added to that item's value. */
  limit: amount,
  margin: z.number().min(0).max(1e9),
  /** Another quantity of the same device. */
  than: quantity.nullable(),
})
/** An item rose or fell by so much within the last seconds. */
const rate = z.object({
  kind: z.literal('rate'),
  code: quantity,
  is: z.enum(['rising', 'falling']),
  by: z.number().gt(0).max(1e9),
  seconds: integer(60, MAX_SECONDS),
})
/** A circuit of the device is on, or off; null: any of them is on, or all are off. */
const circuit = z.object({ kind: z.literal('circuit'), circuit: integer(1, 64).nullable(), is: z.enum(['on', 'off']) })
/** The device is lost: it said so, or three of its reporting periods passed without a word. */
const offline = z.object({ kind: z.literal('offline') })
/** No reading of the item for so long, whatever its device says otherwise. */
const silent = z.object({ kind: z.literal('silent'), code: quantity, seconds: integer(60, MAX_SECONDS) })
/** The clock of the tenant's zone stands from one minute of the day to before another; where `to` is not above `from`, over midnight. */
const hours = z.object({
  kind: z.literal('hours'),
  from: minuteOfDay,
  to: minuteOfDay,
  /** 1 Monday to 7 Sunday: the days on which it begins. */
  days: z.array(integer(1, 7)).min(1).max(7),
})
/** The sun is up, or down, at the base; `shift` minutes later than it rises and sets, or earlier where it is negative. */
const sun = z.object({ kind: z.literal('sun'), is: z.enum(['up', 'down']), shift: integer(-180, 180) })

/** One thing that is so, not so or not known. */
export const leaf = z.discriminatedUnion('kind', [compare, rate, circuit, offline, silent, hours, sun])
export type Leaf = z.infer<typeof leaf>
export type LeafKind = Leaf['kind']
export const LEAF_KINDS = leaf.options.map((option) => option.shape.kind.value)

export type Condition = Leaf | { kind: 'all'; of: Condition[] } | { kind: 'any'; of: Condition[] } | { kind: 'not'; of: Condition }

/** How deep groups stand in one another, and how many parts a group has, at most. */
export const MAX_DEPTH = 3
export const MAX_PARTS = 8

function level(depth: number): z.ZodType<Condition> {
  if (depth === 0) return leaf
  const below = level(depth - 1)
  return z.union([
    leaf,
    z.object({ kind: z.literal('all'), of: z.array(below).min(1).max(MAX_PARTS) }),
    z.object({ kind: z.literal('any'), of: z.array(below).min(1).max(MAX_PARTS) }),
    z.object({ kind: z.literal('not'), of: below }),
  ])
}
/** A condition over one device, its clock and its sun: leaves joined by `all`, `any` and `not`. */
export const condition: z.ZodType<Condition> = level(MAX_DEPTH)

/** The leaves of a condition, in the order in which they are written: the order in which what was seen is kept. */
export function leavesOf(one: Condition): Leaf[] {
  if (one.kind === 'all' || one.kind === 'any') return one.of.flatMap(leavesOf)
  return one.kind === 'not' ? leavesOf(one.of) : [one]
}

/** The quantities that a condition reads. */
export const codesOf = (one: Condition): string[] => [
  ...new Set(
    leavesOf(one).flatMap((part) =>
      part.kind === 'compare'
        ? part.than === null
          ? [part.code]
          : [part.code, part.than]
        : part.kind === 'rate' || part.kind === 'silent'
          ? [part.code]
          : [],
    ),
  ),
]

/** What one leaf was judged by: its verdict, the value and when it was measured (ms UTC), null where there was none. */
export const seen = z.object({
  verdict: z.enum(VERDICTS),
  itemId: id.nullable(),
  value: z.number().nullable(),
  at: z.int().nullable(),
  /** Of the quantity that it is compared with, or of the highest or lowest value that a rate was counted from. */
  than: z.object({ itemId: id.nullable(), value: z.number().nullable(), at: z.int().nullable() }).nullable(),
})
export type Seen = z.infer<typeof seen>
