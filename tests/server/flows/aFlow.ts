import type { Insertable } from 'kysely'
import type { FlowDefinition, Step } from '#contract/flows/definition'
import type { Database } from '#server/ground/database/schema'
import type { Arrange } from '../arrange.ts'

/** Waits a minute: lawful in every base. */
export const waits: FlowDefinition = {
  triggers: [],
  only: null,
  steps: [{ kind: 'wait', seconds: 60 }],
  whileRunning: 'skip',
  maxSeconds: 600,
}
/** Every day at 5:30. */
export const atHalfPastFive: FlowDefinition['triggers'][number] = { kind: 'time', minute: 330, days: [1, 2, 3, 4, 5, 6, 7], missed: 'skip' }
export const turns = (switchId: number | null, more: Partial<Extract<Step, { kind: 'command' }>> = {}): Step => ({
  kind: 'command',
  target: { kind: 'switch', switchId },
  status: 1,
  runSeconds: 600,
  onFail: 'stop',
  ...more,
})
export const turnsGroup = (groupId: number | null): Step => turns(null, { target: { kind: 'group', groupId } })

type Given<Table extends keyof Database> = Partial<Insertable<Database[Table]>>
type Place = { tenant_id: number; area_id: number }

/** A disabled flow with its first version. */
export async function aFlow(
  build: Arrange,
  { definition = waits, ...given }: Omit<Given<'flow'>, 'definition'> & Place & { definition?: FlowDefinition },
) {
  const text = JSON.stringify(definition) as never
  const row = await build.insert('flow', { name: 'Irrigate', ...given, definition: text })
  await build.insert('flow_version', {
    tenant_id: row.tenant_id,
    flow_id: row.id,
    version: row.version,
    name: row.name,
    definition: text,
    saved_at: 1,
    saved_by: null,
  })
  return row
}

/** One that ended well. */
export const aRun = (build: Arrange, { at = 1, ...given }: Given<'flow_run'> & Place & { flow_id: number }) =>
  build.insert('flow_run', {
    flow_name: 'Irrigate',
    version: 1,
    cause: JSON.stringify({ kind: 'hand', by: 'A User' }) as never,
    state: 'success',
    at,
    started_at: at,
    ended_at: at,
    last_at: at,
    ...given,
  })

/** With these circuits in their order. */
export async function aDeviceGroup(
  build: Arrange,
  { switchIds, ...given }: Given<'flow_device_group'> & Place & { switchIds: readonly number[] },
) {
  const row = await build.insert('flow_device_group', { name: 'Pumps', rollout: 'together', ...given })
  for (const [nth, switchId] of switchIds.entries())
    await build.insert('flow_device_group_member', { tenant_id: row.tenant_id, group_id: row.id, nth, switch_id: switchId })
  return row
}
