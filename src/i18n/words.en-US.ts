import { byArea } from './byArea.ts'

/** Every word of the console in en-US: a chunk of its own, so that only the chosen language is fetched. */
export const words = byArea(import.meta.glob(['../../locales/en-US/*.json', '!**/help.json'], { eager: true, import: 'default' }))
