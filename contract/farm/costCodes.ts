/** Reads what batches cost and what an hour of a worker does; without it no answer holds either. */
export const COSTS = 'wfpf.farm.farm.batch.ps.cost' as const
