import { COMMAND_LIFE_MS } from '#contract/devices/command'
import { deviceTypes, type DeviceType } from '#contract/devices/deviceType'
import { DOSING } from '#contract/devices/interlock'
import { DOSE_TARGET } from '#contract/devices/verbs'
import type { Job } from '../../ground/clock/job.ts'
import type { Services } from '../../ground/services.ts'
import { asksOn } from '../../ground/commands/repository.ts'
import { createStops } from '../stops.ts'
import { type InterlockRow, lackOf, readFacts } from '../../ground/commands/precedence/interlockFacts.ts'
import { judge } from '../../ground/commands/precedence/interlockJudge.ts'

const LOOK_MS = 1000

interface Running extends InterlockRow {
  readonly tenant_id: number
  readonly device_id: number
  readonly device_type: DeviceType
  /** The circuit, DOSING of a dose. */
  readonly runs: number
  readonly started_at: number | null
}

// What was stopped a moment ago, or whose stop waits for its device, is not stopped again.
const unless = (target: string) => `not exists (select from command c where c.device_id = i.device_id and c.target = ${target}
    and c.cause = 'interlock' and (c.state in ('queued', 'sent', 'acknowledged') or c.created_at > $1::bigint - ${COMMAND_LIFE_MS}))`
const RUNNING = `select i.id, i.name, i.circuit, i.need, i.grace_ms, i.tenant_id, i.device_id, d.device_type, s.circuit as runs,
    (select c.at from switch_change c where c.switch_id = s.id order by c.at desc, c.id desc limit 1) as started_at
  from interlock i join device d on d.id = i.device_id
    join switch s on s.device_id = i.device_id and (i.circuit is null or i.circuit = s.circuit)
  where s.status <> 0 and ${unless(`'circuit/' || s.circuit`)}
  union all
  select i.id, i.name, i.circuit, i.need, i.grace_ms, i.tenant_id, i.device_id, d.device_type, ${DOSING},
    (select c.state_at from command c where c.device_id = i.device_id and c.target = '${DOSE_TARGET}' and c.state = 'observed'
      order by c.created_at desc limit 1)
  from interlock i join device d on d.id = i.device_id join item o on o.device_id = i.device_id and o.code = 'dosing'
  where coalesce(i.circuit, ${DOSING}) = ${DOSING} and o.last_value <> 0 and ${unless(`'${DOSE_TARGET}'`)}
  order by id`

/**
 * Looks every second whether what runs may go on. What may not is turned to what does least harm, by a stop that waits for its device and
 * that only an emergency outranks. Nothing is remembered from look to look, so a kill costs no more than its own time.
 */
export function interlockJob({ clock, ...given }: Pick<Services, 'desk' | 'clock' | 'log'>): Job {
  const stop = createStops(given, 'interlock', 'what an interlock forbids could not be stopped; trying again')
  return {
    name: 'devices.interlocks',
    every: LOOK_MS,
    missed: 'catchUp',
    async once(work) {
      const ask = asksOn(work)
      const now = clock()
      const { rows } = await ask<Running>(RUNNING, [now])
      if (rows.length === 0) return
      const facts = await readFacts(
        ask,
        rows.map(({ need }) => need),
        now,
      )
      for (const one of rows) {
        const lacking = judge({ need: one.need, graceMs: one.grace_ms }, facts, now, one.started_at ?? 0)
        if (lacking === null) continue
        const rest = deviceTypes[one.device_type].circuits?.rest ?? 0
        void stop({ tenantId: one.tenant_id, deviceId: one.device_id, runs: one.runs, rest, name: lackOf(one.name, lacking) })
      }
    },
  }
}
