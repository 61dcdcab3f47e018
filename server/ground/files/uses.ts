import { type Kysely, sql } from 'kysely'
import type { Database, TenantTable } from '../database/schema.ts'
import { CallFailure } from '../failure.ts'

/** The row that uses files. */
export interface Holder {
  readonly tenantId: number
  readonly table: TenantTable | 'app_user'
  readonly id: number
}
/** What a row says of files: texts in which their addresses stand, alone or in HTML or JSON, and the uuid of its attachments. */
export interface Naming {
  readonly texts: readonly (string | null)[]
  readonly attachments?: string | null
}
/** Tables whose files are read by those who may read the row: for each, `fileGuard` is given a fence. */
const FENCED = ['document', 'inquiry_message', 'notice'] as const
export type FencedTable = (typeof FENCED)[number]
export const isFenced = (table: string): table is FencedTable => (FENCED as readonly string[]).includes(table)

const NOTHING: Naming = { texts: [] }

const ADDRESS = /\/hfle\/v1\/\d{1,15}\/files\/([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})/g
const filesIn = ({ texts }: Naming): Set<string> =>
  new Set(texts.flatMap((text) => [...(text ?? '').matchAll(ADDRESS)].map((match) => match[1]!.toLowerCase())))

/** Whether rows of fenced tables alone use a file. */
const onlyFenced = sql<boolean>`exists (select from file_use held where held.tenant_id = file.tenant_id and held.file_id = file.id
  having bool_and(held.holder in (${sql.join(FENCED)})))`

/**
 * Says which files a row uses from now on, in the transaction that writes the row; whatever writes or removes a row that can name files
 * calls it. A used file is not swept, and the sweep passes by one that is about to be used. Throws CallFailure `error.file.gone` where a
 * file was swept before; one that is gone and that the row named `before` too is no fault of this writing. A file of a fenced row is as good
 * as gone to the rows that everybody sees: to be named there would open it.
 */
export async function sayUses(transaction: Kysely<Database>, holder: Holder, named: Naming, before: Naming = NOTHING): Promise<void> {
  const now = filesIn(named)
  const then = filesIn(before)
  const attachments = named.attachments ?? null
  if (now.size === 0 && then.size === 0 && attachments == null && before.attachments == null) return
  const { tenantId, table, id } = holder
  await transaction
    .deleteFrom('file_use')
    .where('tenant_id', '=', tenantId)
    .where('holder', '=', table)
    .where('holder_id', '=', id)
    .execute()
  if (now.size > 0) {
    // The lock is what the sweep passes by, and what waits for a sweep that was first.
    const { rows } = await sql<{ file_id: string }>`
      insert into file_use (tenant_id, holder, holder_id, file_id)
      select tenant_id, ${table}, ${id}, id from file where tenant_id = ${tenantId} and id = any(${[...now]}::uuid[])
        and (${isFenced(table)} or id = any(${[...then]}::uuid[]) or not ${onlyFenced}) order by id for key share
      returning file_id`.execute(transaction)
    const there = new Set(rows.map((row) => row.file_id))
    if ([...now].some((file) => !there.has(file) && !then.has(file))) throw new CallFailure('error.file.gone')
  }
  if (attachments == null) return
  await transaction
    .insertInto('file_use')
    .values({ tenant_id: tenantId, holder: table, holder_id: id, attachment_id: attachments })
    .execute()
  await transaction
    .selectFrom('file')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('attachment_id', '=', attachments)
    .orderBy('id')
    .forKeyShare()
    .execute()
}
