import { type Kysely, type Selectable, sql } from 'kysely'
import type { AlarmFace, Quiet } from '#contract/alarms/alarm'
import type { Cause } from '#contract/watch/condition'
import type { AlarmSeverity } from '#contract/alarms/severity'
import type { Database } from '../ground/database/schema.ts'

/** The columns of an alarm that are shown; `assignee` is the user who sees to it, joined. */
export const faceColumns = [
  'alarm.id',
  'alarm.area_id',
  'alarm.severity',
  'alarm.rule_id',
  'alarm.rule_name',
  'alarm.device_id',
  'alarm.device_name',
  'alarm.device_type',
  'alarm.land_id',
  'alarm.land_name',
  'alarm.ordinal',
  'alarm.cause',
  'alarm.state',
  'alarm.raised_at',
  'alarm.cleared_at',
  'alarm.told_at',
  'alarm.acknowledged_at',
  'alarm.acknowledged_by',
  'alarm.shelved_until',
  'alarm.quiet',
  'alarm.times',
  'alarm.assignee_id',
  'alarm.code',
  'alarm.item_id',
  'alarm.unit',
  'alarm.value',
  'alarm.limit_value',
  'alarm.direction',
  'alarm.seen_at',
] as const

type Column = (typeof faceColumns)[number] extends `alarm.${infer Name}` ? Name : never
export type FaceRow = Pick<Selectable<Database['alarm']>, Column> & { readonly assignee: string | null }

export const toFace = (row: FaceRow): AlarmFace => ({
  id: row.id,
  areaId: row.area_id,
  severity: row.severity as AlarmSeverity,
  ruleId: row.rule_id,
  ruleName: row.rule_name,
  deviceId: row.device_id,
  deviceName: row.device_name,
  deviceType: row.device_type,
  landId: row.land_id,
  landName: row.land_name,
  ordinal: row.ordinal === 0 ? null : row.ordinal,
  cause: row.cause as Cause,
  state: row.state as AlarmFace['state'],
  raisedAt: row.raised_at,
  clearedAt: row.cleared_at,
  toldAt: row.told_at,
  acknowledgedAt: row.acknowledged_at,
  acknowledgedBy: row.acknowledged_by,
  shelvedUntil: row.shelved_until,
  quiet: row.quiet as Quiet | null,
  times: row.times,
  assigneeId: row.assignee_id,
  assigneeName: row.assignee,
  code: row.code,
  itemId: row.item_id,
  unit: row.unit,
  value: row.value,
  limit: row.limit_value,
  direction: row.direction as AlarmFace['direction'],
  seenAt: row.seen_at,
})

/** These alarms of a tenant as they stand in the transaction, one statement however many. */
export async function facesOf(work: Kysely<Database>, tenantId: number, ids: readonly number[]): Promise<AlarmFace[]> {
  if (ids.length === 0) return []
  const rows = await work
    .selectFrom('alarm')
    .leftJoin('app_user as assignee', 'assignee.id', 'alarm.assignee_id')
    .select(faceColumns)
    .select('assignee.real_name as assignee')
    .where('alarm.tenant_id', '=', tenantId)
    .where(sql<boolean>`alarm.id = any(${[...ids]}::bigint[])`)
    .orderBy('alarm.id')
    .execute()
  return rows.map(toFace)
}
