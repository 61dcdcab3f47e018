import { z } from 'zod'
import { flag, id, latitude, longitude, moment, position, requiredText, text } from './values.ts'

/**
 * One field of a resource: what it holds (`schema`, with the rule and its message), how it is shown and typed (`kind`:
 * one cell, one input), in which unit, and whether a form must have it.
 */
export interface Field<Schema extends z.ZodType = z.ZodType> {
  readonly kind: FieldKind
  readonly schema: Schema
  readonly required: boolean
  readonly unit?: string
  readonly choices?: readonly string[]
  /** The resource a reference points at. */
  readonly target?: string
}
export type FieldKind =
  | 'text' | 'longText' | 'number' | 'choice' | 'flag' | 'reference' | 'moment' | 'day' | 'color' | 'polygon' | 'point' | 'image'

const field = <Schema extends z.ZodType>(
  kind: FieldKind,
  schema: Schema,
  rest: Omit<Field, 'kind' | 'schema' | 'required'> = {},
): Field<Schema> => ({ kind, schema, required: false, ...rest })

const OUTLINE_CORNERS = 500

export const shortText = (max: number) => field('text', text(max).nullable().default(null))
export const neededText = (max: number) => ({ ...field('text', requiredText(max)), required: true })
export const longText = (max: number) => field('longText', text(max).nullable().default(null))
/** A number between `min` and `max`, both included, in `unit`. */
export const amount = (unit: string, min: number, max: number) =>
  field('number', z.number().min(min).max(max).nullable().default(null), { unit })
export const choice = <const Values extends readonly [string, ...string[]]>(values: Values) => ({
  ...field('choice', z.enum(values), { choices: values }),
  required: true,
})
/** 1 or 0; a new record has `initially`. */
export const switchedFlag = (initially: 0 | 1 = 1) => field('flag', flag.default(initially))
export const reference = (target: string) => field('reference', id.nullable().default(null), { target })
export const neededReference = (target: string) => ({ ...field('reference', id, { target }), required: true })
export const time = () => field('moment', moment.nullable().default(null))
export const day = () => field('day', z.iso.date().nullable().default(null))
export const color = () => field('color', z.string().regex(/^#[0-9a-fA-F]{6}$/, 'color').nullable().default(null))
/** A ring of [longitude, latitude], WGS84, not closed. */
export const polygon = () => field('polygon', z.array(position).min(3).max(OUTLINE_CORNERS).nullable().default(null))
export const point = () =>
  field('point', z.object({ longitude, latitude }).nullable().default(null))
export const image = () => field('image', text(500).nullable().default(null))
