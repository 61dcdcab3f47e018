import type { CallGroups } from '#contract/calls'
import type { ManualHold } from '#contract/devices/manualHold'
import type { Scope } from '../../ground/database/scope.ts'
import type { Handlers } from '../../ground/http/handler.ts'
import type { Services } from '../../ground/services.ts'
import { asksOn } from '../../ground/commands/repository.ts'
import { opened, type Reader } from '../deviceRows.ts'
import { findSwitch } from '../switches.ts'
import { switchesOf } from '../switchRows.ts'
import { writeHold } from '../../ground/commands/precedence/holdRows.ts'

/** What is held now of the switches that the caller may see; the caller narrows them. */
const holdsOf = (scope: Scope, reader: Reader, now: number) =>
  switchesOf(scope)
    .innerJoin('manual_hold', 'manual_hold.switch_id', 'switch.id')
    .leftJoin('app_user', 'app_user.id', 'manual_hold.user_id')
    .clearSelect()
    .select(['manual_hold.switch_id as switchId', 'manual_hold.held_until as until', 'app_user.real_name as by'])
    .where('manual_hold.held_until', '>', now)
    .where(opened(reader.grant))
    .orderBy('manual_hold.switch_id')

/** Circuits that a person holds. */
export const manualHoldHandlers = ({ live, clock }: Pick<Services, 'live' | 'clock'>): Handlers<CallGroups['manualHold']> => ({
  list: ({ query: { areaId, deviceId } }, asking) =>
    asking.inTenant((scope) => {
      const all = holdsOf(scope, asking, clock()).where('switch.area_id', '=', areaId)
      return (deviceId === undefined ? all : all.where('switch.device_id', '=', deviceId)).execute()
    }),

  async set({ params, body: { seconds } }, asking) {
    const now = clock()
    const { held, areaId } = await asking.inTenant(async (scope) => {
      const { id: switchId, area_id: area } = await findSwitch(scope, asking, params.switchId)
      const ask = asksOn(scope.raw)
      const hold = seconds === 0 ? null : { userId: asking.caller.userId, until: now + seconds * 1000 }
      await writeHold(ask, { tenantId: scope.tenantId, switchId }, hold)
      const found: ManualHold | undefined = await holdsOf(scope, asking, now).where('switch.id', '=', switchId).executeTakeFirst()
      return { held: found ?? null, areaId: area }
    })
    live.changed(asking.grant.tenantId, 'manualHold', params.switchId, areaId)
    return held
  },
})
