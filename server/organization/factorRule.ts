import type { CallGroups } from '#contract/calls'
import { CORPORATION_EDIT } from '#contract/organization/corporation'
import { USER_RESET } from '#contract/organization/factorRule'
import { CallFailure, notFound } from '../ground/failure.ts'
import type { Handlers } from '../ground/http/handler.ts'
import type { Services } from '../ground/services.ts'

/** Of whom an enterprise demands a second factor, and whose is switched off because the phone is lost. */
export function factorRuleHandlers({
  serviceDb,
  gate,
  live,
}: Pick<Services, 'serviceDb' | 'gate' | 'live'>): Handlers<CallGroups['factorRule']> {
  const factorOf = (tenantId: number, userId: number) =>
    serviceDb
      .selectFrom('membership')
      .leftJoin('second_factor', 'second_factor.id', 'membership.user_id')
      .select(['second_factor.since'])
      .where('membership.tenant_id', '=', tenantId)
      .where('membership.user_id', '=', userId)
      .executeTakeFirst()

  return {
    async get(_, { grant }) {
      const { demands_second_factor: demanded } = await serviceDb
        .selectFrom('tenant')
        .select('demands_second_factor')
        .where('id', '=', grant.tenantId)
        .executeTakeFirstOrThrow()
      return { demanded }
    },

    async set({ body: { demanded } }, { grant, caller, inOwnName }) {
      if (grant.areasFor([CORPORATION_EDIT]) !== null) throw new CallFailure('error.permission.denied')
      // Whoever locks a door holds a key to it.
      if (demanded && !caller.secondFactor) throw new CallFailure('error.secondFactor.ownFirst')
      await inOwnName(serviceDb, (raw) =>
        raw.updateTable('tenant').set({ demands_second_factor: demanded }).where('id', '=', grant.tenantId).execute(),
      )
      live.changed(grant.tenantId, 'corporation', null, null)
      return { demanded }
    },

    async ofUser({ params }, { grant }) {
      const row = await factorOf(grant.tenantId, params.id)
      if (!row) throw notFound()
      return { on: row.since !== null, since: row.since }
    },

    async switchOff({ params: { id } }, { grant, caller, inOwnName }) {
      const row = await factorOf(grant.tenantId, id)
      if (!row) throw notFound()
      if (grant.areasFor([USER_RESET]) !== null || id === caller.userId) throw new CallFailure('error.permission.denied')
      if (row.since === null) throw new CallFailure('error.secondFactor.off')
      // It protects what others keep, too.
      const others = await serviceDb
        .selectFrom('membership')
        .select('tenant_id')
        .where('user_id', '=', id)
        .where('tenant_id', '<>', grant.tenantId)
        .execute()
      for (const { tenant_id: other } of others)
        if ((await gate.grantFor(caller, other))?.areasFor([USER_RESET]) !== null) throw new CallFailure('error.secondFactor.elsewhere')
      await inOwnName(serviceDb, async (raw) => {
        await raw.deleteFrom('second_factor_offer').where('user_id', '=', id).execute()
        await raw.deleteFrom('second_factor').where('id', '=', id).execute()
      })
      return 1
    },
  }
}
