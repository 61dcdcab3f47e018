import { z } from 'zod'
import type { ChangeName } from './change.ts'
import { amountText } from './decimal.ts'
import { millionths } from './exact.ts'
import { isIccid } from './iccid.ts'
import { crossingOf } from './outline.ts'
import { isBankAccount, isContact, isTaxNumber } from './numbersOfLife.ts'
import { FIRST_DAY, flag, id, integer, LAST_DAY, latitude, longitude, moment, position, requiredText, text, tidyText } from './values.ts'

/**
 * One field of a resource: what it holds (`schema`, with the rule and its message), how it is answered, how it is shown and typed
 * (`kind`: one cell, one input), in which unit, and whether a form must have it.
 */
export interface Field<
  Schema extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Filter extends z.ZodType | undefined = z.ZodType | undefined,
> {
  readonly kind: FieldKind
  readonly schema: Schema
  /** What an answer holds: looser than the rule, so that a row that is older than the rule can still be read. */
  readonly answer: Answer
  /** What a list can be narrowed by, as query text; text is found anywhere in the value. */
  readonly filter: Filter
  readonly required: boolean
  readonly unit?: string
  readonly choices?: readonly string[]
  /** The resource a reference points at. */
  readonly target?: ChangeName
  /** How many it holds at most, where it holds a list. */
  readonly most?: number
  /** What its picture is uploaded as, where that is no ordinary picture. */
  readonly upload?: 'seedImage'
  /** The rule of one passage, where it holds a list of them. */
  readonly passage?: z.ZodObject
  /** No person sees it: it has no words and stands in no form, list or spreadsheet. */
  readonly internal?: boolean
}

export type Fields = Record<string, Field>
export type Schemas<F extends Fields> = { [Name in keyof F]: F[Name]['schema'] }
export type Answers<F extends Fields> = { [Name in keyof F]: F[Name]['answer'] }
export type Filters<F extends Fields> = {
  [Name in keyof F as F[Name]['filter'] extends z.ZodType ? Name : never]: z.ZodOptional<Extract<F[Name]['filter'], z.ZodType>>
}
/** The schemas of what is typed into fields, by their names. */
export const schemasOf = <F extends Fields>(fields: F): Schemas<F> =>
  Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])) as Schemas<F>
export type FieldKind =
  | 'text'
  | 'longText'
  | 'number'
  | 'decimal'
  | 'choice'
  | 'flag'
  | 'reference'
  | 'moment'
  | 'day'
  | 'color'
  | 'polygon'
  | 'point'
  | 'image'
  | 'images'
  | 'references'
  | 'texts'
  | 'person'
  | 'passages'
  | 'stages'
  | 'lines'
  | 'richText'
  | 'marks'

type Rest = Pick<Field, 'unit' | 'choices' | 'target' | 'most' | 'upload' | 'passage'>
const field = <Schema extends z.ZodType, Answer extends z.ZodType, Filter extends z.ZodType | undefined>(
  kind: FieldKind,
  schema: Schema,
  answer: Answer,
  filter: Filter,
  rest: Rest & { required?: boolean } = {},
): Field<Schema, Answer, Filter> => ({ kind, schema, answer, filter, required: false, ...rest })

const OUTLINE_CORNERS = 500
const written = z.string().nullable()
const searched = text(100)

/** The most days that anything grows. */
export const MOST_GROWTH = 3650

/** The most of a stock unit that one line counts. */
const MOST_COUNTED = millionths('1000000000')!

export const shortText = (max: number) => field('text', text(max).nullable().default(null), written, searched)
export const neededText = (max: number) => field('text', requiredText(max), z.string(), searched, { required: true })
/** Text of another shape than letters: `fault` is a key of `errors:field`. Blank stands for nothing. */
export const patterned = (pattern: RegExp, fault: string) =>
  field('text', tidyText().regex(pattern, fault).nullable().default(null), written, searched)
/** As `patterned`, by a rule that is no pattern. */
const judged = (isRight: (text: string) => boolean, fault: string) =>
  field('text', tidyText().refine(isRight, fault).nullable().default(null), written, searched)
/** Where somebody is called, as people write it: one telephone number or several. */
export const contact = () => judged(isContact, 'phone')
export const bankAccount = () => judged(isBankAccount, 'bankAccount')
export const taxNumber = () => judged(isTaxNumber, 'taxNumber')
/** As `patterned`, where a record must have one. */
export const neededPattern = (pattern: RegExp, fault: string) =>
  field('text', tidyText().regex(pattern, fault), z.string(), searched, { required: true })
/** The number of a SIM card, with its check digit. */
export const neededIccid = () => field('text', tidyText().refine(isIccid, 'iccid'), z.string(), searched, { required: true })
export const longText = (max: number) => field('longText', text(max).nullable().default(null), written, searched)

const figure = z.number().nullable()
/** A number between `min` and `max`, both included, in `unit`. */
export const amount = (unit: string, min: number, max: number) =>
  field('number', z.number().min(min).max(max).nullable().default(null), figure, undefined, { unit })
/** The same, and more than 0. */
export const amountAbove0 = (unit: string, max: number) =>
  field('number', z.number().gt(0, 'positive').max(max).nullable().default(null), figure, undefined, { unit })
/** An amount of things, exact from the database to the wire: decimal text, always with 2 decimals. Source: DEVICE-LIMITS-05. */
export const quantity = (unit: string) => field('decimal', amountText.nullable().default(null), written, undefined, { unit })
/** The same where one must be typed. Without a unit it is counted in what stands beside it, as the quantity of a line. */
export const neededQuantity = (unit?: string) =>
  field('decimal', amountText, z.string(), undefined, { required: true, ...(unit === undefined ? {} : { unit }) })
/** What was counted of a product in its stock unit: 0 or more, at most 6 decimals; null while nobody has counted it. */
export const counted = () =>
  field(
    'decimal',
    z
      .string()
      .refine((given) => (millionths(given) ?? -1n) >= 0n && millionths(given)! <= MOST_COUNTED, 'counted')
      .nullable()
      .default(null),
    written,
    undefined,
  )
/** A number that a record always has; a new one begins with `initially`. */
export const setting = (unit: string, min: number, max: number, initially: number) =>
  field('number', z.number().min(min).max(max).default(initially), z.number(), undefined, { unit, required: true })
/** A whole number that a record always has: a side of an exact ratio, which a fraction would make inexact. */
export const whole = (min: number, max: number, initially: number) =>
  field('number', z.number().int('whole').min(min).max(max).default(initially), z.int(), undefined, { required: true })

const counting = z.number().int('whole').min(1).max(100_000_000)
/** How many animals: a whole number, at least one. */
export const heads = () => field('number', counting.nullable().default(null), z.int().nullable(), undefined, { unit: '' })
/** The same where it must be said. */
export const neededHeads = () => field('number', counting, z.int(), undefined, { unit: '', required: true })

export const choice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  field('choice', z.enum(values), z.enum(values), z.enum(values), { choices: values, required: true })
/** A choice that a new record begins with. */
export const choiceOr = <const Values extends readonly [string, ...string[]]>(values: Values, initially: Values[number]) =>
  field('choice', z.enum(values).default(initially as never), z.enum(values), z.enum(values), { choices: values, required: true })
export const choiceOrNone = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  field('choice', z.enum(values).nullable().default(null), z.enum(values).nullable(), z.enum(values), { choices: values })
/** 1 or 0; a new record has `initially`. */
export const switchedFlag = (initially: 0 | 1 = 1) => field('flag', flag.default(initially), z.int(), integer(0, 1))
export const reference = (target: ChangeName) => field('reference', id.nullable().default(null), z.int().nullable(), id, { target })
export const neededReference = (target: ChangeName) => field('reference', id, z.int(), id, { target, required: true })
const distinctIds = (most: number) =>
  z
    .array(id)
    .max(most)
    .refine((ids) => new Set(ids).size === ids.length, 'doubled')
    .default([])
/** Several records of a resource, each once, in the order in which they were chosen. */
export const references = (target: ChangeName, most: number) =>
  field('references', distinctIds(most), z.array(z.int()), undefined, { target, most })
/** Ids of things that are no records of a resource, each once: roles. */
export const idsOf = (most: number) => field('references', distinctIds(most), z.array(z.int()), undefined, { most })
/** Somebody of the tenant who signs in, by the id of the account. */
export const person = () => field('person', id.nullable().default(null), z.int().nullable(), undefined)
/** Lines of text, each of at most `max` letters: the steps of a work. No two are the same. */
export const texts = (most: number, max: number) =>
  field(
    'texts',
    z
      .array(requiredText(max))
      .max(most)
      .refine((lines) => new Set(lines).size === lines.length, 'doubled')
      .default([]),
    z.array(z.string()),
    undefined,
    { most },
  )
/** A moment, ms UTC, that a record may do without. */
export const time = () => field('moment', moment.nullable().default(null), z.int().nullable(), undefined)
/** A moment, ms UTC, that a record must have: of the years in which a farm plans. */
export const neededTime = () =>
  field(
    'moment',
    moment.refine((given) => given >= Date.parse(FIRST_DAY), 'tooEarly').refine((given) => given <= Date.parse(LAST_DAY), 'tooLate'),
    z.int(),
    undefined,
    { required: true },
  )
/** A day of the calendar, YYYY-MM-DD. */
export const day = () => field('day', z.iso.date().nullable().default(null), written, z.iso.date())
/** As `day`, where a record must have one. */
export const neededDay = () =>
  field(
    'day',
    z.iso
      .date()
      .refine((given) => given >= FIRST_DAY, 'tooEarly')
      .refine((given) => given <= LAST_DAY, 'tooLate'),
    z.string(),
    z.iso.date(),
    { required: true },
  )
export const color = () =>
  field(
    'color',
    z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/, 'color')
      .nullable()
      .default(null),
    written,
    undefined,
  )
/** A ring of [longitude, latitude], WGS84, not closed; one that crosses itself has no inside and is refused. */
export const polygon = () =>
  field(
    'polygon',
    z
      .array(position)
      .min(3)
      .max(OUTLINE_CORNERS)
      .refine((ring) => ring.length > OUTLINE_CORNERS || crossingOf(ring) === null, 'crossing')
      .nullable()
      .default(null),
    z.array(position).nullable(),
    undefined,
  )
const place = z.object({ longitude, latitude }).nullable()
export const point = () => field('point', place.default(null), place, undefined)

// Where a picture may come from: a file of this product, or another site's; never a script.
const pictureUrl = text(500).regex(/^(https?:\/\/|\/(?!\/))/, 'url')
export const image = () => field('image', pictureUrl.nullable().default(null), written, undefined)
/** At most `max` pictures. */
export const images = (max: number) =>
  field('images', z.array(pictureUrl).max(max).default([]), z.array(z.string()), undefined, { most: max })

// What everybody may see is a file of this product: another house would hear of everybody who looks.
const ownPicture = text(200).regex(/^\/hfle\/v1\/\d{1,15}\/files\/[0-9a-f-]{36}\/content$/, 'url')
/** A picture of up to 30 MB that is shown to everybody (UPLOAD-06). */
export const seedImage = () => field('image', ownPicture.nullable().default(null), written, undefined, { upload: 'seedImage' })

/** The most UTF-16 units of a passage's HTML. */
export const PASSAGE_MAX = 10_000
const said = {
  name: requiredText(60),
  imageUrl: ownPicture.nullable().default(null),
  description: text(PASSAGE_MAX).nullable().default(null),
}
const saidOnce = { name: z.string(), imageUrl: written, description: written }
/** At most `max` passages of a public page: a name, a picture, and HTML that the server cleans. */
export const passages = (max: number) => {
  const passage = z.object(said)
  return field('passages', z.array(passage).max(max).default([]), z.array(z.object(saidOnce)), undefined, { most: max, passage })
}
/** The same with an English name beside the name. */
export const passagesInBoth = (max: number) => {
  const passage = z.object({ ...said, enName: text(60).nullable().default(null) })
  const answer = z.array(z.object({ ...saidOnce, enName: written }))
  return field('passages', z.array(passage).max(max).default([]), answer, undefined, { most: max, passage })
}
/** A part of a growth: what it is called, and the whole days that it takes. */
export const stage = z.object({ name: requiredText(60), days: z.number().int('whole').min(1).max(MOST_GROWTH) })
export type Stage = z.infer<typeof stage>
/** The days that parts take together. */
export const daysOf = (parts: readonly Stage[]): number => parts.reduce((sum, { days }) => sum + days, 0)
/** At most `max` parts of a growth in their order. */
export const stages = (max: number) =>
  field(
    'stages',
    z
      .array(stage)
      .max(max, 'tooManyStages')
      .refine((parts) => daysOf(parts) <= MOST_GROWTH, 'growthTooLong')
      .default([]),
    z.array(z.object({ name: z.string(), days: z.int() })),
    undefined,
    { most: max },
  )
/** At most `max` lines, in a table of their own: the rules of their resource write and read them, and its form has an input for them. */
export const lines = <Line extends z.ZodType, Answer extends z.ZodType>(line: Line, answer: Answer, max: number) =>
  field('lines', z.array(line).max(max).default([]), z.array(answer), undefined, { most: max })

/** A long text with pictures, as HTML that the server cleans; its pictures are files of this product. */
export const richText = (max: number) => field('richText', text(max).default(''), z.string(), undefined)
/** What a record is marked as, each once: some of a few numbers, which have words. Null says nothing of it. A list is narrowed by one of them. */
export const markedAs = (values: readonly number[]) =>
  field(
    'marks',
    z
      .array(z.literal(values))
      .max(values.length)
      .refine((marks) => new Set(marks).size === marks.length, 'doubled')
      .nullable()
      .default(null),
    z.array(z.int()),
    integer(Math.min(...values), Math.max(...values)),
    { choices: values.map(String) },
  )
/** One whole number of a few, or none. */
export const oneOfNumbers = (min: number, max: number) =>
  field('number', z.int().min(min).max(max).nullable().default(null), z.int().nullable(), undefined)

/** A field that no person sees. */
export const unseen = <F extends Field>(of: F): F & { readonly internal: true } => ({ ...of, internal: true })
