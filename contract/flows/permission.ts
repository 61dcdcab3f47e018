/** Opens the pages of intelligent control: flows, their runs, flow groups and device groups. */
export const FLOWS_READ = 'wfpf.farm.equipment.intelligentControl' as const
/** Makes and changes flows and device groups. */
export const FLOWS_EDIT = 'wfpf.farm.equipment.intelligentControl.ps.edit' as const
/** Enables and disables flows, and starts and stops their runs. */
export const FLOWS_RUN = 'wfpf.farm.equipment.intelligentControl.ps.run' as const
