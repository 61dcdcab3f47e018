import { byArea } from '#src/i18n/byArea.ts'

/** The words in en-US of the areas that pages of visitors draw from. */
export const words = byArea(import.meta.glob('../../locales/en-US/{crud,errors,frame,panoramas}.json', { eager: true, import: 'default' }))
