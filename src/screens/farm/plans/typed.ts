import type { PlanPackage } from '#contract/farm/planPackage'

type Answered = PlanPackage['subplans'][number]
type AnsweredTask = Answered['tasks'][number]
type AnsweredMaterial = AnsweredTask['materials'][number]
/** What stands in a box for a number before it is one. */
type Count = number | string | null

/** The subplans of a package while they are being typed. */
export interface TypedMaterial extends Partial<Pick<AnsweredMaterial, 'productName' | 'unit'>> {
  readonly productId: number | null
  readonly quantity: string
  readonly perMu: number
}
export interface TypedTask
  extends
    Partial<Pick<AnsweredTask, 'taskTypeName'>>,
    Pick<AnsweredTask, 'taskName' | 'priority' | 'proofFlag' | 'harvestFlag' | 'closesBatch' | 'description' | 'steps'> {
  readonly taskTypeId: number | null
  readonly offsetDays: Count
  readonly days: Count
  readonly weight: Count
  readonly materials: readonly TypedMaterial[]
}
export interface TypedSubplan {
  readonly name: string
  readonly offsetDays: Count
  readonly days: Count
  readonly tasks: readonly TypedTask[]
}

export const NEW_TASK: TypedTask = {
  taskName: '',
  taskTypeId: null,
  offsetDays: 0,
  days: 1,
  weight: 1,
  priority: 'medium',
  proofFlag: 0,
  harvestFlag: 0,
  closesBatch: 0,
  description: null,
  steps: [],
  materials: [],
}
/** A number that is one; else 0. */
export const counted = (typed: Count): number => (typeof typed === 'number' ? typed : 0)

/** What is wrong below a place, in the words of the form. */
export type FaultAt = (place: string) => string | undefined
