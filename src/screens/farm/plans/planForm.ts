import { BatchOfPlan, ChosenOnce, OutputOfPlan, PlantingArea, StartOfPlan } from './planInputs.tsx'

/** The form of a plan, on its own list and on the page of a batch. */
export const planForm = {
  form: [['planName'], ['areaId', 'batchId'], ['packageId', 'startsOn'], ['plantingArea', 'estimatedOutput'], ['remark']],
  inputs: {
    areaId: ChosenOnce,
    batchId: BatchOfPlan,
    packageId: ChosenOnce,
    startsOn: StartOfPlan,
    plantingArea: PlantingArea,
    estimatedOutput: OutputOfPlan,
  },
} as const
