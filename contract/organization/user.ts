import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id, pageOf, pageQuery, requiredText, text, tidyText, verbatim } from '../core/values.ts'
import { isPhone } from '../session/registration.ts'
import { givenPlaces } from './role.ts'

export const USERS_READ = 'wfpf.company.config.user' as const
export const USERS_CREATE = 'wfpf.company.config.user.ps.create' as const
export const USERS_EDIT = 'wfpf.company.config.user.ps.edit' as const
/** Ends memberships, and begins them again. */
export const USERS_DISABLE = 'wfpf.company.config.user.ps.disable' as const
export const USERS_RESET = 'wfpf.company.config.user.ps.reset' as const

/** Hands what somebody holds to another. */
export const USERS_HAND_OVER = 'wfpf.company.config.user.ps.handOver' as const

/** Who signs in here: with a role, without any, or not at all any more. */
export const USER_STATES = ['active', 'noRole', 'disabled'] as const

export const REAL_NAME_MAX = 60
export const LOGIN_NAME_MAX = 60
export const EMAIL_MAX = 200
const MOST_ROLES = 50
/** What is typed to sign in: no blanks, and nothing that looks like another's mail or phone. */
export const LOGIN_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{2,59}$/
const EMAIL = /^[^\s<>@]{1,64}@[^\s<>@.]{1,63}(?:\.[^\s<>@.]{1,63}){1,3}$/
export const isEmail = (given: string): boolean => given.length <= EMAIL_MAX && EMAIL.test(given)

/** A role with where it is given. */
const givenRole = z.object({ roleId: id, ...givenPlaces })
export type GivenRole = z.infer<typeof givenRole>
export const givenRoles = z.array(givenRole).max(MOST_ROLES)
/** A role that somebody had: `areaIds` null is every base. */
const keptRole = z.object({
  roleId: z.int(),
  areaIds: z.array(z.int()).nullable(),
  companies: z.array(z.object({ unitId: z.int(), name: z.string() })),
})
export type KeptRole = z.infer<typeof keptRole>

const managedUser = z.object({
  userId: z.int(),
  realName: z.string(),
  loginName: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  state: z.enum(USER_STATES),
  /** Whether a password was chosen: from then on the account is its person's own. */
  begun: z.boolean(),
  /** The names of the roles that the user has here. */
  roles: z.array(z.string()),
  /** Of who is disabled: the roles that they had. */
  had: z.array(keptRole),
})
export type ManagedUser = z.infer<typeof managedUser>

/** How the link went out by which a password is chosen: to the own phone or mail, or to be handed over where neither reaches them. */
export const SENT_BY = ['phone', 'email', 'shown', 'failed'] as const
const sentLink = z.object({
  by: z.enum(SENT_BY),
  /** Where it went, as it may be shown. */
  to: z.string().nullable(),
  /** The page that it opens, once, where it could not be sent. */
  link: z.string().nullable(),
  expiresAt: z.int(),
})
export type SentLink = z.infer<typeof sentLink>

const contact = {
  realName: requiredText(REAL_NAME_MAX),
  phone: text(20).refine(isPhone, 'phone').nullable().default(null),
  email: text(EMAIL_MAX).refine(isEmail, 'email').nullable().default(null),
}
const path = '/wfpf/v1/{t}/user-manage'
const beyond = 'Fails with error.role.beyond where it gives or takes what the caller does not have'
const last = 'error.role.lastAdministrator where nobody would hold every right in every base any more'

export const userManageCalls = {
  page: defineCall({
    method: 'GET',
    path,
    permission: USERS_READ,
    summary:
      'The people of the enterprise and who was among them, by name, found by name, sign-in name, phone or mail, by a role or by how they stand',
    query: z.object({ ...pageQuery, search: text(100).optional(), roleId: id.optional(), state: z.enum(USER_STATES).optional() }),
    answer: pageOf(managedUser),
    follows: ['role'],
  }),
  create: defineCall({
    method: 'POST',
    trail: ['member', 'user', 'grant'],
    path,
    permission: USERS_CREATE,
    summary: `Makes an account with a link to choose its password, sent to the own phone or mail; where no service can send it, the link is answered, once. Sign-in name, phone and mail are one account's in the whole product: error.conflict beside the field. ${beyond}`,
    body: z.object({ loginName: tidyText().regex(LOGIN_NAME, 'loginName'), ...contact, roles: givenRoles }),
    answer: z.object({ userId: z.int(), sent: sentLink }),
    secret: true,
  }),
  update: defineCall({
    method: 'PUT',
    trail: ['user', 'member'],
    path,
    permission: USERS_EDIT,
    summary: `Mends name, phone and mail of an account whose password was not chosen yet: error.user.own afterwards, they are its person's own; error.version.stale where it is not as \`was\` says any more. ${beyond}`,
    body: z.object({
      userId: id,
      ...contact,
      /** What whoever mends it has seen. */
      was: z.object({ realName: verbatim(REAL_NAME_MAX), phone: verbatim(20).nullable(), email: verbatim(EMAIL_MAX).nullable() }),
    }),
    answer: z.literal(true),
  }),
  disable: defineCall({
    method: 'PUT',
    trail: ['member', 'grant'],
    path: `${path}/disable`,
    permission: USERS_DISABLE,
    summary: `Ends a membership here, with its roles, and nowhere else; nobody ends their own (error.user.self). ${beyond}; ${last}`,
    body: z.object({ userId: id }),
    answer: z.literal(true),
  }),
  enable: defineCall({
    method: 'PUT',
    trail: ['member', 'grant'],
    path: `${path}/enable`,
    permission: USERS_DISABLE,
    summary: `Makes somebody a member again who was one, with these roles. ${beyond}`,
    body: z.object({ userId: id, roles: givenRoles }),
    answer: z.literal(true),
  }),
  reset: defineCall({
    method: 'POST',
    trail: 'user',
    path: `${path}/reset`,
    permission: USERS_RESET,
    summary: `Sends a link to choose another password to the user's own phone or mail: error.user.unreachable where that cannot be; an account whose password was never chosen gets its first link again. ${beyond}`,
    body: z.object({ userId: id }),
    answer: sentLink,
    secret: true,
  }),
}
