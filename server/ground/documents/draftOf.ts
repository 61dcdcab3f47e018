import { documentAfter } from '#machines/approvals/document'
import { sayAttachments } from './attachments.ts'
import type { Scope } from '../database/scope.ts'
import type { Asking, Handlers } from '../http/handler.ts'
import { askingWithin } from '../http/within.ts'
import type { AnyDocument } from '#contract/core/document'
import { documentHandlers } from './documentHandlers.ts'
import type { DocumentRules } from './documentRules.ts'
import type { DocumentServices } from './services.ts'

/** How a draft of a kind is made inside a transaction that is under way (`ApprovalForm.draft`). */
export const draftOf =
  <D extends AnyDocument>(rules: DocumentRules<D>) =>
  async (services: DocumentServices, asking: Asking, scope: Scope, body: object): Promise<{ id: number; code: string }> => {
    // What consoles are told of is not there before all of it is: who calls tells them.
    const live = { ...services.live, changed: () => undefined }
    const { create } = documentHandlers(rules, { ...services, live }) as unknown as Handlers<AnyDocument['calls']>
    const made = await create!({ params: { t: scope.tenantId }, query: {}, body } as never, askingWithin(asking, scope))
    return made as unknown as { id: number; code: string }
  }

/** How a draft of a kind is taken away inside a transaction that is under way (`ApprovalForm.discard`). */
export const discardOf =
  ({ of }: DocumentRules) =>
  async ({ approvals, clock }: DocumentServices, scope: Scope, id: number): Promise<boolean> => {
    const draft = await scope.raw
      .selectFrom('document')
      .select(['attachments'])
      .where('tenant_id', '=', scope.tenantId)
      .where('form_code', '=', of.name)
      .where('id', '=', id)
      .where('audit_status', '=', 'draft')
      .forUpdate()
      .executeTakeFirst()
    if (!draft) return false
    await sayAttachments(scope, id, [], draft.attachments)
    await scope.raw
      .updateTable('document')
      .set((eb) => ({
        audit_status: documentAfter('draft', { type: 'document.delete' })!,
        updated_at: clock(),
        object_version_number: eb('object_version_number', '+', 1),
      }))
      .where('tenant_id', '=', scope.tenantId)
      .where('id', '=', id)
      .execute()
    await approvals.engine.forget(scope, of.name, id)
    return true
  }
