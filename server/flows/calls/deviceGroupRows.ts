import { sql } from 'kysely'
import type { DeviceGroup, Rollout } from '#contract/flows/deviceGroup'
import type { SwitchKind } from '#contract/devices/switchKind'
import { longestRunOf } from '../../ground/commands/longestRun.ts'
import { pumpName, switchName } from '../../devices/words.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { notFound } from '../../ground/failure.ts'
import type { Language } from '../../ground/words.ts'

export const deviceGroupColumns = [
  'flow_device_group.id',
  'flow_device_group.area_id',
  'flow_device_group.name',
  'flow_device_group.note',
  'flow_device_group.rollout',
  'flow_device_group.seconds',
  'flow_device_group.updated_at',
  'flow_device_group.object_version_number',
] as const
interface Row {
  readonly id: number
  readonly area_id: number
  readonly name: string
  readonly note: string
  readonly rollout: string
  readonly seconds: number
  readonly updated_at: number | null
  readonly object_version_number: number
}
interface Member {
  readonly group_id: number
  readonly switch_id: number
  readonly name: string | null
  readonly circuit: number
  readonly kind: SwitchKind
  readonly device_id: number
  readonly device_name: string
  readonly device_type: string
  readonly longest_run: number | null
}

/** How many flows name each group that does, by its id. */
export async function usesOf({ raw, tenantId }: Scope, groupIds: readonly number[], isEnabled = false): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; n: number }>`select g.id, count(*)::int as n
    from unnest(${[...groupIds]}::bigint[]) as g (id) join flow f on f.tenant_id = ${tenantId} and (f.enabled_flag = 1 or not ${isEnabled})
      and jsonb_path_exists(f.definition, '$.steps.** ? (@.kind == "group" && @.groupId == $id)', jsonb_build_object('id', g.id))
    group by g.id`.execute(raw)
  return new Map(rows.map(({ id, n }) => [id, n]))
}

/** Rows as they are answered, with their circuits in order and with how many flows name them. */
export async function toDeviceGroups(scope: Scope, language: Language, rows: readonly Row[]): Promise<DeviceGroup[]> {
  const { raw, tenantId } = scope
  const ids = rows.map(({ id }) => id)
  const { rows: found } = await sql<Member>`select m.group_id, m.switch_id, s.name, s.circuit, s.kind, d.id as device_id,
      d.name as device_name, d.device_type, ${sql.raw(longestRunOf('s'))} as longest_run
    from flow_device_group_member m join switch s on s.id = m.switch_id join device d on d.id = s.device_id
    where m.tenant_id = ${tenantId} and m.group_id = any(${ids}::bigint[]) order by m.group_id, m.nth`.execute(raw)
  const members = Map.groupBy(found, (member) => member.group_id)
  const uses = await usesOf(scope, ids)
  return rows.map((row) => ({
    id: row.id,
    areaId: row.area_id,
    name: row.name,
    note: row.note,
    rollout: row.rollout as Rollout,
    seconds: row.seconds,
    members: (members.get(row.id) ?? []).map((member) => ({
      switchId: member.switch_id,
      switchName: (member.kind === 'aerator' ? pumpName : switchName)(language, member),
      deviceId: member.device_id,
      deviceName: member.device_name,
      deviceType: member.device_type,
      kind: member.kind,
      longestRun: member.longest_run,
    })),
    flows: uses.get(row.id) ?? 0,
    updatedAt: row.updated_at ?? 0,
    objectVersionNumber: row.object_version_number,
  }))
}

/** One group that the caller may see; else fails with error.notFound. */
export async function deviceGroupOf(scope: Scope, language: Language, id: number): Promise<DeviceGroup> {
  const row = await scope.select('flow_device_group').select(deviceGroupColumns).where('flow_device_group.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return (await toDeviceGroups(scope, language, [row]))[0]!
}
