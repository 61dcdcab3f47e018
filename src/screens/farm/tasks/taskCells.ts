import { Lateness } from './Lateness.tsx'
import { HarvestKg } from './HarvestKg.tsx'
import { TaskMaterialsCell } from './TaskMaterials.tsx'
import { RepeatCell } from './RepeatCell.tsx'

/** What of a task is shown otherwise than by its kind. */
export const TASK_CELLS = { lateness: Lateness, repeatRule: RepeatCell, harvestKg: HarvestKg, materials: TaskMaterialsCell } as const
