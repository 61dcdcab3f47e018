import type { Kysely } from 'kysely'
import { SILENCE_MS } from '#contract/devices/command'
import { DOSING } from '#contract/devices/interlock'
import { DOSE_TARGET } from '#contract/devices/verbs'
import type { Job } from '../../ground/clock/job.ts'
import type { Database } from '../../ground/database/schema.ts'
import type { Services } from '../../ground/services.ts'
import { asksOn } from '../../ground/commands/repository.ts'
import { createStops } from '../stops.ts'
import { GOES_ON } from '../../ground/commands/precedence/emergencyRows.ts'

const LOOK_MS = 1000
const OPEN = `('queued', 'sent', 'acknowledged')`

interface Running {
  readonly tenant_id: number
  readonly device_id: number
  readonly by: string
  /** The circuit, DOSING of a dose. */
  readonly runs: number
}

/** What is under way and would start it. */
const starting = (device: string, target: string) => `exists (select from command c where c.device_id = ${device} and c.target = ${target}
    and c.state in ${OPEN} and (c.status <> 0 or jsonb_typeof(c.args -> 'dose') = 'object'))`
// A stop that is under way is not asked for again, and one that failed, or that only an answer confirms, not at once.
const unless = (device: string, target: string, failed: string) => `not exists (select from command c where c.device_id = ${device}
    and c.target = ${target} and c.cause = 'emergency' and (c.state in ${OPEN} or ${failed} c.state_at > $1::bigint - ${SILENCE_MS} and c.state_at <= $1))`
const RUNNING = `select e.tenant_id, s.device_id, coalesce(e.aerators_by, e.pressed_by) as by, s.circuit as runs
  from emergency_stop e join switch s on s.area_id = e.area_id join device d on d.id = s.device_id
  where e.lifted_at is null and (e.aerators_at is not null or d.device_type <> all($2::text[]))
    and (s.status <> 0 or ${starting('s.device_id', `'circuit/' || s.circuit`)})
    and ${unless('s.device_id', `'circuit/' || s.circuit`, `c.state <> 'observed' and`)}
  union all
  select e.tenant_id, o.device_id, e.pressed_by, ${DOSING}
  from emergency_stop e join item o on o.area_id = e.area_id and o.code = 'dosing'
  where e.lifted_at is null and (o.last_value <> 0 or ${starting('o.device_id', `'${DOSE_TARGET}'`)})
    and ${unless('o.device_id', `'${DOSE_TARGET}'`, '')}`

type Given = Pick<Services, 'desk' | 'clock' | 'log'>

/** Stops what runs, or is about to, in every base whose emergency stop stands, by stops that wait for their devices and that nothing outranks. */
interface Sweep {
  /** Resolves once the stops are asked for, before they have left. */
  now(work: Kysely<Database>): Promise<void>
}

const made = new WeakMap<object, Sweep>()
/** The one of this desk: calls and job stop nothing twice. */
export function sweepOf(given: Given): Sweep {
  let found = made.get(given.desk)
  if (!found) made.set(given.desk, (found = createSweep(given)))
  return found
}

function createSweep({ clock, ...given }: Given): Sweep {
  const stop = createStops(given, 'emergency', 'what an emergency stop forbids could not be stopped; trying again')
  return {
    async now(work) {
      const { rows } = await asksOn(work)<Running>(RUNNING, [clock(), GOES_ON])
      for (const { tenant_id: tenantId, device_id: deviceId, by: name, runs } of rows) void stop({ tenantId, deviceId, runs, name })
    },
  }
}

/** Looks every second, also for what comes back or is turned by hand on site. Nothing is remembered but rows, so a kill costs no more than its own time. */
export const emergencyJob = (given: Given): Job => ({
  name: 'devices.emergency',
  every: LOOK_MS,
  missed: 'catchUp',
  once: (work) => sweepOf(given).now(work),
})
