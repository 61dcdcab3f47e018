/** The page of activities, and who fills in its form: whoever does names batches, workers and products there. */
export const ACTIVITY = 'wfpf.farm.farm.activity' as const
export const ACTIVITY_WRITERS = [ACTIVITY, 'wfpf.farm.farm.activity.ps.create', 'wfpf.farm.farm.activity.ps.edit'] as const
