import type { CallGroups } from '#contract/calls'
import { MANAGE_AREAS } from '#contract/home/tenantSetting'
import type { Handlers } from '../ground/http/handler.ts'
import type { Services } from '../ground/services.ts'

/** Settings of a tenant. A request may not write the tenant's own row, so the novice mark is the service role's to move. */
export const tenantSettingHandlers = ({ serviceDb, live }: Pick<Services, 'serviceDb' | 'live'>): Handlers<CallGroups['tenantSetting']> => {
  async function isNovice(tenantId: number): Promise<boolean> {
    const row = await serviceDb.selectFrom('tenant').select('novice').where('id', '=', tenantId).executeTakeFirstOrThrow()
    return row.novice
  }
  return {
    consult: (_, { inTenant }) =>
      inTenant(async (scope) => {
        const row = await scope.select('tenant_setting').select('tenant_setting.consult_flag').executeTakeFirst()
        return { consultFlag: row?.consult_flag ?? 0 }
      }),
    async setConsult({ body: { consultFlag } }, { inTenant, grant }) {
      await inTenant((scope) =>
        scope
          .insert('tenant_setting', [{ consult_flag: consultFlag }])
          .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ consult_flag: consultFlag }))
          .execute(),
      )
      live.changed(grant.tenantId, 'corporation', null, null)
      return { consultFlag }
    },
    areaAdmin: async (_, { grant }) => MANAGE_AREAS.every((code) => grant.holds(code) && grant.areasFor([code]) == null),
    noviceCheck: async (_, { grant }) => ({ novice: await isNovice(grant.tenantId) }),
    async noviceUnlock(_, { grant, inOwnName }) {
      await inOwnName(serviceDb, (raw) =>
        raw
          .updateTable('tenant')
          .set({ novice: false })
          .where('id', '=', grant.tenantId)
          .where('novice', '=', true)
          .where((tenant) =>
            tenant.exists(
              tenant
                .selectFrom('area')
                .select('area.id')
                .where('area.tenant_id', '=', grant.tenantId)
                .where('area.organization_type', '=', 'area'),
            ),
          )
          .execute(),
      )
      return { novice: await isNovice(grant.tenantId) }
    },
  }
}
