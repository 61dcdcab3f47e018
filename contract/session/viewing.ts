import { z } from 'zod'
import { defineCall } from '../core/call.ts'

/** Looks at the console as somebody else does: reading alone, and never more than who looks holds. */
export const USER_VIEW = 'wfpf.company.config.user.ps.view' as const
export const VIEWING_SECONDS = 3600

export const viewingCalls = {
  begin: defineCall({
    method: 'POST',
    trail: 'viewing',
    path: '/wfpf/v1/{t}/user-manage/{id}/view',
    permission: USER_VIEW,
    summary:
      'A token with which the console is seen as somebody of the enterprise sees it, for an hour at most: only what reads, nothing personal, and of the rights only those that the caller holds, too. Beginning and end are in the trail',
    answer: z.object({ access_token: z.string(), expires_in: z.int() }),
    secret: true,
  }),
  end: defineCall({
    method: 'POST',
    trail: 'viewing',
    path: '/iam/stong/v1/users/viewing/end',
    permission: 'login',
    summary: 'Ends it, with its own token',
    answer: z.literal(true),
    whileViewing: true,
  }),
}
