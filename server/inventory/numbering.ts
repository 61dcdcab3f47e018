import type { AnyDocument } from '#contract/core/document'
import type { Scope } from '../ground/database/scope.ts'

/** What the numbers of a kind of document begin with: the prefix of the tenant's default type of it, else its own. */
export const prefixOf =
  ({ name, prefix }: Pick<AnyDocument, 'name' | 'prefix'>) =>
  async ({ raw, tenantId }: Scope): Promise<string> => {
    const type = await raw
      .selectFrom('bill_type')
      .select('prefix')
      .where('tenant_id', '=', tenantId)
      .where('document_kind', '=', name)
      .where('default_flag', '=', 1)
      .where('enabled_flag', '=', 1)
      .executeTakeFirst()
    return type?.prefix ?? prefix
  }
