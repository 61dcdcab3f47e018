import { type RawBuilder, sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import type { KeptRole, ManagedUser } from '#contract/organization/user'
import { containing } from '../ground/database/containing.ts'
import { readPage } from '../ground/database/page.ts'
import type { Handlers } from '../ground/http/handler.ts'
import type { Services } from '../ground/services.ts'
import { userLifeHandlers } from './users/life.ts'

/** What the columns of a row say, by the tenant that asks. */
const said = (tenantId: number) => {
  const assigned = sql`from role_assignment a where a.tenant_id = ${tenantId} and a.user_id = app_user.id`
  const state: RawBuilder<ManagedUser['state']> = sql`case when not app_user.enabled or membership.user_id is null then 'disabled'
    when exists (select ${assigned}) then 'active' else 'noRole' end`
  return {
    state,
    roles: sql<string[]>`array(select r.name from role_assignment a join role r on r.id = a.role_id and r.tenant_id = a.tenant_id
      where a.tenant_id = ${tenantId} and a.user_id = app_user.id order by r.name)`,
    // Of what they had only what is still there can be given again.
    had: sql<KeptRole[]>`case when membership.user_id is null then (select coalesce(jsonb_agg(jsonb_build_object('roleId', r.id,
        'areaIds', had -> 'areaIds', 'companies', (select coalesce(jsonb_agg(jsonb_build_object('unitId', unit.id, 'name', unit.name)
          order by unit.name), '[]') from org_unit unit where unit.tenant_id = ${tenantId} and had -> 'companyIds' @> to_jsonb(unit.id)))
        order by r.name), '[]')
      from jsonb_array_elements(past_member.roles) had
      join role r on r.tenant_id = ${tenantId} and r.id = (had ->> 'roleId')::bigint) else '[]' end`,
  }
}

/** The people of a tenant, for whoever manages them. The service role reads them: a request may not read what others' phones are. */
export function userManageHandlers(
  services: Pick<Services, 'serviceDb' | 'config' | 'log' | 'clock' | 'live'>,
): Handlers<CallGroups['userManage']> {
  const { serviceDb } = services
  return {
    ...userLifeHandlers(services),
    page: ({ query }, { grant: { tenantId }, inOwnName }) =>
      inOwnName(serviceDb, async (raw) => {
        const { state, roles, had } = said(tenantId)
        let rows = raw
          .selectFrom('app_user')
          .leftJoin('membership', (join) => join.onRef('membership.user_id', '=', 'app_user.id').on('membership.tenant_id', '=', tenantId))
          .leftJoin('past_member', (join) =>
            join.onRef('past_member.user_id', '=', 'app_user.id').on('past_member.tenant_id', '=', tenantId),
          )
          .where(sql<boolean>`(membership.user_id is not null or past_member.user_id is not null)`)
        for (const word of query.search?.trim() ? [containing(query.search.trim())] : [])
          rows = rows.where((eb) =>
            eb.or([
              eb('app_user.real_name', '~', word),
              eb('app_user.login_name', '~', word),
              eb('app_user.phone', '~', word),
              eb('app_user.email', '~', word),
            ]),
          )
        if (query.roleId != null)
          rows = rows.where(
            sql<boolean>`exists (select from role_assignment a where a.tenant_id = ${tenantId} and a.user_id = app_user.id and a.role_id = ${query.roleId})`,
          )
        if (query.state) rows = rows.where(state, '=', query.state)
        return readPage(query, rows, (all) =>
          all
            .select([
              'app_user.id as userId',
              'app_user.real_name as realName',
              'app_user.login_name as loginName',
              'app_user.phone as phone',
              'app_user.email as email',
              state.as('state'),
              sql<boolean>`app_user.password_hash is not null`.as('begun'),
              roles.as('roles'),
              had.as('had'),
            ])
            .orderBy('app_user.real_name')
            .orderBy('app_user.id'),
        )
      }),
  }
}
