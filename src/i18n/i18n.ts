import i18next, { type ParseKeys, type ResourceLanguage } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { isLanguageKey, type Language, LANGUAGES, storedLanguage, storeLanguage } from './language.ts'

/** Every key that a person's words stand under: `area:path.to.word`. */
export type WordKey = ParseKeys

/** Words by area. */
export type LoadWords = (language: Language) => Promise<ResourceLanguage>
/** Every word of the console. */
const allWords: LoadWords = async (language) =>
  language === 'zh-CN' ? (await import('./words.zh-CN.ts')).words : (await import('./words.en-US.ts')).words
let load = allWords

async function addWords(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, 'frame')) return
  for (const [area, words] of Object.entries(await load(language))) i18next.addResourceBundle(language, area, words)
}

/** Starts the words of the stored language: the console's, or what `from` fetches. They are there before the first paint. */
export async function startWords(from = allWords): Promise<void> {
  load = from
  const language = storedLanguage()
  const words = await load(language)
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: words },
    supportedLngs: LANGUAGES,
    // A missing word must not silently become one of another language.
    fallbackLng: false,
    ns: Object.keys(words),
    defaultNS: 'frame',
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  document.documentElement.lang = language
  addEventListener('storage', ({ key }) => {
    if (isLanguageKey(key)) void show(storedLanguage())
  })
}

async function show(language: Language): Promise<void> {
  await addWords(language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

/** Shows the console in another language and keeps the choice in this browser. Throws, and nothing changes, where its words cannot be fetched. */
export async function changeLanguage(language: Language): Promise<void> {
  await addWords(language)
  // Before it is told: who reads anew then asks in it.
  storeLanguage(language)
  await show(language)
}

/**
 * A key that the contract carries as plain text, e.g. a route's title; a test holds every one against the words. Its type is that of one key:
 * for a union of all eight thousand the compiler works out what each of them says.
 */
export const asWordKey = (key: string) => key as 'frame:act.cancel'
