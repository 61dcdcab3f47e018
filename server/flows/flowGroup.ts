import { flowGroup } from '#contract/flows/flowGroup'
import { rulesFor } from '../ground/crud/rules.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure } from '../ground/failure.ts'
import { lockFlows } from './calls/asked.ts'

/** Groups of flows of a base; one that has flows stays, and stays in its base: what goes before what hangs on it. */
export const flowGroupRules = rulesFor(flowGroup, {
  table: 'flow_group',
  order: 'priority',
  beforeLock: ({ raw, tenantId }) => lockFlows(raw, tenantId),

  async beforeSave({ scope, values, old }) {
    if (old && old.area_id !== values.areaId) await refuseWhileFlowsAre(scope, old.id)
    return {}
  },

  beforeDelete: ({ scope, row }) => refuseWhileFlowsAre(scope, row.id),
})

async function refuseWhileFlowsAre({ raw, tenantId }: Scope, groupId: number): Promise<void> {
  const held = await raw
    .selectFrom('flow')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('group_id', '=', groupId)
    .limit(1)
    .executeTakeFirst()
  if (held) throw new CallFailure('error.record.used')
}
