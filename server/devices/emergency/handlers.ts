import type { CallGroups } from '#contract/calls'
import type { Scope } from '../../ground/database/scope.ts'
import { notFound } from '../../ground/failure.ts'
import type { Asking, Handlers } from '../../ground/http/handler.ts'
import type { Services } from '../../ground/services.ts'
import { lockBase, standing } from '../../ground/commands/precedence/emergencyRows.ts'
import { sweepOf } from './sweep.ts'
import { tellHands } from './tell.ts'

/** A base that the caller sees by name, and what the caller is called, while no other presses or lifts there and nothing is being started. */
async function taken(scope: Scope, { caller }: Asking, areaId: number) {
  const base = await scope.select('area').select('area.area_name').where('area.id', '=', areaId).executeTakeFirst()
  if (!base) throw notFound()
  const { real_name: by } = await scope.raw
    .selectFrom('app_user')
    .select('real_name')
    .where('id', '=', caller.userId)
    .executeTakeFirstOrThrow()
  await lockBase(scope.raw, areaId)
  const stop = await scope
    .select('emergency_stop')
    .select(['emergency_stop.id', 'emergency_stop.aerators_at'])
    .where('emergency_stop.area_id', '=', areaId)
    .where('emergency_stop.lifted_at', 'is', null)
    .executeTakeFirst()
  return { told: { areaId, base: base.area_name, by }, stop }
}

/** The emergency stops of bases. */
export function emergencyStopHandlers(
  services: Pick<Services, 'live' | 'clock' | 'desk' | 'log' | 'serviceDb'>,
): Handlers<CallGroups['emergencyStop']> {
  const { live, clock, log, serviceDb } = services
  return {
    list: (_, asking) => asking.inTenant((scope) => standing(scope)),

    async press({ body: { areaId, aerators } }, asking) {
      const now = clock()
      const answer = await asking.inTenant(async (scope) => {
        const { told, stop } = await taken(scope, asking, areaId)
        const { by } = told
        const withAerators = aerators ? { aerators_at: now, aerators_by: by } : {}
        const stopId =
          stop?.id ??
          (
            await scope
              .insert('emergency_stop', [{ area_id: areaId, pressed_at: now, pressed_by: by, ...withAerators }])
              .returning('emergency_stop.id')
              .executeTakeFirstOrThrow()
          ).id
        if (!stop) await tellHands(scope, 'pressed', told, { stopId, now })
        if (stop && aerators && stop.aerators_at === null)
          await scope.update('emergency_stop').set(withAerators).where('emergency_stop.id', '=', stopId).execute()
        if (aerators && (stop?.aerators_at ?? null) === null) await tellHands(scope, 'aerators', told, { stopId, now })
        return (await standing(scope, areaId))[0]!
      })
      live.changed(asking.grant.tenantId, 'emergencyStop', areaId, areaId)
      // It stands: where this fails, the next look stops what runs.
      sweepOf(services)
        .now(serviceDb)
        .catch((cause: Error) => log.error({ areaId, cause: cause.message }, 'an emergency stop could not look at once what runs'))
      return answer
    },

    async lift({ params: { areaId } }, asking) {
      const now = clock()
      await asking.inTenant(async (scope) => {
        const { told, stop } = await taken(scope, asking, areaId)
        if (!stop) return
        await scope.update('emergency_stop').set({ lifted_at: now, lifted_by: told.by }).where('emergency_stop.id', '=', stop.id).execute()
        await tellHands(scope, 'lifted', told, { stopId: stop.id, now })
      })
      live.changed(asking.grant.tenantId, 'emergencyStop', areaId, areaId)
      return 1
    },
  }
}
