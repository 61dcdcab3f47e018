import type { CallGroups } from '#contract/calls'
import type { PermissionCode } from '#contract/core/call'
import { declaredCodes } from '#contract/organization/roleMatrix'
import { notFound } from '../ground/failure.ts'
import { lacksSecondFactor } from '../ground/http/gate.ts'
import type { Handlers } from '../ground/http/handler.ts'
import type { Services } from '../ground/services.ts'
import { assignmentRows, baseNames, basesOf, pickAssignments } from './assignments.ts'

/** Why somebody sees a page or a button, or does not: what the gate says of that person, code by code. */
export function explainHandlers({ gate, serviceDb }: Pick<Services, 'gate' | 'serviceDb'>): Handlers<CallGroups['explain']> {
  return {
    user: async ({ query: { userId } }, { grant: asker, inTenant }) => {
      const grant = await gate.grant(userId, asker.tenantId)
      if (grant === null) throw notFound()
      // A request reads nobody's factor.
      const factor = await serviceDb.selectFrom('second_factor').select('id').where('id', '=', userId).executeTakeFirst()
      return inTenant(async (scope) => {
        const user = await scope
          .select('membership')
          .innerJoin('app_user', 'app_user.id', 'membership.user_id')
          .innerJoin('tenant', 'tenant.id', 'membership.tenant_id')
          .select(['app_user.id as userId', 'app_user.real_name as realName', 'app_user.enabled', 'tenant.novice'])
          .where('membership.user_id', '=', userId)
          .executeTakeFirst()
        if (!user) throw notFound()
        const held = await pickAssignments(assignmentRows(scope))
          .where('role_assignment.user_id', '=', userId)
          .orderBy('role.name')
          .execute()
        const names = await baseNames(scope, held)
        return {
          ...user,
          lacksFactor: lacksSecondFactor({ secondFactor: factor !== undefined }, grant),
          roles: held.map(({ roleId, roleName, areaIds, companies }) => ({
            roleId,
            name: roleName,
            bases: basesOf(areaIds, names),
            companies: companies.map(({ name }) => name),
          })),
          given: await scope.select('role').select(['role.id as roleId', 'role.name', 'role.codes']).orderBy('role.name').execute(),
          codes: declaredCodes.map((code) => {
            const { areas, by, ...said } = grant.decide(code as PermissionCode)
            return { code, ...said, by: [...by], areaIds: areas === null ? null : [...areas] }
          }),
        }
      })
    },
  }
}
