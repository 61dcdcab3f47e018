import { isIP } from 'node:net'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { FailureCode } from '#contract/core/failure'
import type { AlarmSeverity } from '#contract/alarms/severity'
import { type AlarmStaff, type AlarmStaffBody, HTTP_CHANNELS, isOwnChannel, type Shift, SIGNED_CHANNELS } from '#contract/alarms/staff'
import type { Database } from '../../ground/database/schema.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { notFound } from '../../ground/failure.ts'
import type { Language } from '../../ground/words.ts'
import { shownAddress } from '../people/deliveries.ts'
import { httpAddress } from '../../ground/calling/address.ts'
import { type Channel, isOnDuty } from '../people/staff.ts'

export const staffColumns = [
  'alarm_staff.id',
  'alarm_staff.user_id',
  'alarm_staff.name',
  'alarm_staff.language',
  'alarm_staff.shifts',
  'alarm_staff.enabled_flag',
  'alarm_staff.object_version_number',
] as const
export interface StaffRow {
  readonly id: number
  readonly user_id: number | null
  readonly name: string
  readonly language: string
  readonly shifts: Shift[]
  readonly enabled_flag: number
  readonly object_version_number: number
}
interface KeptChannel extends Channel {
  readonly staff_id: number
  readonly secret: string | null
}

async function channelsOf(work: Kysely<Database>, tenantId: number, staffIds: readonly number[]): Promise<KeptChannel[]> {
  const { rows } = await sql<KeptChannel>`select id, staff_id, kind, address, secret, severity from alarm_channel
    where tenant_id = ${tenantId} and staff_id = any(${[...staffIds]}::bigint[]) order by staff_id, nth`.execute(work)
  return rows
}

/** Rows as they are answered: of http addresses the host alone, of secrets whether there is one, of bases those that the caller may see. */
export async function toStaff(scope: Scope, rows: readonly StaffRow[], zone: string, now: number): Promise<AlarmStaff[]> {
  const ids = rows.map(({ id }) => id)
  const channels = Map.groupBy(await channelsOf(scope.raw, scope.tenantId, ids), (one) => one.staff_id)
  const areas = await areasOf(scope, ids)
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    name: row.name,
    language: row.language as Language,
    areaIds: (areas.get(row.id) ?? []).filter(scope.sees),
    shifts: row.shifts,
    enabledFlag: row.enabled_flag,
    channels: (channels.get(row.id) ?? []).map(({ id, kind, address, secret, severity }) => ({
      id,
      kind,
      address: shownAddress(kind, address),
      hasSecret: secret !== null,
      severity: severity as AlarmSeverity,
    })),
    onDuty: row.enabled_flag === 1 && isOnDuty(row.shifts, zone, now),
    objectVersionNumber: row.object_version_number,
  }))
}

/** The bases of people, also those that the caller may not see. */
export async function areasOf({ raw, tenantId }: Scope, staffIds: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ id: number; areas: number[] }>`select staff_id as id, array_agg(area_id order by area_id) as areas
    from alarm_staff_area where tenant_id = ${tenantId} and staff_id = any(${[...staffIds]}::bigint[]) group by 1`.execute(raw)
  return new Map(rows.map(({ id, areas }) => [id, areas]))
}

/** Somebody of a base that the caller may see; else fails with error.notFound. The name of an account is the account's own. */
export async function readStaff(scope: Scope, id: number): Promise<StaffRow> {
  const row = await scope.select('alarm_staff').select(staffColumns).where('alarm_staff.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  const [named] = await withNames(scope, [row])
  return named!
}

export async function withNames(scope: Scope, rows: readonly StaffRow[]): Promise<StaffRow[]> {
  const { rows: users } = await sql<{ id: number; name: string }>`select u.id, u.real_name as name from app_user u
    join membership m on m.user_id = u.id and m.tenant_id = ${scope.tenantId}
    where u.id = any(${rows.flatMap(({ user_id: userId }) => userId ?? [])}::bigint[])`.execute(scope.raw)
  const names = new Map(users.map(({ id, name }) => [id, name]))
  return rows.map((row) => ({ ...row, name: (row.user_id === null ? null : names.get(row.user_id)) ?? row.name }))
}

type Given = AlarmStaffBody['channels'][number]
const mail = z.email()
const PHONE = /^\+?\d[\d -]{4,19}$/

/** What is wrong with the first channel that is not right, counted from 0, as far as it can be told before one is used. */
export function faultOf(
  channels: readonly Given[],
  userId: number | null,
  allow: readonly string[],
): { at: number; code: FailureCode } | null {
  for (const [at, { kind, address }] of channels.entries()) {
    if (isOwnChannel(kind) && userId === null) return { at, code: 'error.alarm.channelUser' }
    const text = address.trim()
    const isRight =
      isOwnChannel(kind) ||
      (kind === 'email' && mail.safeParse(text).success && isIP(text.split('@')[1] ?? '') === 0) ||
      (kind === 'sms' && PHONE.test(text)) ||
      (HTTP_CHANNELS.includes(kind) && httpAddress(text, allow) !== null)
    if (!isRight) return { at, code: 'error.alarm.channelAddress' }
  }
  return null
}

/** Writes the channels of somebody: those that are named keep their id, and what of them was not answered; the others go. Fails with error.notFound where one is not theirs. */
export async function writeChannels({ raw, tenantId }: Scope, staffId: number, given: readonly Given[]): Promise<void> {
  const kept = new Map((await channelsOf(raw, tenantId, [staffId])).map((one) => [one.id, one]))
  const rows = given.map(({ id, kind, address, secret, severity }, nth) => {
    const before = id === null ? null : kept.get(id)
    if (before === undefined) throw notFound()
    const text = isOwnChannel(kind) ? '' : address.trim()
    const isKept = before?.kind === kind && shownAddress(kind, before.address) === text
    const isSigned = SIGNED_CHANNELS.includes(kind)
    return {
      id,
      nth,
      kind,
      address: isKept ? before.address : text,
      // A secret goes to where it was set for, and nowhere else.
      secret: !isSigned ? null : secret === null ? (isKept ? before.secret : null) : secret.trim() || null,
      severity,
    }
  })
  const columns = `as c (id bigint, nth int, kind text, address text, secret text, severity text)`
  const text = JSON.stringify(rows)
  const ids = rows.flatMap(({ id }) => id ?? [])
  await sql`delete from alarm_channel where tenant_id = ${tenantId} and staff_id = ${staffId} and id <> all(${ids}::bigint[])`.execute(raw)
  // One that stays as it is has not changed: the trail of changes would say so.
  await sql`update alarm_channel set nth = c.nth, kind = c.kind, address = c.address, secret = c.secret, severity = c.severity
    from jsonb_to_recordset(${text}::jsonb) ${sql.raw(columns)}
    where alarm_channel.tenant_id = ${tenantId} and alarm_channel.staff_id = ${staffId} and alarm_channel.id = c.id
      and (alarm_channel.nth, alarm_channel.kind, alarm_channel.address, alarm_channel.secret, alarm_channel.severity)
        is distinct from (c.nth, c.kind, c.address, c.secret, c.severity)`.execute(raw)
  await sql`insert into alarm_channel (tenant_id, staff_id, nth, kind, address, secret, severity)
    select ${tenantId}::bigint, ${staffId}::bigint, nth, kind, address, secret, severity from jsonb_to_recordset(${text}::jsonb) ${sql.raw(columns)}
    where c.id is null order by nth`.execute(raw)
}
