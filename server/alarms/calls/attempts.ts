import { sql } from 'kysely'
import type { CallRequest } from '#contract/core/call'
import type { AlarmAttempt, alarmStaffCalls, ChannelKind } from '#contract/alarms/staff'
import { readPage } from '../../ground/database/page.ts'
import type { Scope } from '../../ground/database/scope.ts'

type Query = CallRequest<(typeof alarmStaffCalls)['attempts']>['query']

/** Tries of what was sent to people of a base, those that are still to come included. */
export async function attemptsOf(scope: Scope, query: Query) {
  let rows = scope
    .select('alarm_delivery')
    .innerJoin('alarm_attempt', 'alarm_attempt.delivery_id', 'alarm_delivery.id')
    .where('alarm_delivery.area_id', '=', query.areaId)
  if (query.staffId != null) rows = rows.where('alarm_delivery.staff_id', '=', query.staffId)
  if (query.alarmId != null) rows = rows.where(sql<boolean>`alarm_delivery.alarm_ids @> array[${query.alarmId}::bigint]`)
  if (query.state) rows = rows.where('alarm_attempt.state', '=', query.state)
  const page = await readPage(query, rows, (all) =>
    all
      .select([
        'alarm_attempt.id',
        'alarm_attempt.at',
        'alarm_attempt.nth',
        'alarm_attempt.state',
        'alarm_attempt.why',
        'alarm_attempt.code',
        'alarm_delivery.staff_id',
        'alarm_delivery.staff_name',
        'alarm_delivery.kind',
        'alarm_delivery.address',
        'alarm_delivery.step',
        sql<number>`cardinality(alarm_delivery.alarm_ids)`.as('alarms'),
        sql<number | null>`alarm_delivery.alarm_ids[1]`.as('alarm_id'),
      ])
      .orderBy('alarm_attempt.at', 'desc')
      .orderBy('alarm_attempt.id', 'desc'),
  )
  return {
    ...page,
    content: page.content.map((row): AlarmAttempt => ({
      id: row.id,
      at: row.at,
      nth: row.nth,
      staffId: row.staff_id,
      staffName: row.staff_name,
      kind: row.kind as ChannelKind,
      address: row.address,
      state: row.state as AlarmAttempt['state'],
      why: row.why as AlarmAttempt['why'],
      code: row.code,
      alarms: row.step === null ? null : row.alarms,
      alarmId: row.step === null ? null : row.alarm_id,
      step: row.step,
    })),
  }
}
