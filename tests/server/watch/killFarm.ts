import type pg from 'pg'
import type { WatchLogic } from '#contract/watch/logic'
import { replay } from '#server/ground/watch/replay'
import { aService } from '../alarms/otherSide.ts'
import { arrange } from '../arrange.ts'
import { peopleAndDevice } from '../faults/childServer.ts'
import { flowOf, open } from '../flows/flowFarm.ts'
import { anEnabledFlow, aStation } from './stations.ts'

const GATEWAYS = 5
const CHILDREN = 20
/** Below 11 %, below 12 % and so on: what dries raises one after another. */
export const RULES = 10
const FIRST_LIMIT = 11
export const ORIGINS = GATEWAYS * CHILDREN * RULES
const STATIONS = 4
const CIRCUITS = 50
/** What the flows open, they open for at most so long. */
export const RUN_SECONDS = 60
const WAIT_SECONDS = 4
/** So many devices start a flow as well. */
const STARTERS = 10
const REPLY_MS = 1500

export const WET = 30
export const DRY = 5

const below = (limit: number, deviceIds: number[] | null): WatchLogic => ({
  scope: { types: null, deviceIds, landIds: null },
  when: { kind: 'compare', code: 'soilMoisture', is: 'below', limit, margin: 0, than: null },
  holdSeconds: 0,
  clear: null,
  clearSeconds: 0,
  noData: 'keep',
  during: null,
})

/**
 * A base with 1,000 alarms that may come, at 100 devices under ten rules, of which a person with a webhook is told; 200 circuits with a flow each,
 * and a flow that ten of the devices start.
 */
export async function killFarm(owner: pg.Pool, rounds: number) {
  const people = await peopleAndDevice(owner)
  const service = await aService()
  // Slow, so that a kill may come upon what is being sent.
  service.reply = async () => {
    await new Promise((resolve) => setTimeout(resolve, REPLY_MS))
    return {}
  }
  const build = arrange(owner)
  const { tenant, area } = people
  const place = { tenant_id: tenant.id, area_id: area.id }
  const stations = await Promise.all(Array.from({ length: STATIONS }, () => aStation(owner, place, CIRCUITS)))
  const gateways = await Promise.all(Array.from({ length: GATEWAYS }, () => build.aDevice(place)))
  const groups = await Promise.all(
    gateways.map(async (gateway) => ({
      gateway,
      children: await Promise.all(Array.from({ length: CHILDREN }, () => build.aDevice({ ...place, parent_id: gateway.id }))),
    })),
  )
  const children = groups.flatMap((group) => group.children)
  const sensors = children.map(({ id }) => id)

  const staff = await build.insert('alarm_staff', { tenant_id: tenant.id, name: 'Li Lei', language: 'en-US' })
  await build.insert('alarm_staff_area', { tenant_id: tenant.id, staff_id: staff.id, area_id: area.id })
  await build.insert('alarm_channel', {
    tenant_id: tenant.id,
    staff_id: staff.id,
    nth: 0,
    kind: 'webhook',
    address: service.url('/hook'),
    severity: 'indeterminate',
  })
  const steps = JSON.stringify([{ afterMinutes: 0, staffIds: [staff.id] }]) as never
  await build.insert('alarm_duty', { ...place, severity: 'indeterminate', steps })

  const rules: { id: number; logic: WatchLogic }[] = []
  for (let nth = 0; nth < RULES; nth++) {
    const logic = below(FIRST_LIMIT + nth, sensors)
    const text = JSON.stringify(logic) as never
    const { id } = await build.insert('alarm_rule', { ...place, name: `Dry ${nth}`, severity: 'minor', logic: text, enabled_flag: 1 })
    rules.push({ id, logic })
  }
  const water = (switchId: number) =>
    flowOf(
      [
        {
          kind: 'repeat',
          times: rounds,
          until: null,
          steps: [open(switchId, RUN_SECONDS), { kind: 'wait', seconds: WAIT_SECONDS }, { kind: 'makeSafe', target: null }],
        },
      ],
      { maxSeconds: 3600 },
    )
  const circuits = stations.flatMap(({ switches }) => switches)
  const flows = await Promise.all(circuits.map(({ id }) => anEnabledFlow(owner, place, 'Water', water(id))))
  const started = await anEnabledFlow(owner, place, 'Dry', flowOf([{ kind: 'wait', seconds: 1 }]))
  const starts = below(FIRST_LIMIT, sensors.slice(0, STARTERS))
  await build.insert('flow_trigger', {
    ...place,
    flow_id: started,
    nth: 0,
    kind: 'watch',
    spec: JSON.stringify({ kind: 'watch', logic: starts }) as never,
    version: 1,
  })

  const found = async (logic: WatchLogic, from: number, to: number) =>
    (
      await replay({
        pool: owner,
        tenantId: tenant.id,
        areaId: area.id,
        logic,
        from,
        to,
        signal: new AbortController().signal,
        onProgress: () => undefined,
      })
    ).found
  return {
    ...people,
    service,
    stations,
    groups,
    children,
    flows,
    started,
    watches: ORIGINS + STARTERS,
    /** Starts each of the 200 flows, as a hand does. */
    startAll: (at: number) =>
      owner.query(
        `insert into furrow.flow_run (tenant_id, area_id, flow_id, flow_name, version, cause, at, last_at, look_at)
         select $1, $2, id, 'Water', 1, '{"kind":"hand","by":"x"}', $4, $4, $4 from unnest($3::bigint[]) as n(id)`,
        [tenant.id, area.id, flows, at],
      ),
    /** What the stored readings of a time raise, as `rule/device/moment`, sorted. */
    async raisedBy(from: number, to: number): Promise<string[]> {
      const all: string[] = []
      for (const { id, logic } of rules)
        for (const { deviceId, episode } of await found(logic, from, to)) all.push(`${id}/${deviceId}/${episode.raisedAt}`)
      return all.toSorted()
    },
    /** How often they start the flow. */
    startedBy: async (from: number, to: number) => (await found(starts, from, to)).length,
  }
}
export type KillFarm = Awaited<ReturnType<typeof killFarm>>
