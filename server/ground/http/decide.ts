import type { Access, PermissionCode } from '#contract/core/call'
import type { Reason } from '#contract/organization/explain'
import { grants } from '#contract/session/permissions'

/** A role as somebody has it: what it lends, and in which bases; null: in every base. */
export interface HeldRole {
  readonly roleId: number
  readonly codes: readonly string[]
  readonly areas: readonly number[] | null
}
/** How somebody stands in a tenant. */
export interface Standing {
  readonly enabled: boolean
  readonly roles: readonly HeldRole[]
}

/**
 * How a person's token stands where the person stands so: it lends what its scopes name and the person holds at this moment, in the bases of
 * the roles that lend it. A role that lends none of its scopes is not there for it.
 */
export const narrowedTo = ({ enabled, roles }: Standing, scopes: readonly string[]): Standing => ({
  enabled,
  roles: roles.flatMap((role) => {
    const codes = scopes.filter((scope) => grants(role.codes, scope as PermissionCode))
    return codes.length > 0 ? [{ ...role, codes }] : []
  }),
})

/** How an application stands: what it was lent is its only role. */
export const standingOf = ({
  scopes,
  areas,
}: {
  readonly scopes: readonly string[]
  readonly areas: readonly number[] | null
}): Standing => ({
  enabled: true,
  roles: scopes.length > 0 ? [{ roleId: 0, codes: scopes, areas }] : [],
})

export interface Decision {
  readonly allowed: boolean
  readonly reason: Reason
  /** The roles that lend it, each by the first of what it says that does. */
  readonly by: readonly { readonly roleId: number; readonly pattern: string }[]
  /** The bases in which it is lent, null for all. */
  readonly areas: readonly number[] | null
}

/** The bases of these roles together, null for all. */
export const areasOf = (roles: readonly HeldRole[]): readonly number[] | null =>
  roles.some(({ areas }) => areas == null) ? null : [...new Set(roles.flatMap(({ areas }) => areas ?? []))]
const refused = (reason: Reason): Decision => ({ allowed: false, reason, by: [], areas: [] })

/** What of a role's list lends one of these codes. */
const patternFor = (codes: readonly string[], wanted: readonly PermissionCode[]) =>
  codes.find((one) => wanted.some((code) => grants([one], code)))

/**
 * Whether somebody may, and why: the gate asks it of every call, the console's menus and buttons of every code, and whoever wants an
 * explanation is told the same.
 */
export function decide({ enabled, roles }: Standing, access: Access): Decision {
  if (access === 'public') return { allowed: true, reason: 'open', by: [], areas: null }
  if (!enabled) return refused('disabled')
  if (access === 'login') return { allowed: true, reason: 'open', by: [], areas: areasOf(roles) }
  const wanted = (typeof access === 'string' ? [access] : access) as readonly PermissionCode[]
  const lending = roles.flatMap((role) => {
    const pattern = patternFor(role.codes, wanted)
    return pattern === undefined ? [] : [{ role, pattern }]
  })
  if (lending.length === 0) return refused(roles.length === 0 ? 'noRole' : 'notGiven')
  return {
    allowed: true,
    reason: 'role',
    by: lending.map(({ role, pattern }) => ({ roleId: role.roleId, pattern })),
    areas: areasOf(lending.map(({ role }) => role)),
  }
}
