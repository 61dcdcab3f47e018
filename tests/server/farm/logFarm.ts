import type { LogRow } from '#contract/farm/log'
import { farmLogCalls } from '#contract/farm/log'
import { type Arrange, arrange } from '../arrange.ts'
import { fresh } from '../crud/places.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR
/** Noon of the 10th of March in Shanghai, where the tenant is. */
export const NOON = Date.UTC(2026, 2, 10, 4)

/** A base, and one of each thing that the log tells of, all at `at` unless told otherwise. */
export interface LogBase {
  readonly areaId: number
  readonly landId: number
  readonly batchId: number
  readonly note: (given?: object) => Promise<string>
  readonly activity: (given?: object, userId?: number) => Promise<string>
  readonly task: (given?: object, of?: object) => Promise<string>
  readonly harvest: (given?: object, userId?: number) => Promise<string>
  readonly camera: (given?: object) => Promise<string>
  readonly command: (given?: object) => Promise<string>
  readonly alarm: (given?: object) => Promise<string>
  readonly switchOf: { readonly deviceId: number; readonly switchId: number }
}
export interface LogFarm {
  readonly server: TestServer
  readonly build: Arrange
  readonly t: number
  readonly admin: Client
  readonly adminId: number
  readonly enter: (codes: readonly string[], areaIds?: readonly number[] | null, name?: string) => Promise<Client & { readonly id: number }>
  readonly aBase: (name: string, tenantId?: number) => Promise<LogBase>
  readonly read: (by: Client, query?: Readonly<Record<string, unknown>>) => Promise<{ content: LogRow[]; next: string | null }>
}

export async function aLogFarm(clock: () => number): Promise<LogFarm> {
  const server = await startTestServer({ clock })
  const build = arrange(server.owner)
  const t = (await build.aTenant()).id
  const enter: LogFarm['enter'] = async (codes, areaIds = null, name = 'Lin') => {
    const user = await build.aUser({ tenantId: t, codes, areaIds, real_name: name })
    return { ...(await server.signIn(user.login_name)), id: user.id }
  }
  const admin = await enter(['*'], null, 'Manager')
  /** A row of this table was made by somebody: a trigger says so of what is made in their name. */
  const madeBy = async (table: 'activity' | 'batch_harvest', id: number, userId: number | undefined) => {
    if (userId === undefined) return
    await server.owner.query(
      `begin; set local session_replication_role = replica; update furrow.${table} set created_by = ${userId} where id = ${id}; commit`,
    )
  }

  const aBase: LogFarm['aBase'] = async (name, tenantId = t) => {
    const areaId = (await build.anArea({ tenant_id: tenantId, area_name: name })).id
    const place = { tenant_id: tenantId, area_id: areaId }
    const landId = (await build.aLand({ ...place, land_name: `${name} plot` })).id
    const variety = await build.insert('variety', { tenant_id: tenantId, name: fresh('Tomato') })
    const batchId = (
      await build.insert('batch', {
        ...place,
        land_id: landId,
        variety_id: variety.id,
        variety_name: 'Tomato',
        batch_name: `${name} batch`,
        batch_state: 'growing',
        starts_on: '2026-03-01',
        started_at: 1,
      })
    ).id
    const type = await build.insert('task_type', { tenant_id: tenantId, name: fresh('Weeding'), usage: 'both', sort: 0 })
    const task = {
      task_no: fresh('T'),
      task_name: 'Weed the rows',
      task_type_id: type.id,
      task_level: 'general',
      priority: 'medium',
      starts_at: 1,
      due_at: 2,
    }
    const seer = await build.aDevice({ ...place, device_type: 'camera', name: `${name} camera` })
    const pump = await build.aDevice({ ...place, device_type: 'gateway', name: `${name} pump` })
    const circuit = await build.aSwitch({ ...place, device_id: pump.id, name: 'Valve' })
    return {
      areaId,
      landId,
      batchId,
      switchOf: { deviceId: pump.id, switchId: circuit.id },
      note: async (given = {}) =>
        String(
          (
            await build.insert('farm_log', {
              ...place,
              log_type: 'text',
              log_level: 'info',
              log_title: 'Frost',
              at: NOON,
              by_name: 'Lin',
              ...given,
            })
          ).id,
        ),
      activity: async (given = {}, userId) => {
        const { id } = await build.insert('activity', {
          ...place,
          land_id: landId,
          activity_name: 'Sprayed',
          activity_kind: 'spray',
          done_at: NOON,
          no_weather: 'none',
          ...given,
        })
        await madeBy('activity', id, userId)
        return String(id)
      },
      task: async (given = {}, of = {}) => {
        const { id } = await build.insert('task', { ...place, ...task, ...of })
        return String((await build.insert('task_event', { tenant_id: tenantId, task_id: id, what: 'start', at: NOON, ...given })).id)
      },
      harvest: async (given = {}, userId) => {
        const { id } = await build.insert('batch_harvest', {
          tenant_id: tenantId,
          batch_id: batchId,
          harvested_on: '2026-03-10',
          quantity: '12.50',
          unit_kind: 'kg',
          unit_name: 'kg',
          ...given,
        })
        await madeBy('batch_harvest', id, userId)
        return String(id)
      },
      camera: async (given = {}) =>
        String(
          (
            await build.insert('farm_log', {
              ...place,
              device_id: seer.id,
              log_type: 'image',
              log_level: 'info',
              log_title: 'Leaves',
              at: NOON,
              ...given,
            })
          ).id,
        ),
      command: async (given = {}) =>
        (await build.aCommand({ ...place, device_id: pump.id, switch_id: circuit.id, created_at: NOON, ...given })).id,
      alarm: async (given = {}) =>
        String(
          (
            await build.insert('alarm', {
              ...place,
              severity: 'major',
              rule_name: 'Too hot',
              device_id: pump.id,
              device_name: `${name} pump`,
              device_type: 'gateway',
              raised_at: NOON,
              told_at: NOON,
              episode_at: NOON,
              reason: '[]' as never,
              ...given,
            })
          ).id,
        ),
    }
  }
  return {
    server,
    build,
    t,
    admin,
    adminId: admin.id,
    enter,
    aBase,
    read: async (by, query = {}) => {
      const answer = await by.call(farmLogCalls.page, { params: { t }, query: { size: 100, ...query } })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return answer.body
    },
  }
}
