import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id, pageOf, pageQuery, requiredText } from '../core/values.ts'
import { givenRoles, USERS_CREATE, USERS_READ } from './user.ts'

export const INVITED_MAX = 200
/** How long an invitation can be accepted, in days. */
export const INVITATION_DAYS = 14
export const INVITATION_STATES = ['open', 'expired', 'accepted', 'refused', 'withdrawn'] as const

const invitation = z.object({
  invitationId: z.int(),
  /** What was typed. Whether somebody has such an account is told by nothing before they accept. */
  asked: z.string(),
  state: z.enum(INVITATION_STATES),
  /** Who it was, once they have accepted. */
  realName: z.string().nullable(),
  invitedBy: z.string(),
  madeAt: z.int(),
  expiresAt: z.int(),
})
export type Invitation = z.infer<typeof invitation>

const received = z.object({ invitationId: z.int(), tenantName: z.string(), invitedBy: z.string(), madeAt: z.int(), expiresAt: z.int() })

const path = '/wfpf/v1/{t}/user-invitation'
const OWN = '/iam/stong/v1/users/invitations'

export const invitationCalls = {
  page: defineCall({
    method: 'GET',
    path,
    permission: USERS_READ,
    summary: 'Who was invited, the latest first, and what became of it',
    query: z.object(pageQuery),
    answer: pageOf(invitation),
    follows: ['role'],
  }),
  invite: defineCall({
    method: 'POST',
    trail: 'invitation',
    path,
    permission: USERS_CREATE,
    summary:
      'Invites whoever has an account with this phone, mail or sign-in name to become a member with these roles: they are asked in their console, and decide. Answers alike whether there is such an account or not. Fails with error.role.beyond where it gives what the caller does not have, error.busy where too many were invited',
    body: z.object({ asked: requiredText(INVITED_MAX), roles: givenRoles }),
    answer: invitation,
  }),
  withdraw: defineCall({
    method: 'DELETE',
    trail: 'invitation',
    path,
    permission: USERS_CREATE,
    summary: 'Withdraws an invitation that is open: it cannot be accepted any more; answers 1',
    body: z.object({ invitationId: id }),
    answer: z.literal(1),
  }),
  received: defineCall({
    method: 'GET',
    path: OWN,
    permission: 'login',
    summary: 'The invitations that wait for the caller',
    answer: z.array(received),
  }),
  answer: defineCall({
    method: 'PUT',
    trail: ['grant', 'member', 'invitation'],
    path: OWN,
    permission: 'login',
    summary:
      'Accepts an invitation, which makes the caller a member with those of its roles that its sender could still give, or refuses it. 404 where it waits for the caller no more',
    body: z.object({ invitationId: id, accept: z.boolean() }),
    answer: z.object({ tenantId: z.int() }),
  }),
}
