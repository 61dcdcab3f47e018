import { sql } from 'kysely'
import { billType, type Direction, DIRECTIONS_OF, type DocumentKind } from '#contract/inventory/billType'
import { besideField, rulesFor } from '../ground/crud/rules.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure } from '../ground/failure.ts'

/** One change of a tenant's types at a time: which is the default of its kind is a fact about all of them. */
const oneAtATime = ({ raw, tenantId }: Scope) =>
  sql`select pg_advisory_xact_lock(hashtext('furrow.bill_type default'), ${tenantId}::int)`.execute(raw)

const nowNoDefault = ({ raw, tenantId }: Scope, kind: DocumentKind, except: number) =>
  raw
    .updateTable('bill_type')
    .set(({ eb }) => ({ default_flag: 0, object_version_number: eb('object_version_number', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('document_kind', '=', kind)
    .where('default_flag', '=', 1)
    .where('id', '<>', except)
    .execute()

/** Whether documents were numbered under a prefix. */
async function hasNumbered({ raw, tenantId }: Scope, prefix: unknown): Promise<boolean> {
  const day = await raw
    .selectFrom('document_number')
    .select('day')
    .where('tenant_id', '=', tenantId)
    .where('prefix', '=', prefix as string)
    .limit(1)
    .executeTakeFirst()
  return day !== undefined
}

/** Types of documents: at most one of a kind is the default; what numbers documents keeps its prefix, and is not deleted. */
export const billTypeRules = rulesFor(billType, {
  table: 'bill_type',
  oldestFirst: true,
  beforeLock: oneAtATime,

  async beforeSave({ scope, asking, values, old }) {
    const { documentKind, direction, prefix, defaultFlag, enabledFlag } = values
    const fitting: readonly Direction[] = DIRECTIONS_OF[documentKind]
    if (!fitting.includes(direction)) throw besideField(asking, 'error.input.invalid', 'direction', 'direction')
    if (defaultFlag === 1 && enabledFlag === 0) throw besideField(asking, 'error.input.invalid', 'enabledFlag', 'defaultTypeOff')
    const renumbers = old && (old.prefix !== prefix ? 'prefix' : old.document_kind !== documentKind ? 'documentKind' : null)
    if (renumbers && (await hasNumbered(scope, old.prefix))) throw besideField(asking, 'error.bill.numbered', renumbers, 'numbered')
    if (defaultFlag === 1) await nowNoDefault(scope, documentKind, old?.id ?? 0)
    return {}
  },

  async beforeDelete({ scope, row }) {
    if (await hasNumbered(scope, row.prefix)) throw new CallFailure('error.bill.numbered')
  },
})
