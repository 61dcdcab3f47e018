import type { ResourceLanguage } from 'i18next'
import type { Language } from './language.ts'

type FetchWords = () => Promise<{ readonly words: ResourceLanguage }>

/** The part that is there before anything is drawn. */
export const START = 'start'

/**
 * The words of the console by parts, so that a page is fetched with those that it says. The build makes them of what its sources say and puts
 * them in the place of these (vite.words.ts); elsewhere all words are in the first part.
 */
export const parts: Readonly<Record<Language, Readonly<Record<string, FetchWords>>>> = {
  'zh-CN': { [START]: () => import('./words.zh-CN.ts') },
  'en-US': { [START]: () => import('./words.en-US.ts') },
}
