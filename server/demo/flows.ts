import { sql } from 'kysely'
import type pg from 'pg'
import type { FlowDefinition } from '#contract/flows/definition'
import type { FlowBody } from '#contract/flows/flow'
import { FLOWS_READ } from '#contract/flows/permission'
import type { FlowTemplate } from '#contract/flows/template'
import { demoAreas, demoRoles, demoUsers } from '#demo/farm'
import { setEnabled } from '../flows/calls/enable.ts'
import { makeFlow } from '../flows/calls/save.ts'
import { fromTemplate } from '../flows/templates/adopt.ts'
import { readFitting } from '../flows/templates/fitting.ts'
import { type Scope, scopeOf } from '../ground/database/scope.ts'
import { builderOn } from './builderOn.ts'

const TENANT = 1
const [FISH_AND_GREENS, ORCHARD] = demoAreas.filter(({ tenantId }) => tenantId === TENANT).map(({ id }) => id)
const WRITER = { language: 'zh-CN', caller: { userId: demoUsers.find(({ loginName }) => loginName === 'admin')!.id } } as const
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
/** The rows that are watered one after the other. */
const ROWS = 6

/** Flows of the first two bases, with their groups. All are disabled but one, which waters rows of the orchard at half past five where they are dry. */
export async function writeFlows(client: pg.ClientBase, now: number): Promise<void> {
  await grant(client)
  const scope = scopeOf(builderOn(client), TENANT, null)
  await writeFirstBase(scope, FISH_AND_GREENS!, now)
  await writeOrchard(scope, ORCHARD!, now)
}

async function writeFirstBase(scope: Scope, areaId: number, now: number): Promise<void> {
  const groupId = await aFlowGroup(scope, areaId, '鱼塘增氧', 2)
  const drips = await aDeviceGroup(scope, areaId, '大棚滴灌', 'staggered', await circuits(scope, areaId, '滴灌阀'))
  const devices = await readFitting(scope.raw, TENANT, areaId)
  const from = (template: FlowTemplate) =>
    fromTemplate(template, { areaId, devices, userId: WRITER.caller.userId, language: WRITER.language })
  const flows: readonly FlowBody[] = [
    { ...from('irrigateByMoisture'), definition: onGroup(from('irrigateByMoisture').definition, drips) },
    { ...from('aerateByOxygen'), groupId },
    from('lightByDayLength'),
  ]
  for (const flow of flows) await makeFlow(scope, WRITER, flow, now)
}

async function writeOrchard(scope: Scope, areaId: number, now: number): Promise<void> {
  const rows = await circuits(scope, areaId, '第 _ 行支管阀')
  const rowsGroup = await aDeviceGroup(scope, areaId, 'B 区支管轮灌', 'inTurn', rows.slice(0, ROWS))
  const { rows: probes } = await sql<{ id: number }>`select d.id from device d join switch s on s.device_id = d.id
    where d.tenant_id = ${TENANT} and s.id = ${rows[0]!}`.execute(scope.raw)
  const definition: FlowDefinition = {
    triggers: [{ kind: 'time', minute: 5 * 60 + 30, days: EVERY_DAY, missed: 'skip' }],
    only: {
      join: 'all',
      of: [
        {
          deviceId: probes[0]!.id,
          ordinal: null,
          when: { kind: 'compare', code: 'soilMoisture', is: 'below', limit: 18, margin: 0, than: null },
        },
      ],
    },
    steps: [
      { kind: 'command', target: { kind: 'group', groupId: rowsGroup }, status: 1, runSeconds: 300, onFail: 'goOn' },
      { kind: 'makeSafe', target: null },
    ],
    whileRunning: 'skip',
    maxSeconds: 3600,
  }
  const name = '清晨轮灌'
  const note = '每天 5:30，土壤湿度低于 18% 时，各行依次灌溉 5 分钟。'
  const { id } = await makeFlow(scope, WRITER, { areaId, name, note, groupId: null, definition }, now)
  await setEnabled(scope, id, 1, now)
}

/** The same steps, with a device group in the place of what is turned. */
const onGroup = (definition: FlowDefinition, groupId: number): FlowDefinition => ({
  ...definition,
  steps: definition.steps.map((step) => (step.kind === 'command' ? { ...step, target: { kind: 'group', groupId } } : step)),
})

/** Circuits of a base whose name is like this, by device and number. */
async function circuits({ raw }: Scope, areaId: number, name: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select s.id from switch s join device d on d.id = s.device_id
    where d.tenant_id = ${TENANT} and d.area_id = ${areaId} and s.name like ${name} order by d.id, s.circuit`.execute(raw)
  return rows.map(({ id }) => id)
}

async function aFlowGroup(scope: Scope, areaId: number, name: string, priority: number): Promise<number> {
  const { id } = await scope
    .insert('flow_group', [{ area_id: areaId, name, priority }])
    .returning('flow_group.id')
    .executeTakeFirstOrThrow()
  return id
}

async function aDeviceGroup(
  scope: Scope,
  areaId: number,
  name: string,
  rollout: 'staggered' | 'inTurn',
  switchIds: readonly number[],
): Promise<number> {
  const { id } = await scope
    .insert('flow_device_group', [{ area_id: areaId, name, rollout, seconds: 10 }])
    .returning('flow_device_group.id')
    .executeTakeFirstOrThrow()
  const members = switchIds.map((switchId, nth) => ({ group_id: id, nth, switch_id: switchId }))
  await scope.insert('flow_device_group_member', members).execute()
  return id
}

/** A database that was seeded before there were flows has roles without their codes. */
async function grant(client: pg.ClientBase): Promise<void> {
  for (const { id, codes } of demoRoles) {
    const own = codes.filter((code) => code.startsWith(FLOWS_READ))
    await client.query(
      'update furrow.role set codes = (select array_agg(distinct code) from unnest(codes || $2::text[]) as given (code)) where id = $1',
      [id, own],
    )
  }
}
