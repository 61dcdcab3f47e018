import type { DeviceType } from '#contract/devices/deviceType'
import { GOES_ON, SHARE_BASE } from './emergencyRows.ts'
import type { Rule } from './rule.ts'
import { reasonWith } from './reasons.ts'

const STANDS = `select e.aerators_at, a.area_name as base, d.device_type
  from emergency_stop e join area a on a.id = e.area_id join device d on d.id = $3
  where e.tenant_id = $1 and e.area_id = $2 and e.lifted_at is null`

/**
 * Nothing starts while an emergency stop stands in the base, whoever asks; what keeps fish alive goes on until that is stopped too. A press waits
 * for what is being recorded, so that it finds whatever was allowed before it.
 */
export const emergencyAllows: Rule = async (ask, { order: { subject, cause }, starts }) => {
  if (!starts || cause === 'emergency') return null
  const { tenantId, areaId, deviceId } = subject
  await ask(SHARE_BASE, [areaId])
  const { rows } = await ask<{ aerators_at: number | null; base: string; device_type: DeviceType }>(STANDS, [tenantId, areaId, deviceId])
  const stop = rows[0]
  if (!stop || (stop.aerators_at === null && GOES_ON.includes(stop.device_type))) return null
  return reasonWith('barred.stopped', { base: stop.base })
}
