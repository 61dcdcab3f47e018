/** The page of task management, and who fills in its form: whoever does names types, batches and workers there. */
export const TASKS = 'wfpf.farm.farm.taskManger' as const
export const TASK_WRITERS = [TASKS, `${TASKS}.ps.create`, `${TASKS}.ps.edit`] as const
