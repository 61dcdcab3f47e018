import { pictureFolder } from './pictureFolder.ts'

/** The lists with a form of this area. */
export const resources = { pictureFolder }
