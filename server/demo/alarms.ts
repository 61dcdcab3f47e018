import type pg from 'pg'
import { ALARMS_HANDLE, ALARMS_READ } from '#contract/alarms/permission'
import { type ReadyName, readyRules } from '#contract/alarms/ready'
import { demoAreas, demoRoles } from '#demo/farm'
import { say } from '../ground/words.ts'

/** What the demo's bases adopted from the library: what a duty officer wants to hear of at night. */
const ADOPTED: readonly ReadyName[] = ['frost', 'oxygenLow', 'pumpFault', 'pumpWithoutFlow', 'tankEmpty', 'soilDry']

/** Alarm rules of every base of the demo, switched on, and the codes by which its people see and handle what they raise. */
export async function writeAlarms(client: pg.ClientBase): Promise<void> {
  for (const { id: areaId, tenantId } of demoAreas)
    for (const ready of ADOPTED) {
      const { severity, logic } = readyRules[ready]
      const words = (of: 'name' | 'advice') => say('zh-CN', `alarms:ready.${ready}.${of}`)
      await client.query(
        `insert into furrow.alarm_rule (tenant_id, area_id, name, advice, severity, logic, enabled_flag, ready) values ($1, $2, $3, $4, $5, $6, 1, $7)
         on conflict do nothing`,
        [tenantId, areaId, words('name'), words('advice'), severity, JSON.stringify(logic), ready],
      )
    }
  // A database that was seeded before there were alarms has roles without their codes.
  for (const { id, codes } of demoRoles) {
    const own = codes.filter((code) => code === ALARMS_READ || code === ALARMS_HANDLE)
    await client.query(
      'update furrow.role set codes = (select array_agg(distinct code) from unnest(codes || $2::text[]) as given (code)) where id = $1',
      [id, own],
    )
  }
}
