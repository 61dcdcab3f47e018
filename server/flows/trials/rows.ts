import type { Selectable } from 'kysely'
import type { FlowOutcome, FlowTrial } from '#contract/flows/trial'
import type { Database } from '../../ground/database/schema.ts'

/** Has a dry run run: the key is its id. */
export const FLOW_TRIAL_JOB = 'flows.trial'
const NOTHING: FlowOutcome = { ran: 0, notRun: 0, runs: [], use: [] }

export const toTrial = (row: Selectable<Database['flow_trial']>): FlowTrial => ({
  id: row.id,
  areaId: row.area_id,
  flowId: row.flow_id,
  state: row.state as FlowTrial['state'],
  done: row.done,
  total: row.total,
  from: row.from_at,
  to: row.to_at,
  knownSince: row.known_since,
  otherwiseFrom: row.otherwise_from,
  wanted: row.wanted ?? NOTHING,
  inForce: row.in_force ?? (row.in_force_definition === null ? null : NOTHING),
  happened: row.happened ?? NOTHING,
  createdAt: row.created_at,
})
