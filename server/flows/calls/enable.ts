import { sql } from 'kysely'
import type { FlowDefinition } from '#contract/flows/definition'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure } from '../../ground/failure.ts'
import { readKnown } from '../definition/known.ts'
import { openPlaces } from '../definition/openPlaces.ts'
import { readBaseClock } from '../run/baseClock.ts'
import { isTimed, nextTime } from '../run/clockTimes.ts'
import { stopRunsOf } from '../run/start.ts'
import { lockFlow } from './save.ts'

interface Enabled {
  readonly id: number
  readonly area_id: number
  readonly version: number
  readonly definition: FlowDefinition
}

/** Enables a flow or disables it; one that is so already stays as it is. Fails with error.flow.open where something is to be filled in. */
export async function setEnabled(scope: Scope, id: number, enabledFlag: number, now: number): Promise<{ id: number }> {
  const row = await lockFlow(scope, id)
  if (row.enabled_flag === enabledFlag) return row
  if (enabledFlag === 1) await mustBeClosed(scope, row)
  await scope
    .update('flow')
    .set({ enabled_flag: enabledFlag, run_state: null, object_version_number: sql<number>`object_version_number + 1` })
    .where('flow.id', '=', id)
    .execute()
  if (enabledFlag === 1) await setTriggers(scope, row, now)
  else {
    await scope.remove('flow_trigger').where('flow_trigger.flow_id', '=', id).execute()
    await stopRunsOf(scope.raw, scope.tenantId, id, 'disabled', now)
  }
  return row
}

async function mustBeClosed({ raw, tenantId }: Scope, { id, area_id: areaId, definition }: Enabled): Promise<void> {
  const known = await readKnown(raw, tenantId, areaId, [definition])
  if (openPlaces(definition, known, id).length > 0) throw new CallFailure('error.flow.open')
}

/** What starts the flow from now on. */
async function setTriggers(scope: Scope, { id, area_id: areaId, version, definition }: Enabled, now: number): Promise<void> {
  const { raw, tenantId } = scope
  const { triggers } = definition
  if (triggers.length === 0) return
  const clock = await readBaseClock(raw, tenantId, areaId)
  // Alarms that stand already were not raised while it was enabled.
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from alarm where tenant_id = ${tenantId}`.execute(raw)
  await scope
    .insert(
      'flow_trigger',
      triggers.map((trigger, nth) => ({
        area_id: areaId,
        flow_id: id,
        nth,
        kind: trigger.kind,
        spec: JSON.stringify(trigger),
        version,
        next_at: isTimed(trigger) ? nextTime(trigger, clock, now) : null,
        after_id: trigger.kind === 'alarm' ? (rows[0]?.id ?? 0) : null,
      })),
    )
    .execute()
}
