import type { EmergencyStop } from '#contract/devices/emergencyStop'
import { CONTROL } from '#contract/devices/switch'
import type { Scope } from '../../ground/database/scope.ts'
import { holdersOf } from '../../ground/messages/holders.ts'
import { messageTo, post } from '../../ground/outbox/parcel.ts'

/** Tells everybody who may turn something in the base that its stop was pressed or lifted, and by whom. */
export async function tellHands(
  scope: Scope,
  what: 'pressed' | 'aerators' | 'lifted',
  { areaId, base, by }: Pick<EmergencyStop, 'areaId'> & { readonly base: string; readonly by: string },
  { stopId, now }: { readonly stopId: number; readonly now: number },
): Promise<void> {
  const people = await holdersOf(scope.raw, scope.tenantId, areaId, CONTROL)
  await post(
    scope.raw,
    people.map(({ id: userId }) =>
      messageTo(
        { tenantId: scope.tenantId, userId },
        {
          subject: `notices:emergency.subject.${what}`,
          content: `notices:emergency.content.${what}`,
          params: { area: base, by },
          severity: what === 'lifted' ? 'info' : 'critical',
          key: `emergency:${stopId}:${what}:${userId}`,
        },
      ),
    ),
    now,
  )
}
