import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import type { ManagedUser } from '#contract/organization/user'
import { containing } from '../ground/database/containing.ts'
import { readPage } from '../ground/database/page.ts'
import type { Handlers } from '../ground/http/handler.ts'
import type { Services } from '../ground/services.ts'

const roleNames = sql<string[]>`array(select r.name from role_assignment a join role r on r.id = a.role_id and r.tenant_id = a.tenant_id
  where a.tenant_id = membership.tenant_id and a.user_id = membership.user_id order by r.name)`
const hasRole = sql<boolean>`exists (select from role_assignment a where a.tenant_id = membership.tenant_id and a.user_id = membership.user_id)`
const state = sql<ManagedUser['state']>`case when not app_user.enabled then 'disabled' when ${hasRole} then 'active' else 'noRole' end`

/** The people of a tenant, for whoever manages them. The service role reads them: a request may not read what others' phones are. */
export function userManageHandlers({ serviceDb }: Pick<Services, 'serviceDb'>): Handlers<CallGroups['userManage']> {
  return {
    page: ({ query }, { grant, inOwnName }) =>
      inOwnName(serviceDb, async (raw) => {
        let rows = raw
          .selectFrom('membership')
          .innerJoin('app_user', 'app_user.id', 'membership.user_id')
          .where('membership.tenant_id', '=', grant.tenantId)
        for (const word of query.search?.trim() ? [containing(query.search.trim())] : [])
          rows = rows.where((eb) =>
            eb.or([eb('app_user.real_name', 'ilike', word), eb('app_user.login_name', 'ilike', word), eb('app_user.phone', 'ilike', word)]),
          )
        if (query.roleId != null)
          rows = rows.where(
            sql<boolean>`exists (select from role_assignment a where a.tenant_id = membership.tenant_id
              and a.user_id = membership.user_id and a.role_id = ${query.roleId})`,
          )
        if (query.state) rows = rows.where(state, '=', query.state)
        return readPage(query, rows, (all) =>
          all
            .select([
              'app_user.id as userId',
              'app_user.real_name as realName',
              'app_user.login_name as loginName',
              'app_user.phone as phone',
              state.as('state'),
              roleNames.as('roles'),
            ])
            .orderBy('app_user.real_name')
            .orderBy('app_user.id'),
        )
      }),
  }
}
