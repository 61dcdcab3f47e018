import { banner } from './banner.ts'

/** The lists with a form of this area. */
export const resources = { banner }
