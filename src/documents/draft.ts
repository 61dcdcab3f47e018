import { type FieldErrors, set } from 'react-hook-form'
import { z } from 'zod'
import { halfWidth } from '#contract/core/halfWidth'
import type { AnyDocument, AnyDocumentFull, Attachment } from '#contract/core/document'
import type { Field } from '#contract/core/field'
import { fieldFault, type FieldFault } from '#contract/core/fieldFault'

type Fields = Readonly<Record<string, Field>>
type Values = Readonly<Record<string, unknown>>

/** One line as it is typed; the id of one that the server knows goes with it wherever it stands. */
export interface DraftLine {
  id?: number
  /** The line of another document that it was made of. */
  sourceLineId?: number | null
  [field: string]: unknown
}
/** A document as it is typed: text as it stands in its box, everything else as its value. */
export interface Draft {
  areaId: number | null
  title: string
  remark: string
  /** The document that it was made of. */
  sourceId?: number | null
  attachments?: readonly Attachment[]
  lines: DraftLine[]
  [field: string]: unknown
}

const AMOUNT_LENGTH = 12

/** Whether a field is held as text while it is typed; every other one is held as its value. */
export const isTyped = ({ kind }: Pick<Field, 'kind'>): boolean => kind === 'text' || kind === 'longText' || kind === 'decimal'
/** Digits and the point of an East Asian keyboard are those of everybody. */
export const plainAmount = (text: unknown): string => (typeof text === 'string' ? halfWidth(text).trim() : '')

/** The longest text that an input takes, by the rule of its field; amounts are held by their own rule. */
export function longestOf({ kind, schema }: Pick<Field, 'kind' | 'schema'>): number | undefined {
  if (kind === 'decimal') return AMOUNT_LENGTH
  let inner: unknown = schema
  while (inner instanceof z.ZodDefault || inner instanceof z.ZodNullable) inner = inner.unwrap()
  return inner instanceof z.ZodString ? (inner.maxLength ?? undefined) : undefined
}

const mapped = (fields: Fields, of: (field: Field, name: string) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, of(field, name)]))
const blankValue = (field: Field): unknown => (isTyped(field) ? '' : (field.schema.safeParse(undefined).data ?? null))
/** An amount has 2 decimals; zeros beyond them say nothing. */
function shortened(text: string): string {
  const least = text.indexOf('.') + 3
  let end = text.length
  while (least > 2 && end > least && text[end - 1] === '0') end--
  return text.slice(0, end)
}
const heldValue = (field: Field, value: unknown): unknown => {
  if (field.kind === 'decimal' && typeof value === 'string') return shortened(value)
  return value ?? (isTyped(field) ? '' : null)
}
const orNull = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : null)
function sentValue(field: Field, value: unknown): unknown {
  if (field.kind === 'decimal') return plainAmount(value) || (field.required ? '' : null)
  if (isTyped(field)) return field.required ? (value ?? '') : orNull(value)
  return value ?? null
}

/** A line in which nothing is written. */
export const blankLine = ({ line }: Pick<AnyDocument, 'line'>): DraftLine => mapped(line, blankValue)
/** A line with what is known of it. */
export const lineWith = (of: Pick<AnyDocument, 'line'>, values: Values): DraftLine => ({
  ...blankLine(of),
  ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, of.line[name] ? heldValue(of.line[name], value) : value])),
})
/** What a line says, for a comparison: 21 and 21.00 are one amount. */
const saidBy = ({ line: fields }: Pick<AnyDocument, 'line'>, line: DraftLine): string =>
  JSON.stringify(
    Object.entries(fields).map(([name, field]) => {
      const value = sentValue(field, line[name])
      return field.kind === 'decimal' && typeof value === 'string' && value !== '' ? Number(value) : value
    }),
  )
/** Those of the lines that are not among others; of two alike both are there only where two are. */
export function linesBeyond(of: Pick<AnyDocument, 'line'>, lines: readonly DraftLine[], others: readonly DraftLine[]): DraftLine[] {
  const left = Map.groupBy(others, (line) => saidBy(of, line))
  return lines.filter((line) => left.get(saidBy(of, line))?.pop() === undefined)
}
/** A new document of a base, with a line to begin with. */
export const blankDraft = (of: AnyDocument, areaId: number | null): Draft => ({
  areaId,
  title: '',
  remark: '',
  attachments: [],
  ...mapped(of.header, blankValue),
  lines: [blankLine(of)],
})
/** What the server holds, as it would have been typed. */
export const draftOf = (of: AnyDocument, full: AnyDocumentFull): Draft => ({
  areaId: full.areaId,
  title: full.title,
  remark: full.remark ?? '',
  sourceId: full.sourceId,
  attachments: full.attachments,
  ...mapped(of.header, (field, name) => heldValue(field, full[name])),
  lines: full.lines.map((line) => ({
    id: line.id,
    sourceLineId: line.sourceLineId,
    ...mapped(of.line, (field, name) => heldValue(field, line[name])),
  })),
})
/** The same line once more: another line. */
export function copyOf(line: DraftLine): DraftLine {
  const copy = { ...line }
  delete copy.id
  return copy
}

/** The ids of the lines that a record has. */
export const idsOf = (full: AnyDocumentFull | null): ReadonlySet<number> => new Set(full?.lines.map(({ id }) => id))

/** Whether nothing is written in a line. */
export const isBlankLine = ({ line: fields }: Pick<AnyDocument, 'line'>, line: DraftLine): boolean =>
  Object.entries(fields).every(([name, field]) => {
    const value = line[name]
    return isTyped(field) ? orNull(value) === null : value == null || value === '' || isSame(value, blankValue(field))
  })
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const sent = (fields: Fields, values: Values) => mapped(fields, (field, name) => sentValue(field, values[name]))
/** The fields of the header that are right so far. */
export const rightHeader = ({ header }: AnyDocument, draft: Draft): Record<string, unknown> =>
  Object.fromEntries(Object.entries(sent(header, draft)).filter(([name, value]) => header[name]!.schema.safeParse(value).success))

/**
 * What travels: nothing written is null; lines at the end in which nothing is written are left out. A line keeps its id where the document
 * still has that line (`known`), once: what somebody else deleted meanwhile, or a draft brought from before, is a line of its own.
 */
export function bodyOf(of: AnyDocument, draft: Draft, known: ReadonlySet<number>) {
  const left = new Set(known)
  const written = draft.lines.slice(0, draft.lines.findLastIndex((line) => !isBlankLine(of, line)) + 1)
  return {
    areaId: draft.areaId,
    title: draft.title,
    remark: orNull(draft.remark),
    sourceId: draft.sourceId ?? null,
    attachments: (draft.attachments ?? []).map(({ id }) => id),
    ...sent(of.header, draft),
    lines: written.map((line) => ({
      ...(line.id !== undefined && left.delete(line.id) ? { id: line.id } : {}),
      sourceLineId: line.sourceLineId ?? null,
      ...sent(of.line, line),
    })),
  }
}

/** A field of a draft without what tells only one line from another. */
const contentOf = (draft: Draft, name: string) => (name === 'lines' ? draft.lines.map(copyOf) : draft[name])

/**
 * What was typed over `base`, laid over `newest`: what the person left alone follows the newest, what was typed stays. `both` names
 * what somebody else changed, too, to something else.
 */
export function rebase(typed: Draft, base: Draft, newest: Draft): { draft: Draft; both: string[] } {
  const differs = (one: Draft, other: Draft, name: string) => !isSame(contentOf(one, name), contentOf(other, name))
  const mine = Object.keys(newest).filter((name) => differs(typed, base, name))
  const both = mine.filter((name) => differs(newest, base, name) && differs(newest, typed, name))
  return { draft: { ...newest, ...Object.fromEntries(mine.map((name) => [name, typed[name]])) }, both }
}

/** What is wrong with a draft, by the contract's own schema: a fault for each input, under its path (`lines.2.quantity`). */
export function faultsOf(of: AnyDocument, draft: Draft): Map<string, FieldFault> {
  const body = bodyOf(of, draft, new Set())
  const parsed = of.body.safeParse(body)
  const faults = new Map<string, FieldFault>()
  for (const issue of parsed.error?.issues ?? []) {
    const path = issue.path.join('.')
    if (!faults.has(path)) faults.set(path, fieldFault(issue, body))
  }
  return faults
}

/** Faults as the form library holds them. */
export function errorsOf(faults: ReadonlyMap<string, FieldFault>, words: (fault: FieldFault) => string): FieldErrors<Draft> {
  const errors: FieldErrors<Draft> = {}
  for (const [path, fault] of faults) set(errors, path === 'lines' ? 'lines.root' : path, { type: fault.key, message: words(fault) })
  return errors
}

/** Which input a fault of the server belongs to, by the path that it names; null where the form has none. */
export function inputOf(of: AnyDocument, draft: Draft, path: string): string | null {
  const [name = '', row, field] = path.split('.')
  if (name !== 'lines') return name in draft ? name : null
  if (row === undefined) return 'lines.root'
  return field !== undefined && field in of.line && Number(row) < draft.lines.length ? `lines.${row}.${field}` : null
}
