import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id, pageOf, pageQuery, text } from '../core/values.ts'

export const USERS_READ = 'wfpf.company.config.user' as const

/** Who signs in here: with a role, without any, or not at all any more. */
export const USER_STATES = ['active', 'noRole', 'disabled'] as const

const managedUser = z.object({
  userId: z.int(),
  realName: z.string(),
  loginName: z.string(),
  phone: z.string().nullable(),
  state: z.enum(USER_STATES),
  /** The names of the roles that the user has here. */
  roles: z.array(z.string()),
})
export type ManagedUser = z.infer<typeof managedUser>

export const userManageCalls = {
  page: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/user-manage',
    permission: USERS_READ,
    summary: 'The people of the enterprise by name, found by name, sign-in name or phone, by a role or by how their account stands',
    query: z.object({ ...pageQuery, search: text(100).optional(), roleId: id.optional(), state: z.enum(USER_STATES).optional() }),
    answer: pageOf(managedUser),
    follows: ['role'],
  }),
}
