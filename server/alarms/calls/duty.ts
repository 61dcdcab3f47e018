import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import type { AlarmDuty } from '#contract/alarms/duty'
import type { AlarmSeverity } from '#contract/alarms/severity'
import type { Context } from '../../ground/contents.ts'
import { mustSeeBase } from '../../ground/database/asked.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure } from '../../ground/failure.ts'
import { besideField } from '../../ground/http/faults.ts'
import type { Handlers } from '../../ground/http/handler.ts'
import { lockAlarms } from '../events.ts'

async function dutyOf(scope: Scope, areaId: number): Promise<AlarmDuty> {
  const row = await scope
    .select('alarm_duty')
    .select(['alarm_duty.severity', 'alarm_duty.steps', 'alarm_duty.object_version_number as version'])
    .where('alarm_duty.area_id', '=', areaId)
    .executeTakeFirst()
  if (!row) return { areaId, severity: 'major', steps: [], objectVersionNumber: 0 }
  return { areaId, severity: row.severity as AlarmSeverity, steps: row.steps, objectVersionNumber: row.version }
}

/** Whether all of these stand in the base. */
async function standThere({ raw, tenantId }: Scope, areaId: number, staffIds: readonly number[]): Promise<boolean> {
  const wanted = [...new Set(staffIds)]
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from alarm_staff_area
    where tenant_id = ${tenantId} and area_id = ${areaId} and staff_id = any(${wanted}::bigint[])`.execute(raw)
  return rows[0]!.n === wanted.length
}

/** Whom a base calls on, step by step. */
export const alarmDutyHandlers = ({ live }: Pick<Context, 'live'>): Handlers<CallGroups['alarmDuty']> => ({
  get: ({ query }, asking) =>
    asking.inTenant(async (scope) => {
      await mustSeeBase(scope, query.areaId)
      return dutyOf(scope, query.areaId)
    }),

  async set({ body: { areaId, severity, steps, objectVersionNumber } }, asking) {
    const duty = await asking.inTenant(async (scope) => {
      await mustSeeBase(scope, areaId)
      await lockAlarms(scope.raw, scope.tenantId)
      const beside = besideField.bind(null, asking.language, 'steps')
      if (steps.some(({ afterMinutes }, at) => at > 0 && afterMinutes <= steps[at - 1]!.afterMinutes))
        throw beside('error.alarm.stepsOrder')
      const wanted = steps.map(({ afterMinutes, staffIds }) => ({ afterMinutes, staffIds: [...new Set(staffIds)] }))
      if (
        !(await standThere(
          scope,
          areaId,
          wanted.flatMap(({ staffIds }) => staffIds),
        ))
      )
        throw beside('error.alarm.stepStaff')
      const facts = { severity, steps: JSON.stringify(wanted) }
      const row =
        objectVersionNumber === 0
          ? await scope
              .insert('alarm_duty', [{ area_id: areaId, ...facts }])
              .onConflict((on) => on.doNothing())
              .returning('alarm_duty.id')
              .executeTakeFirst()
          : await scope
              .update('alarm_duty')
              .set({ ...facts, object_version_number: sql<number>`object_version_number + 1` })
              .where('alarm_duty.area_id', '=', areaId)
              .where('alarm_duty.object_version_number', '=', objectVersionNumber)
              .returning('alarm_duty.id')
              .executeTakeFirst()
      if (!row) throw new CallFailure('error.version.stale')
      return dutyOf(scope, areaId)
    })
    live.changed(asking.grant.tenantId, 'alarmDuty', null, areaId)
    return duty
  },
})
