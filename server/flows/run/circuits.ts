import { type Kysely, sql } from 'kysely'
import type { CommandCause, CommandState } from '#contract/devices/command'
import { deviceTypes, type DeviceType } from '#contract/devices/deviceType'
import { eachStep, type FlowDefinition, type Target } from '#contract/flows/definition'
import type { Trace } from '#contract/flows/run'
import type { Rollout } from '#contract/flows/deviceGroup'
import type { Ask, Cursor, Frame, GroupThen } from '#machines/flows/cursor'
import { longestRunOf } from '../../ground/commands/longestRun.ts'
import type { Database } from '../../ground/database/schema.ts'

/** A circuit that a run turns. */
export interface Circuit {
  readonly switchId: number
  /** Empty where nobody named it. */
  readonly switchName: string
  readonly circuit: number
  readonly deviceId: number
  readonly deviceName: string
  readonly rest: 0 | 1
  /** A run of a flow that goes before has it. */
  readonly isOutranked: boolean
  /** After so many seconds its device ends by itself what was started, null where it does not say. */
  readonly longestRun: number | null
  /** How its state changed last, and what was asked of it last and not in vain; null where nothing is known. Times in ms UTC. */
  readonly changed: { readonly status: number; readonly at: number } | null
  readonly asked: { readonly status: number; readonly at: number; readonly cause: CommandCause; readonly name: string | null } | null
}

/** When a circuit was brought to rest since a moment by others than a flow, and by what; null where it was not. */
export function undoneOf(circuit: Circuit | undefined, since: number, flowName: string): { at: number; by: Trace['by'] } | null {
  const { changed, asked, rest } = circuit ?? {}
  if (!changed || changed.status !== rest || changed.at <= since) return null
  const by = asked && asked.status === rest && asked.at >= since ? { cause: asked.cause, name: asked.name } : null
  return by?.cause === 'flow' && by.name === flowName ? null : { at: changed.at, by }
}

const targetsOf = ({ steps }: Pick<FlowDefinition, 'steps'>): Target[] =>
  eachStep(steps).flatMap(({ step }) =>
    (step.kind === 'command' || step.kind === 'makeSafe') && step.target !== null ? [step.target] : [],
  )

/** The device groups that a flow names, as they are now. */
export async function readGroups(
  work: Kysely<Database>,
  { tenantId, areaId }: { tenantId: number; areaId: number },
  definition: FlowDefinition,
): Promise<Record<number, GroupThen>> {
  const ids = targetsOf(definition).flatMap((target) => (target.kind === 'group' && target.groupId !== null ? [target.groupId] : []))
  if (ids.length === 0) return {}
  const { rows } = await sql<{ id: number; rollout: Rollout; seconds: number; members: number[] }>`
    select g.id, g.rollout, g.seconds, coalesce((select jsonb_agg(m.switch_id order by m.nth) from flow_device_group_member m where m.group_id = g.id), '[]') as members
    from flow_device_group g where g.tenant_id = ${tenantId} and g.area_id = ${areaId} and g.id = any(${ids}::bigint[])`.execute(work)
  return Object.fromEntries(rows.map(({ id, rollout, seconds, members }) => [id, { rollout, seconds, switchIds: members }]))
}

/** All circuits that a run may turn, or has turned. */
export const circuitsOf = (definition: Pick<FlowDefinition, 'steps'>, { groups, turned }: Pick<Cursor, 'groups' | 'turned'>): number[] => [
  ...new Set([
    ...targetsOf(definition).flatMap((target) => (target.kind === 'switch' && target.switchId !== null ? [target.switchId] : [])),
    ...Object.values(groups).flatMap(({ switchIds }) => switchIds),
    ...turned.map(({ switchId }) => switchId),
  ]),
]

/** What of these circuits stands in the base of a run, and who has it. */
export async function readCircuits(
  work: Kysely<Database>,
  of: { tenantId: number; areaId: number; runId: number; priority: number },
  ids: readonly number[],
): Promise<Map<number, Circuit>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Omit<Circuit, 'rest'> & { type: DeviceType }>`
    select s.id as "switchId", coalesce(s.name, '') as "switchName", s.circuit, d.id as "deviceId", d.name as "deviceName", d.device_type as type, ${sql.raw(longestRunOf('s'))} as "longestRun",
      exists (select from flow_claim c where c.switch_id = s.id and c.run_id <> ${of.runId} and c.priority < ${of.priority}) as "isOutranked",
      (select jsonb_build_object('status', c.status, 'at', c.at) from switch_change c where c.switch_id = s.id order by c.at desc, c.id desc limit 1) as changed,
      (select jsonb_build_object('status', c.status, 'at', c.created_at, 'cause', c.cause, 'name', coalesce(c.cause_name, u.real_name)) from command c
        left join app_user u on u.id = c.author_id where c.switch_id = s.id and c.state not in ('refused', 'silent', 'expired') order by c.created_at desc limit 1) as asked
    from switch s join device d on d.id = s.device_id
    where s.tenant_id = ${of.tenantId} and s.area_id = ${of.areaId} and d.enabled_flag = 1 and s.id = any(${ids}::bigint[])`.execute(work)
  return new Map(rows.map(({ type, ...row }) => [row.switchId, { ...row, rest: deviceTypes[type].circuits?.rest ?? 0 }]))
}

/** A run takes circuits that no run has that goes before. */
export async function claim(
  work: Kysely<Database>,
  { tenantId, runId, priority }: { tenantId: number; runId: number; priority: number },
  switchIds: readonly number[],
): Promise<void> {
  if (switchIds.length === 0) return
  await sql`insert into flow_claim (switch_id, tenant_id, run_id, priority)
    select distinct id, ${tenantId}::bigint, ${runId}::bigint, ${priority}::int from unnest(${switchIds}::bigint[]) as n(id)
    on conflict (switch_id) do update set run_id = excluded.run_id, priority = excluded.priority
      where flow_claim.priority >= excluded.priority`.execute(work)
}

/** How the commands stand that a run waits for. */
export async function readCommands(
  work: Kysely<Database>,
  tenantId: number,
  cursor: Cursor,
): Promise<Map<string, { state: CommandState; message: string | null }>> {
  const ids = openAsks(cursor).map(({ commandId }) => commandId)
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; state: CommandState; message: string | null }>`
    select id, state, message from command where tenant_id = ${tenantId} and id = any(${ids})`.execute(work)
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

function openAsks({ frame, ending }: Cursor): Ask[] {
  const of = ({ step }: Frame): Ask[] =>
    step === null ? [] : step.kind === 'asks' ? step.asks : step.kind === 'blocks' ? step.frames.flatMap((one) => of(one.frame)) : []
  return (ending?.asks ?? of(frame)).filter(({ askedAt, doneAt, failed }) => askedAt !== null && doneAt === null && !failed)
}

/** Where a run is: the first step of those that are being done. */
export function pathOf({ frame, ending }: Cursor): number[] | null {
  const of = ({ place, step }: Frame): number[] => {
    const inner = step?.kind === 'blocks' ? step.frames[0] : undefined
    return inner === undefined ? [place] : [place, inner.block, ...of(inner.frame)]
  }
  return ending?.state === 'success' ? null : of(frame)
}
