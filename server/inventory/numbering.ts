import type { AnyDocument } from '#contract/core/document'
import type { Scope } from '../ground/database/scope.ts'
import type { DocumentType } from '../ground/documents/documentRules.ts'

/**
 * What the tenant's default type of a kind of document says: what its numbers begin with, and whether it is approved without anybody deciding.
 * Without such a type they begin with the kind's own prefix, and go through their flow.
 */
export const typeOf =
  ({ name, prefix }: Pick<AnyDocument, 'name' | 'prefix'>) =>
  async ({ raw, tenantId }: Scope): Promise<DocumentType> => {
    const type = await raw
      .selectFrom('bill_type')
      .select(['name', 'prefix', 'approval_flag'])
      .where('tenant_id', '=', tenantId)
      .where('document_kind', '=', name)
      .where('default_flag', '=', 1)
      .where('enabled_flag', '=', 1)
      .executeTakeFirst()
    return { prefix: type?.prefix ?? prefix, exemptBy: type?.approval_flag === 0 ? type.name : null }
  }
