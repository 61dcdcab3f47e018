import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { AnyResource } from '#contract/core/resource'
import type { Scope } from '../database/scope.ts'
import type { TenantTable } from '../database/schema.ts'
import { CallFailure } from '../failure.ts'
import type { FailureCode } from '#contract/core/failure'
import type { Asking } from '../http/handler.ts'
import { say } from '../words.ts'

/** A row as the database has it. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly object_version_number: number }

/** A record that is about to be written; `old` is its row before, null where it is new. */
export interface Writing<Values = Record<string, unknown>> {
  readonly scope: Scope
  readonly asking: Asking
  readonly values: Values
  readonly old: Row | null
  /** ms UTC. */
  readonly now: number
}

/**
 * What the server must know of a resource beside its declaration: its table, and the rules that are truly its own. A rule throws a
 * CallFailure; what `beforeSave` answers is written instead of what was sent.
 */
export interface Rules<R extends AnyResource = AnyResource> {
  readonly of: R
  readonly table: TenantTable
  /** Columns that are not the field's name in snake case. */
  readonly columns: Readonly<Partial<Record<string, string>>>
  /** The order in which lists come unless another one is asked for; within it the newest first, or the oldest. */
  readonly order: (keyof R['fields'] & string) | undefined
  readonly oldestFirst: boolean
  /** States that no column holds since they hang on the clock (`now`, ms UTC), as the database tells them; `describe` answers them too. */
  readonly told: Readonly<Partial<Record<string, (now: number) => RawBuilder<string>>>>
  /** The columns that lists read, where a whole row is too long for them; what is left out is said by `describe`. */
  readonly listed: readonly string[] | undefined
  /** Before the record is locked, for a rule about several records: whoever changes one waits here, while it holds none. */
  beforeLock(scope: Scope): Promise<unknown>
  beforeSave(writing: Writing<z.output<R['create']>>): Promise<Partial<z.output<R['create']>> & object>
  afterSave(saved: Writing<z.output<R['create']>> & { readonly row: Row }): Promise<void>
  /** `now` in ms UTC. */
  beforeDelete(deleting: { scope: Scope; asking: Asking; row: Row; now: number }): Promise<void>
  afterDelete(deleted: { scope: Scope; asking: Asking; row: Row }): Promise<void>
  /** What an answer says beside the columns, for each row in its order. */
  describe(scope: Scope, rows: readonly Row[], now: number): Promise<readonly object[]>
}

export function rulesFor<R extends AnyResource>(of: R, given: { table: TenantTable } & Partial<Omit<Rules<R>, 'of' | 'table'>>): Rules<R> {
  return {
    of,
    columns: {},
    order: undefined,
    oldestFirst: false,
    told: {},
    listed: undefined,
    beforeLock: async () => undefined,
    beforeSave: async () => ({}) as Partial<z.output<R['create']>> & object,
    afterSave: async () => undefined,
    beforeDelete: async () => undefined,
    afterDelete: async () => undefined,
    describe: async (_, rows) => rows.map(() => ({})),
    ...given,
  }
}

/** A failure that stands beside an input: `words` is a key of `errors:field`. */
export const besideField = (
  { language }: Pick<Asking, 'language'>,
  code: FailureCode,
  field: string,
  words: string,
  params: Record<string, string | number> = {},
) => new CallFailure(code, params, { [field]: say(language, `errors:field.${words}`, params) })
