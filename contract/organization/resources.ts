import { crop } from './crop.ts'
import { simCard } from './simCard.ts'
import { taskType } from './taskType.ts'
import { variety } from './variety.ts'

/** The lists with a form of this area. */
export const resources = { crop, variety, taskType, simCard }
