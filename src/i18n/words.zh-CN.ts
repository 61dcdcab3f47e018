import { byArea } from './byArea.ts'

/** Every word of the console in zh-CN: a chunk of its own, so that only the chosen language is fetched. */
export const words = byArea(import.meta.glob(['../../locales/zh-CN/*.json', '!**/help.json'], { eager: true, import: 'default' }))
