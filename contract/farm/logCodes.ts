/** Opens the farm log. */
export const LOG = 'wfpf.farm.farm.log' as const
/** Writes into it; what somebody wrote is theirs to change. */
export const LOG_CREATE = `${LOG}.ps.create` as const
/** Changes and deletes what others wrote. */
export const LOG_EDIT = `${LOG}.ps.edit` as const
export const LOG_EXPORT = `${LOG}.ps.export` as const
