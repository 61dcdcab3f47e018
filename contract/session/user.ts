import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id, integer, pageOf, pageQuery, text } from '../core/values.ts'
import { signInCalls } from './signIn.ts'

const tenant = z.object({
  tenantId: z.int(),
  tenantName: z.string(),
  tenantNum: z.string(),
  /** The user's default tenant, the same on every row. */
  defaultTenantId: z.int(),
  key: z.string(),
})

/** The signed-in user; `tenantId` is the current tenant. */
export const self = z.object({
  id: z.int(),
  tenantId: z.int(),
  loginName: z.string(),
  realName: z.string(),
  imageUrl: z.string().nullable(),
  tenants: z.array(tenant),
  /** The current tenant demands a second factor, and the user has none yet: nothing else is open there. */
  lacksSecondFactor: z.boolean().optional(),
  /** A mark of what the user may do in the current tenant, and in which bases: it is another one as soon as anything of that changes. */
  rights: z.string().optional(),
  /** The zone (IANA) whose clock the current tenant's farm goes by. */
  timeZone: z.string().optional(),
  /** Somebody else looks at the console as this user does: by name, until (ms UTC). */
  viewing: z.object({ by: z.string(), until: z.int() }).optional(),
})
export type Self = z.infer<typeof self>

export const menuItem = z.object({ code: z.string(), route: z.string() })
const language = z.enum(['zh-CN', 'en-US'])

export const userCalls = {
  menuRole: defineCall({
    method: 'GET',
    path: '/iam/stong/v1/menus/role',
    permission: 'login',
    summary: 'The routes that the caller may open in one application, with their codes',
    query: z.object({ subModule: text(40), lang: language.optional() }),
    answer: z.array(menuItem),
    offline: true,
  }),
  checkResources: defineCall({
    method: 'POST',
    trail: { untold: 'asks' },
    path: '/iam/stong/v1/menus/check-resources',
    permission: 'login',
    summary: 'Which of these codes the caller holds in the current tenant',
    body: z.array(text(200)).max(500),
    answer: z.array(z.object({ code: z.string(), approve: z.boolean() })),
    whileViewing: true,
  }),
  self: defineCall({ ...signInCalls.self, permission: 'login', summary: 'The signed-in user', answer: self, beforeSecondFactor: true }),
  selfTenants: defineCall({
    method: 'GET',
    path: '/iam/stong/v1/users/self-tenants',
    permission: 'login',
    summary: 'The tenants of the signed-in user',
    beforeSecondFactor: true,
    query: z.object({ ...pageQuery, tenantName: text(100).optional() }),
    answer: z.array(tenant),
  }),
  selfTenantsPage: defineCall({
    method: 'GET',
    path: '/iam/stong/v1/users/self-tenants/page',
    permission: 'login',
    summary: 'The same, paged',
    beforeSecondFactor: true,
    query: z.object({ ...pageQuery, tenantName: text(100).optional() }),
    answer: pageOf(tenant),
  }),
  defaultTenant: defineCall({
    method: 'PUT',
    trail: { untold: 'own' },
    path: '/iam/stong/v1/users/default-tenant',
    permission: 'login',
    summary: 'Chooses the tenant that a sign-in opens',
    query: z.object({ tenantId: integer(-1, 999_999_999_999_999).optional() }),
    body: z.object({ tenantId: id }),
    answer: z.literal(true),
  }),
  switchTenant: defineCall({
    method: 'PUT',
    trail: { untold: 'own' },
    path: '/iam/v1/users/tenant-id',
    permission: 'login',
    summary: "Makes one of the user's tenants the current one",
    beforeSecondFactor: true,
    body: z.object({ tenantId: id }),
    answer: z.literal(true),
  }),
}
