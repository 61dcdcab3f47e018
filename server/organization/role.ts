import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import type { PermissionCode } from '#contract/core/call'
import { declaredCodes, roleMatrix } from '#contract/organization/roleMatrix'
import { grants } from '#contract/session/permissions'
import { containing } from '../ground/database/containing.ts'
import { readPage } from '../ground/database/page.ts'
import type { Scope } from '../ground/database/scope.ts'
import { membersOf } from '../ground/approvals/people.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import { faultyField } from '../ground/http/faults.ts'
import type { Asking, Handlers } from '../ground/http/handler.ts'
import type { Services } from '../ground/services.ts'
import { type Language, say } from '../ground/words.ts'
import { assignmentRows, baseNames, describeAssignment, pickAssignments, usesOf } from './assignments.ts'
import { areBases, placeColumns, placesOf } from './givenPlaces.ts'
import { keepingAdministrator, lockRights, mustHold } from './rights.ts'

/** Of those whom a role is with, so many are named where it cannot be deleted. */
const NAMED = 5

const roleRows = (scope: Scope) => scope.select('role')
const pickRoles = (rows: ReturnType<typeof roleRows>) =>
  rows.select([
    'role.id as roleId',
    'role.name',
    'role.codes',
    'role.object_version_number as objectVersionNumber',
    sql<number>`(select count(*)::int from role_assignment a join membership m on m.tenant_id = a.tenant_id and m.user_id = a.user_id
      where a.tenant_id = role.tenant_id and a.role_id = role.id)`.as('people'),
  ])
async function roleOf(scope: Scope, roleId: number) {
  const row = await pickRoles(roleRows(scope)).where('role.id', '=', roleId).executeTakeFirst()
  if (!row) throw notFound()
  return row
}
async function assignmentOf(scope: Scope, roleId: number, userId: number) {
  return pickAssignments(assignmentRows(scope))
    .where('role_assignment.role_id', '=', roleId)
    .where('role_assignment.user_id', '=', userId)
    .executeTakeFirst()
}

/** What stands in one of the two and not in the other. */
export const differing = <T>(one: readonly T[], other: readonly T[]): T[] => [
  ...one.filter((each) => !other.includes(each)),
  ...other.filter((each) => !one.includes(each)),
]
/** The bases in which an assignment that changes gives or takes. */
export const changedBases = (before: readonly number[] | null, after: readonly number[] | null) =>
  before === null || after === null ? (before === after ? [] : null) : differing(before, after)

/** A code that nothing asks for was mistyped. */
const lends = (code: string) => declaredCodes.some((declared) => grants([code], declared as PermissionCode))

async function mustBeFree(scope: Scope, name: string, language: Language, roleId: number | null): Promise<void> {
  const same = await roleRows(scope).select('role.id').where('role.name', '=', name).executeTakeFirst()
  if (same && same.id !== roleId) throw new CallFailure('error.conflict', {}, { name: say(language, 'organization:role.nameTaken') })
}

/** Roles, and who has them: one change of a tenant's rights at a time, each by what stands then. */
export function roleHandlers({ live }: Pick<Services, 'live'>): Handlers<CallGroups['role']> {
  const changing = async <T>({ grant, inTenant }: Asking, roleIdOf: (answer: T) => number | null, work: (scope: Scope) => Promise<T>) => {
    const answer = await inTenant(async (scope) => {
      await lockRights(scope.raw, scope.tenantId)
      return keepingAdministrator(scope, () => work(scope))
    })
    live.changed(grant.tenantId, 'role', roleIdOf(answer), null)
    return answer
  }
  return {
    page: ({ query }, { inTenant }) =>
      inTenant((scope) => {
        const word = query.search?.trim()
        const rows = word ? roleRows(scope).where('role.name', '~', containing(word)) : roleRows(scope)
        return readPage(query, rows, (all) => pickRoles(all).orderBy('role.name').orderBy('role.id'))
      }),

    matrix: async () => [...roleMatrix],

    create: ({ body }, asking) =>
      changing(
        asking,
        ({ roleId }) => roleId,
        async (scope) => {
          const name = body.name.trim()
          const codes = [...new Set(body.codes)]
          if (!codes.every(lends)) throw faultyField(asking.language, 'codes')
          await mustBeFree(scope, name, asking.language, null)
          await mustHold(scope, asking.caller.userId, [{ codes, areas: [] }])
          const { id } = await scope.insert('role', [{ name, codes }]).returning('id').executeTakeFirstOrThrow()
          return roleOf(scope, id)
        },
      ),

    update: ({ body }, asking) =>
      changing(
        asking,
        ({ roleId }) => roleId,
        async (scope) => {
          const before = await roleOf(scope, body.roleId)
          if (before.objectVersionNumber !== body.objectVersionNumber) throw new CallFailure('error.version.stale')
          const name = body.name.trim()
          const codes = [...new Set(body.codes)]
          if (!codes.every((code) => before.codes.includes(code) || lends(code))) throw faultyField(asking.language, 'codes')
          await mustBeFree(scope, name, asking.language, before.roleId)
          const changed = differing(before.codes, codes)
          const held = await scope.select('role_assignment').select(['area_ids', 'unit_ids']).where('role_id', '=', before.roleId).execute()
          const places = held.map(({ area_ids: areas, unit_ids: units }) => ({ areas, units }))
          const givings = [{ areas: [], units: null }, ...places].map((where) => ({ codes: changed, ...where }))
          await mustHold(scope, asking.caller.userId, givings)
          await scope
            .update('role')
            .set({ name, codes, object_version_number: before.objectVersionNumber + 1 })
            .where('role.id', '=', before.roleId)
            .execute()
          return roleOf(scope, before.roleId)
        },
      ),

    remove: ({ body }, asking) =>
      changing(
        asking,
        () => body.roleId,
        async (scope) => {
          const role = await roleOf(scope, body.roleId)
          if (role.objectVersionNumber !== body.objectVersionNumber) throw new CallFailure('error.version.stale')
          const uses = await usesOf(scope, role.roleId)
          if (uses.length > 0) {
            const names = uses.slice(0, NAMED).join(say(asking.language, 'organization:audit.and'))
            throw new CallFailure(uses.length > NAMED ? 'error.role.inUseByMany' : 'error.role.inUse', { names, total: uses.length })
          }
          await mustHold(scope, asking.caller.userId, [{ codes: role.codes, areas: [] }])
          // Of who has left the tenant an assignment may still stand.
          await scope.remove('role_assignment').where('role_id', '=', role.roleId).execute()
          await scope.remove('role').where('role.id', '=', role.roleId).execute()
          return 1 as const
        },
      ),

    assignments: ({ query }, { inTenant }) =>
      inTenant(async (scope) => {
        let rows = assignmentRows(scope)
        if (query.roleId != null) rows = rows.where('role_assignment.role_id', '=', query.roleId)
        if (query.userId != null) rows = rows.where('role_assignment.user_id', '=', query.userId)
        const page = await readPage(query, rows, (all) =>
          pickAssignments(all).orderBy('app_user.real_name').orderBy('app_user.id').orderBy('role.name'),
        )
        const names = await baseNames(scope, page.content)
        return { ...page, content: page.content.map((row) => describeAssignment(row, names)) }
      }),

    assign: ({ body: { roleId, userId, everyBase, areaIds, companyIds, objectVersionNumber } }, asking) =>
      changing(
        asking,
        () => roleId,
        async (scope) => {
          const places = await placesOf(scope, { everyBase, areaIds, companyIds })
          if (typeof places === 'string') throw faultyField(asking.language, places)
          const { named, companies, areas: wanted } = places
          const role = await roleOf(scope, roleId)
          const member = await membersOf(scope).where('membership.user_id', '=', userId).executeTakeFirst()
          if (!member) throw notFound()
          const before = await assignmentOf(scope, roleId, userId)
          if ((before?.objectVersionNumber ?? null) !== objectVersionNumber) throw new CallFailure('error.version.stale')
          const areas = before ? changedBases(before.areaIds, wanted) : wanted
          const units = differing(before?.unitIds ?? [], companies)
          await mustHold(scope, asking.caller.userId, [{ codes: role.codes, areas, units }])
          // A base that was given before and is no more may stay named.
          const fresh = (named ?? []).filter((id) => !before?.areaIds?.includes(id))
          if (!(await areBases(scope, fresh))) throw faultyField(asking.language, 'areaIds')
          if (before)
            await scope
              .update('role_assignment')
              .set({ ...placeColumns(places), object_version_number: before.objectVersionNumber + 1 })
              .where('role_id', '=', roleId)
              .where('user_id', '=', userId)
              .execute()
          else await scope.insert('role_assignment', [{ role_id: roleId, user_id: userId, ...placeColumns(places) }]).execute()
          const after = (await assignmentOf(scope, roleId, userId))!
          return describeAssignment(after, await baseNames(scope, [after]))
        },
      ),

    unassign: ({ body: { roleId, userId, objectVersionNumber } }, asking) =>
      changing(
        asking,
        () => roleId,
        async (scope) => {
          const before = await assignmentOf(scope, roleId, userId)
          if (!before) throw notFound()
          if (before.objectVersionNumber !== objectVersionNumber) throw new CallFailure('error.version.stale')
          await mustHold(scope, asking.caller.userId, [{ codes: before.codes, areas: before.areaIds, units: before.unitIds }])
          await scope.remove('role_assignment').where('role_id', '=', roleId).where('user_id', '=', userId).execute()
          return 1 as const
        },
      ),
  }
}
