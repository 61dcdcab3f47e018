import { sql } from 'kysely'
import { type CommandCause, type CommandPriority, type CommandState, isEnd } from '#contract/devices/command'
import type { MeterEnd } from '#contract/devices/meter'
import type { Command, SwitchCommand, DeviceSwitch } from '#contract/devices/switch'
import type { SwitchKind } from '#contract/devices/switchKind'
import { circuitTarget } from '#contract/devices/verbs'
import type { Scope } from '../ground/database/scope.ts'
import type { Language } from '../ground/words.ts'
import { laneKey } from '../ground/commands/order.ts'
import { RUN_JOB } from '../ground/commands/repository.ts'
import { onlineOf } from './deviceRows.ts'
import { longestRunOf } from '../ground/commands/longestRun.ts'
import { kindName, statusName, switchName } from './words.ts'

/** The devices that commands are of: those that are there, and what is kept of those that are no more. */
export const commandedDevices = sql<{ id: number; name: string; eui: string; device_type: string; area_id: number }>`(
  select id, name, eui, device_type, area_id from device union all select id, name, eui, device_type, area_id from past_device
)`

/** Commands of the scope with the names that a log shows; the caller narrows and orders. */
export const commandsOf = (scope: Scope) =>
  scope
    .select('command')
    .innerJoin(commandedDevices.as('device'), 'device.id', 'command.device_id')
    .leftJoin('switch', 'switch.id', 'command.switch_id')
    .leftJoin('metered_run', 'metered_run.command_id', 'command.id')
    .leftJoin('app_user', 'app_user.id', 'command.author_id')
    .select([
      'command.id',
      'command.switch_id',
      sql<string | null>`coalesce(switch.name, command.switch_name)`.as('switch_name'),
      sql<SwitchKind>`coalesce(switch.kind, 'ordinary')`.as('switch_kind'),
      'command.device_id',
      'device.name as device_name',
      'device.eui',
      'command.circuit',
      'command.status',
      'command.verb',
      'command.args',
      'command.cause',
      'command.cause_name',
      'command.priority',
      'command.max_run_ms',
      'command.state',
      'command.message',
      'app_user.real_name as author',
      'command.created_at',
      'command.state_at',
      'command.history',
      'metered_run.asked as volume_asked',
      'metered_run.reached as volume_reached',
      'metered_run.why as volume_why',
    ])
type CommandRow = Awaited<ReturnType<ReturnType<typeof commandsOf>['execute']>>[number]

export const toCommand =
  (language: Language) =>
  (row: CommandRow): Command => ({
    id: row.id,
    switchId: row.switch_id,
    // What acts on no circuit has no switch's name.
    switchName: row.circuit == null ? '' : switchName(language, { circuit: row.circuit, name: row.switch_name }),
    switchKind: row.switch_kind,
    concentratorId: row.device_id,
    deviceName: row.device_name,
    eui: row.eui,
    circuit: row.circuit,
    status: row.status,
    verb: row.verb,
    args: row.args as Command['args'],
    state: row.state as CommandState,
    message: row.message,
    author: row.author,
    cause: row.cause as CommandCause,
    causeName: row.cause_name,
    priority: row.priority as CommandPriority,
    maxRunMs: row.max_run_ms,
    createdAt: row.created_at,
    stateAt: row.state_at,
    history: row.history as Command['history'],
    ...(row.volume_asked === null || row.volume_reached === null
      ? {}
      : { volume: { asked: row.volume_asked, reached: row.volume_reached, why: row.volume_why as MeterEnd | null } }),
  })

/** How far back a command that has not ended may stand behind newer ones of its switch: a motor's stop and its reversal. */
const LOOK_BACK = 4

/** By switch: the newest command that has not ended, else the one that ended last. One statement. */
export async function currentCommands(scope: Scope, language: Language, switchIds: readonly number[]): Promise<Map<number, SwitchCommand>> {
  if (switchIds.length === 0) return new Map()
  const rows = await commandsOf(scope)
    .where(
      sql<boolean>`command.id in (
        select newest.id from unnest(${switchIds}::bigint[]) as wanted (switch_id)
        cross join lateral (
          select id from command where switch_id = wanted.switch_id and tenant_id = ${scope.tenantId} order by created_at desc limit ${sql.lit(LOOK_BACK)}
        ) newest)`,
    )
    .orderBy('command.created_at')
    .execute()
  const current = new Map<number, SwitchCommand>()
  for (const row of rows) {
    const { circuit, status, ...command } = toCommand(language)(row)
    if (circuit === null || status === null) continue
    const before = current.get(row.switch_id!)
    if (!before || isEnd(before.state) || !isEnd(command.state)) current.set(row.switch_id!, { ...command, circuit, status })
  }
  return current
}

/** Switches with what their device says of them; the caller narrows and orders. */
export const switchesOf = (scope: Scope) =>
  scope
    .select('switch')
    .innerJoin('device', 'device.id', 'switch.device_id')
    .select([
      'switch.id',
      'switch.device_id',
      'switch.area_id',
      'switch.name',
      'device.eui',
      'switch.circuit',
      'switch.status',
      'switch.status_at',
      'device.presence',
      'device.device_type',
      'switch.kind',
      'switch.related_equip',
      'switch.icon',
      sql<number | null>`${sql.raw(longestRunOf('switch'))}`.as('longest_run'),
      'switch.object_version_number',
    ])
export type SwitchRow = Awaited<ReturnType<ReturnType<typeof switchesOf>['execute']>>[number]

/** By switch: when what runs is ended (ms UTC), where something will end it. One statement. */
export async function runsUntil(
  scope: Scope,
  rows: readonly Pick<SwitchRow, 'id' | 'device_id' | 'circuit'>[],
): Promise<Map<number, number>> {
  if (rows.length === 0) return new Map()
  const idOf = new Map(rows.map(({ id, device_id: deviceId, circuit }) => [laneKey({ deviceId, target: circuitTarget(circuit) }), id]))
  const lane = sql<string>`regexp_replace(job.key, '/[^/]*$', '')`
  const timers = await scope.raw
    .selectFrom('job')
    .select([lane.as('lane'), sql<number>`min(job.due_at)`.as('due_at')])
    .where('job.tenant_id', '=', scope.tenantId)
    .where('job.name', '=', RUN_JOB)
    .where(sql<boolean>`${lane} = any(${[...idOf.keys()]}::text[])`)
    .groupBy(lane)
    .execute()
  return new Map(timers.map(({ lane: key, due_at: dueAt }) => [idOf.get(key)!, dueAt]))
}

/** Adds the current command, and when it ends, to switch rows, in two statements. */
export async function toSwitches(scope: Scope, language: Language, rows: readonly SwitchRow[]): Promise<DeviceSwitch[]> {
  const commands = await currentCommands(
    scope,
    language,
    rows.map(({ id }) => id),
  )
  const ends = await runsUntil(scope, rows)
  return rows.map((row) => {
    const kind = row.kind as SwitchKind
    return {
      id: row.id,
      concentratorId: row.device_id,
      name: switchName(language, row),
      eui: row.eui,
      circuit: row.circuit,
      status: row.status,
      ts: row.status_at,
      online: onlineOf(row.presence),
      type: kind,
      state: statusName(language, kind, switchName(language, row), row.status),
      relatedEquip: row.related_equip,
      switchTypeName: kindName(language, kind),
      command: commands.get(row.id) ?? null,
      runsUntil: ends.get(row.id) ?? null,
      longestRun: row.longest_run,
      objectVersionNumber: row.object_version_number,
    }
  })
}

/** All switches of a device, in order of circuit. */
export async function deviceSwitches(scope: Scope, language: Language, deviceId: number): Promise<DeviceSwitch[]> {
  const rows = await switchesOf(scope).where('switch.device_id', '=', deviceId).orderBy('switch.circuit').execute()
  return toSwitches(scope, language, rows)
}
