import type { CallGroups } from '#contract/calls'
import type { Context } from '../../ground/contents.ts'
import type { Handlers } from '../../ground/http/handler.ts'
import { faceColumns, toFace } from '../faces.ts'

/** What the live topic of a base begins with. */
export const alarmLiveHandlers = ({ clock }: Pick<Context, 'clock'>): Handlers<CallGroups['alarmLive']> => ({
  snapshot: ({ query }, asking) =>
    asking.inTenant(async (scope) => {
      const now = clock()
      const rows = await scope
        .select('alarm')
        .leftJoin('app_user as assignee', 'assignee.id', 'alarm.assignee_id')
        .select(faceColumns)
        .select('assignee.real_name as assignee')
        .where('alarm.area_id', '=', query.areaId)
        .where((eb) => eb.or([eb('alarm.cleared_at', 'is', null), eb('alarm.acknowledged_at', 'is', null)]))
        .orderBy('alarm.rank')
        .orderBy('alarm.raised_at', 'desc')
        .orderBy('alarm.id', 'desc')
        .execute()
      return { alarms: rows.map((row) => [row.id, now, toFace(row)] as [number, number, ReturnType<typeof toFace>]) }
    }),
})
