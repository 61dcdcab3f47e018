import type { Method } from '#contract/core/call'
import type { ChangeName } from '#contract/core/change'
import { FIELD_KEY } from '#contract/core/idempotencyKey'
import type { FieldConflict } from '#contract/core/resource'

/** The parts of a call, without its tenant, which is the owner's. */
export interface Sending {
  readonly method: Method
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** When it was done, ms of this device's clock: it leaves as `at` by the server's. Null of what says its time itself, or has none. */
  readonly when: number | null
  /** The names of moments in the body that were read from this device's clock and calendar. */
  readonly moments?: readonly string[]
}

/** What an operation does: makes a record, changes fields of one, or does something else, which the state of the record allows or not. */
export type Deed =
  | { readonly does: 'create' }
  | { readonly does: 'edit'; readonly fields: Readonly<Record<string, unknown>>; readonly basedOn: Readonly<Record<string, number>> }
  | { readonly does: 'act'; readonly verb: string }

/** Why an operation waits for a person: two wrote the same field, or the server refused it. */
export type Trouble =
  | { readonly why: 'conflict'; readonly conflicts: readonly FieldConflict[] }
  | {
      readonly why: 'refused'
      readonly code: string
      readonly status: number
      readonly message: string
      readonly fields: Readonly<Record<string, string>>
    }

/**
 * What somebody did that the server has not confirmed. It is sent under `id`, so that it is done once however often it is sent; those of
 * one owner are sent in their order.
 */
export interface Operation {
  readonly id: string
  /** `<user> <tenant>`: nobody else sees or sends it. */
  readonly owner: string
  readonly kind: ChangeName
  /** The record that it is about: its id, or the id of the operation that makes it; null of one that makes a record. */
  readonly record: number | string | null
  /** The name under which calls of its kind carry the id of a record. */
  readonly idName: string
  /** What a person calls the record. */
  readonly title: string
  readonly sending: Sending
  readonly deed: Deed
  /** When it was done, ms of this device's clock, which nothing is decided by. */
  readonly writtenAt: number
  /** It left this device at least once: it is never changed any more. */
  readonly left: boolean
  readonly trouble: Trouble | null
}

export const newOperationId = (): string =>
  FIELD_KEY + Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, '0')).join('')

/** The tenant of an operation: it is sent to no other, whichever is the current one. */
export const tenantOf = ({ owner }: Pick<Operation, 'owner'>): number => Number(owner.split(' ')[1])

/** Whose it is. */
export const userOf = ({ owner }: Pick<Operation, 'owner'>): number => Number(owner.split(' ')[0])

const isOf = (one: Operation, { kind, record }: Pick<Operation, 'kind' | 'record'>) => one.kind === kind && one.record === record
/** It waits to be sent, and nothing has to be decided first. */
export const isWaiting = ({ trouble }: Operation): boolean => trouble === null

/**
 * The queue with one more. What was typed into a record whose edit has not left yet, or which is itself still to be made, joins that: of one
 * field the last value stands, based on what was read first. One that the server refused, and so did not do, is mended by it.
 */
export function enqueued(queue: readonly Operation[], next: Operation): readonly Operation[] {
  if (next.deed.does !== 'edit' || next.left) return [...queue, next]
  const { fields, basedOn } = next.deed
  const making = queue.find((one) => one.id === next.record && !one.left && isWaiting(one))
  if (making) {
    const body = { ...making.sending.body, ...fields }
    return queue.map((one) => (one === making ? { ...making, title: next.title, sending: { ...making.sending, body } } : one))
  }
  const last = queue.findLast((one) => isOf(one, next))
  if (last?.deed.does !== 'edit') return [...queue, next]
  const isRefused = last.trouble?.why === 'refused'
  if (!isRefused && (last.left || !isWaiting(last))) return [...queue, next]
  const joined = { does: 'edit', fields: { ...last.deed.fields, ...fields }, basedOn: { ...basedOn, ...last.deed.basedOn } } as const
  const anew = isRefused ? { id: next.id, left: false, trouble: null } : {}
  return queue.map((one) => (one === last ? { ...last, ...anew, title: next.title, writtenAt: next.writtenAt, deed: joined } : one))
}

/** The body with which an operation is sent. */
export function bodyOf({ deed, sending, record, idName }: Operation): Readonly<Record<string, unknown>> {
  const identity = record === null ? {} : { [idName]: record }
  return deed.does === 'edit' ? { ...identity, fields: deed.fields, basedOn: deed.basedOn } : { ...sending.body, ...identity }
}

/** Which one is sent now: the oldest that waits and does not stand behind one of its record that has to be decided. */
export function nextOf(queue: readonly Operation[]): Operation | null {
  const held = new Set<string>()
  for (const one of queue) {
    const about = `${one.kind} ${one.record ?? one.id}`
    if (!isWaiting(one)) held.add(about)
    else if (!held.has(about) && typeof one.record !== 'string') return one
  }
  return null
}

/** What the server confirmed: the record as it is now, and where it is an edit, what two had written. */
export interface Confirmed {
  readonly recordId: number | null
  readonly version: number | null
  readonly conflicts: readonly FieldConflict[]
}

/**
 * The queue after the server confirmed `done`. Whatever was written later into the same record stands on what has been confirmed; a field that
 * two wrote is told of once: where it was written again meanwhile, by that one.
 */
export function confirmed(queue: readonly Operation[], done: Operation, { recordId, version, conflicts }: Confirmed): readonly Operation[] {
  const refused = new Set(conflicts.map(({ field }) => field))
  const isLater = (one: Operation) => one.id !== done.id && one.kind === done.kind && (one.record === done.record || one.record === done.id)
  const later = queue.filter((one) => isLater(one) && one.record !== null)
  const rewritten = new Set(later.flatMap(({ deed }) => (deed.does === 'edit' ? Object.keys(deed.fields) : [])))
  const left = conflicts.filter(({ field }) => !rewritten.has(field))
  return queue.flatMap((one) => {
    if (one.id === done.id) return left.length === 0 ? [] : [{ ...one, trouble: { why: 'conflict', conflicts: left } as const }]
    if (!later.includes(one)) return [one]
    const moved = { ...one, record: typeof one.record === 'string' ? recordId : one.record }
    if (one.deed.does !== 'edit' || version === null) return [moved]
    const own = done.deed.does === 'edit' ? Object.keys(done.deed.fields) : Object.keys(one.deed.fields)
    const based = own.filter((field) => !refused.has(field) && field in (one.deed as { fields: object }).fields)
    const basedOn = { ...one.deed.basedOn, ...Object.fromEntries(based.map((field) => [field, version])) }
    return [{ ...moved, deed: { ...one.deed, basedOn } }]
  })
}

/**
 * What becomes of an edit about which two did not agree once somebody has decided field by field: those that are kept are written over what
 * stands there, the others are let go. Null: nothing of it is kept.
 */
export function decided(one: Operation, keepMine: ReadonlySet<string>, id: string): Operation | null {
  if (one.trouble?.why !== 'conflict' || one.deed.does !== 'edit') return null
  const kept = one.trouble.conflicts.filter(({ field }) => keepMine.has(field))
  if (kept.length === 0) return null
  const fields = Object.fromEntries(kept.map(({ field, mine }) => [field, mine]))
  const basedOn = Object.fromEntries(kept.map(({ field, version }) => [field, version]))
  return { ...one, id, left: false, trouble: null, deed: { does: 'edit', fields, basedOn } }
}

/** The queue without one that is given up, and without what was done to the record that it would have made. */
export const dropped = (queue: readonly Operation[], id: string): readonly Operation[] =>
  queue.filter((one) => one.id !== id && one.record !== id)

/** The queue with one tried again that the server refused: it gave its key back. */
export const retried = (queue: readonly Operation[], id: string): readonly Operation[] =>
  queue.map((one) => (one.id === id ? { ...one, trouble: null } : one))
