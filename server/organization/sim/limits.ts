import type { CallGroups } from '#contract/calls'
import { simCard } from '#contract/organization/simCard'
import type { SimLimits } from '#contract/organization/simLimits'
import type { Context } from '../../ground/contents.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure } from '../../ground/failure.ts'
import type { Asking, Handlers } from '../../ground/http/handler.ts'

/** What holds for every card of the enterprise is changed by who acts in every base. */
export const actsOnEveryCard = ({ grant }: Asking): boolean =>
  grant.holds(simCard.codes.edit) && grant.areasFor([simCard.codes.edit]) === null

/** What an enterprise without a row of settings has: the columns' own defaults. */
const DEFAULTS = { expiryDays: [30, 7, 1, 0], usagePercents: [80, 100], objectVersionNumber: 0 }

async function readLimits(scope: Scope): Promise<Omit<SimLimits, 'mayChange'>> {
  const row = await scope
    .select('tenant_setting')
    .select([
      'tenant_setting.sim_expiry_days as expiryDays',
      'tenant_setting.sim_usage_percents as usagePercents',
      'tenant_setting.sim_limits_version as objectVersionNumber',
    ])
    .executeTakeFirst()
  return row ?? DEFAULTS
}

/** When people are told of cards: one setting of the enterprise. */
export const simLimitsHandlers = ({ live }: Pick<Context, 'live'>): Handlers<CallGroups['simLimits']> => ({
  get: (_, asking) => asking.inTenant(async (scope) => ({ ...(await readLimits(scope)), mayChange: actsOnEveryCard(asking) })),

  async save({ body: { objectVersionNumber, ...given } }, asking) {
    if (!actsOnEveryCard(asking)) throw new CallFailure('error.permission.denied')
    const row = {
      sim_expiry_days: given.expiryDays.toSorted((one, other) => other - one),
      sim_usage_percents: given.usagePercents.toSorted((one, other) => one - other),
      sim_limits_version: objectVersionNumber + 1,
    }
    const saved = await asking.inTenant(async (scope) => {
      const written = await scope
        .insert('tenant_setting', [row])
        .onConflict((conflict) =>
          conflict.column('tenant_id').doUpdateSet(row).where('tenant_setting.sim_limits_version', '=', objectVersionNumber),
        )
        .returning('tenant_setting.sim_limits_version')
        .executeTakeFirst()
      if (!written) throw new CallFailure('error.version.stale')
      return readLimits(scope)
    })
    // How every card stands depends on it.
    live.changed(asking.grant.tenantId, simCard.name, null, null)
    return { ...saved, mayChange: true }
  },
})
