import { flowGroup } from './flowGroup.ts'

/** The lists with a form of this area. */
export const resources = { flowGroup }
