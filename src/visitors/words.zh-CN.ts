import { byArea } from '#src/i18n/byArea.ts'

/** The words in zh-CN of the areas that pages of visitors draw from. */
export const words = byArea(import.meta.glob('../../locales/zh-CN/{crud,errors,frame,panoramas}.json', { eager: true, import: 'default' }))
