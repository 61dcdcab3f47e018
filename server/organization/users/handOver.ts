import type { CallGroups } from '#contract/calls'
import { type RefusedItem, TAKE_FAULTS } from '#contract/organization/handOver'
import type { Context } from '../../ground/contents.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { oneChange } from '../../ground/approvals/leaders.ts'
import { membersAmong } from '../../ground/approvals/people.ts'
import { CallFailure, notFound } from '../../ground/failure.ts'
import type { Asking, Handlers } from '../../ground/http/handler.ts'
import { messageTo, post } from '../../ground/outbox/parcel.ts'
import { lockRights } from '../rights.ts'
import { mustOutrank } from './give.ts'
import { holdingsOf } from './holdings.ts'
import { takes } from './take.ts'

/** Takes the whole hand-over back, with what could not be taken. */
class NotTaken extends Error {
  readonly refused: RefusedItem[]
  constructor(refused: RefusedItem[]) {
    super('something could not be taken')
    this.refused = refused
  }
}

/** Who is of here, or was; whoever they are, what they hold reaches over every base. */
async function leaverOf(scope: Scope, asking: Asking, userId: number): Promise<string> {
  if (scope.areas !== null) throw notFound()
  const member = await scope
    .select('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .select('app_user.real_name as name')
    .where('membership.user_id', '=', userId)
    .executeTakeFirst()
  const past = await scope.select('past_member').select('past_member.real_name as name').where('user_id', '=', userId).executeTakeFirst()
  if (!member && !past) throw notFound()
  await mustOutrank(scope, asking.caller.userId, userId)
  return (member ?? past)!.name
}

/** What somebody who leaves hands to who stays. */
export function handOverHandlers({
  approvals,
  gate,
  live,
  clock,
}: Pick<Context, 'approvals' | 'gate' | 'live' | 'clock'>): Handlers<CallGroups['handOver']> {
  return {
    held: ({ query: { userId } }, asking) =>
      asking.inTenant(async (scope) => {
        await leaverOf(scope, asking, userId)
        return (await holdingsOf(scope, userId)).map(({ kind, id, title }) => ({ kind, id, title }))
      }),

    async handOver({ body: { userId, toUserId, items } }, asking) {
      const { tenantId } = asking.grant
      const successor = await gate.grant(toUserId, tenantId)
      try {
        const moved = await asking.inTenant(async (scope) => {
          // In the order in which moving a unit takes the two, or each would wait for the other.
          await oneChange(scope)
          await lockRights(scope.raw, tenantId)
          const name = await leaverOf(scope, asking, userId)
          const [to] = await membersAmong(scope, [toUserId])
          if (!to || successor === null || toUserId === userId) throw new CallFailure('error.user.successor')
          const now = clock()
          const change = { scope, approvals, from: userId, to: toUserId, by: asking.caller.userId, now }
          const held = new Map((await holdingsOf(scope, userId)).map((one) => [`${one.kind} ${one.id}`, one]))
          const refused: RefusedItem[] = []
          for (const item of items) {
            const holding = held.get(`${item.kind} ${item.id}`)
            const { areaId = null } = holding ?? {}
            const sees = areaId === null || successor.areas === null || successor.areas.includes(areaId)
            const reason = holding === undefined ? 'gone' : sees ? await takes[item.kind](holding, change) : 'base'
            if (reason !== null) refused.push({ ...item, title: holding?.title ?? '', reason })
          }
          if (refused.length > 0)
            throw new NotTaken(refused.toSorted((a, b) => TAKE_FAULTS.indexOf(a.reason) - TAKE_FAULTS.indexOf(b.reason)))
          const params = { from: name, to: to.realName, count: items.length }
          await post(
            scope.raw,
            [
              messageTo(
                { tenantId, userId: toUserId },
                { subject: 'organization:user.handed.subject', content: 'organization:user.handed.got', params },
              ),
              messageTo(
                { tenantId, userId },
                { subject: 'organization:user.handed.subject', content: 'organization:user.handed.gave', params },
              ),
            ],
            now,
          )
          return items.length
        })
        const told = ['orgUnit', 'task', 'inquiry', 'alarm', 'alarmDuty', 'role'] as const
        for (const changed of told) live.changed(tenantId, changed, null, null)
        return { moved, refused: [] }
      } catch (cause) {
        if (cause instanceof NotTaken) return { moved: 0, refused: cause.refused }
        throw cause
      }
    },
  }
}
