import type { CallGroups } from '#contract/calls'
import type { Handlers } from '../http/handler.ts'
import type { Publisher } from './publisher.ts'

export const changedHandlers = (live: Pick<Publisher, 'stands'>): Handlers<CallGroups['changed']> => ({
  stands: async (_asked, { grant }) => live.stands(grant.tenantId),
})
