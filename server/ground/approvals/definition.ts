import type { Selectable } from 'kysely'
import type { ApprovalNode, FormCode } from '#contract/approvals/definition'
import type { Database } from '../database/schema.ts'
import type { Scope } from '../database/scope.ts'
import { type Language, say } from '../words.ts'

export type DefinitionRow = Selectable<Database['approval_definition']>

/** The flow of a form in a tenant that has defined none: the applicant's leader decides, else the tenant's administrator. */
const usual = (language: Language): ApprovalNode[] => [
  { id: 'leader', name: say(language, 'approvals:usual.node'), kind: 'OR', who: { by: 'leader', level: 1 } },
]

/** The newest version of a form's flow; undefined where the tenant has none. */
export const newestDefinition = (scope: Scope, formCode: FormCode) =>
  scope
    .select('approval_definition')
    .selectAll('approval_definition')
    .where('form_code', '=', formCode)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The newest version of a form's flow; the usual one is written where there is none, so that every instance has a version to pin. */
export async function currentDefinition(scope: Scope, formCode: FormCode, now: number, language: Language): Promise<DefinitionRow> {
  const found = await newestDefinition(scope, formCode)
  if (found) return found
  await scope
    .insert('approval_definition', [
      {
        form_code: formCode,
        version: 1,
        name: say(language, `approvals:form.${formCode}`),
        nodes: JSON.stringify(usual(language)),
        when_nobody: 'administrator',
        when_applicant: 'normal',
        author_id: null,
        created_at: now,
      },
    ])
    .onConflict((conflict) => conflict.columns(['tenant_id', 'form_code', 'version']).doNothing())
    .execute()
  return (await newestDefinition(scope, formCode))!
}
