import { CompiledQuery, type Kysely } from 'kysely'
import type { ApprovalsWord } from '#contract/approvals/approval'
import type { ChangeName } from '#contract/core/change'
import type { Severity } from '#contract/notices/message'
import type { UntoldCause } from '#contract/notices/undelivered'
import type { Database } from '../database/schema.ts'

/** What a user reads: `subject` and `content` are words of locales/<language>, `link` a path of the console. */
export interface Message {
  readonly subject: string
  readonly content: string
  readonly params?: Readonly<Record<string, string | number>>
  readonly severity?: Severity
  readonly link?: string
  /** Of two messages with one key the user gets the first, however long ago it came. */
  readonly key?: string
}

/** The bodies of what leaves a transaction, by kind: each kind has a door that tells it. */
export interface Parcels {
  /** A message to a user. */
  readonly message: Pick<Message, 'subject' | 'content' | 'params'>
  /** The unread counts of a user, or of everybody where it names none, have moved. */
  readonly unread: Readonly<Record<string, never>>
  /** Something of an approval concerns a user; `message` names its words, and `taskId` the task without which it is no news. */
  readonly approval: {
    readonly processId: number
    readonly taskId: number | null
    readonly what: ApprovalsWord['what']
    readonly message: string | null
    readonly params: Readonly<Record<string, string | number>>
  }
  /** A record was made, changed or deleted. */
  readonly changed: { readonly name: ChangeName; readonly id: number | null; readonly areaId: number | null }
}
export type ParcelKind = keyof Parcels

/** Why a parcel cannot be told, where its door knows; `message` is for a technician. */
export class CannotTell extends Error {
  readonly code: UntoldCause
  constructor(code: UntoldCause, message: string) {
    super(message)
    this.code = code
  }
}

/** What is handed in. */
export type Posted = {
  [Kind in ParcelKind]: {
    readonly kind: Kind
    readonly tenantId: number
    readonly userId?: number | null
    readonly key?: string
    readonly severity?: Severity
    readonly link?: string
    readonly body: Parcels[Kind]
  }
}[ParcelKind]

export const messageTo = (
  { tenantId, userId }: { tenantId: number; userId: number },
  { subject, content, params = {}, ...rest }: Message,
): Posted => ({ kind: 'message', tenantId, userId, ...rest, body: { subject, content, params } })

export const unreadOf = (tenantId: number, userId: number | null): Posted => ({ kind: 'unread', tenantId, userId, body: {} })

/** Inserts the parcels of the JSON parameter at `place` (`$1`), made by `parcelsParameter`; part of whatever statement needs it. */
export const insertParcels = (place: string) => `insert into furrow.outbox (tenant_id, user_id, kind, key, severity, link, body, created_at)
  select p.* from jsonb_to_recordset(${place}::jsonb) as p(
    tenant_id bigint, user_id bigint, kind text, key text, severity text, link text, body jsonb, created_at bigint
  ) on conflict do nothing`

export const parcelsParameter = (parcels: readonly Posted[], at: number): string =>
  JSON.stringify(
    parcels.map(({ tenantId, userId = null, kind, key = null, severity = 'info', link = null, body }) => ({
      tenant_id: tenantId,
      user_id: userId,
      kind,
      key,
      severity,
      link,
      body,
      created_at: at,
    })),
  )

/** Commits what is to be told with what happened: call it in the same transaction. `at` is ms UTC. */
export async function post(work: Kysely<Database>, parcels: readonly Posted[], at: number): Promise<void> {
  if (parcels.length === 0) return
  await work.executeQuery(CompiledQuery.raw(insertParcels('$1'), [parcelsParameter(parcels, at)]))
}
