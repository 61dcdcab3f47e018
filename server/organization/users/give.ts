import type { GivenRole } from '#contract/organization/user'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure, notFound } from '../../ground/failure.ts'
import { faultyField } from '../../ground/http/faults.ts'
import type { Language } from '../../ground/words.ts'
import { givenRoles } from '../assignments.ts'
import { areBases, placeColumns, placesOf } from '../givenPlaces.ts'
import { mustHold } from '../rights.ts'

/** Throws where a role is not one of here, a base or company is none, or the giver does not hold what they would give; the caller has the rights' lock. */
export async function mustBeGiveable(scope: Scope, giver: number, roles: readonly GivenRole[], language: Language) {
  if (new Set(roles.map(({ roleId }) => roleId)).size < roles.length) throw faultyField(language, 'roles')
  if (roles.length === 0) return []
  const ids = roles.map(({ roleId }) => roleId)
  const found = await scope.select('role').select(['role.id', 'role.codes']).where('role.id', 'in', ids).execute()
  const codesOf = new Map(found.map(({ id, codes }) => [id, codes]))
  const givings = []
  for (const { roleId, ...given } of roles) {
    const codes = codesOf.get(roleId)
    if (!codes) throw notFound()
    const places = await placesOf(scope, given)
    if (typeof places === 'string') throw faultyField(language, 'roles')
    givings.push({ roleId, codes, places, areas: places.areas, units: places.companies })
  }
  if (
    !(await areBases(
      scope,
      givings.flatMap(({ places }) => places.named ?? []),
    ))
  )
    throw faultyField(language, 'roles')
  await mustHold(scope, giver, givings)
  return givings
}
type Givings = Awaited<ReturnType<typeof mustBeGiveable>>

export async function giveRoles(scope: Scope, userId: number, givings: Givings): Promise<void> {
  if (givings.length === 0) return
  await scope
    .insert(
      'role_assignment',
      givings.map(({ roleId, places }) => ({ role_id: roleId, user_id: userId, ...placeColumns(places) })),
    )
    .execute()
}

/** Nobody acts on somebody who may do more than they: whatever that person has here, the caller holds as well. */
export async function mustOutrank(scope: Scope, callerId: number, userId: number): Promise<void> {
  const held = await givenRoles(scope)
    .select(['role.codes', 'role_assignment.area_ids as areas', 'role_assignment.unit_ids as units'])
    .where('role_assignment.user_id', '=', userId)
    .execute()
  // Whose right ends at some bases does not see to people of the whole enterprise.
  if (held.length === 0 && scope.areas !== null) throw notFound()
  await mustHold(scope, callerId, held)
}

/** Who is of here, with how they are reached; 404 for all others. */
export async function memberOf(scope: Scope, userId: number) {
  const row = await scope
    .select('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .select(['app_user.id as userId', 'app_user.real_name as realName', 'app_user.phone', 'app_user.email', 'app_user.enabled'])
    .select((user) => user('app_user.password_hash', 'is not', null).as('begun'))
    .where('membership.user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

export const notYourself = (callerId: number, userId: number): void => {
  if (callerId === userId) throw new CallFailure('error.user.self')
}
