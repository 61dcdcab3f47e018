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
