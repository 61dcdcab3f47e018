import i18next, { type ParseKeys, type ResourceLanguage } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { isLanguageKey, type Language, LANGUAGES, storedLanguage, storeLanguage } from './language.ts'
import { parts, START } from './parts.ts'

/** Every key that a person's words stand under: `area:path.to.word`. */
export type WordKey = ParseKeys

/** Words by area. */
export type LoadWords = (language: Language) => Promise<ResourceLanguage>

let load: ((language: Language, part: string) => Promise<ResourceLanguage>) | null = null
const ofConsole = async (language: Language, part: string) => (await parts[language][part]?.())?.words ?? {}

/** The parts of what was shown: those of another language are there before it is spoken. */
const needed = new Set<string>()
const added = new Map<string, Promise<void>>()
function addPart(language: Language, part: string): Promise<void> {
  const name = `${language} ${part}`
  const known = added.get(name)
  if (known !== undefined || load === null) return known ?? Promise.resolve()
  const adding = load(language, part).then((words) => {
    // Whoever is about to be drawn with them is drawn then; nobody else draws anew.
    for (const [area, some] of Object.entries(words)) i18next.addResourceBundle(language, area, some, true, true, { silent: true })
  })
  added.set(name, adding)
  adding.catch(() => added.delete(name))
  return adding
}
async function addParts(language: Language): Promise<void> {
  await Promise.all([...needed].map((part) => addPart(language, part)))
}

/**
 * What is fetched, once the words that it says are there too; the build puts this round what is fetched by itself (vite.words.ts).
 * @public
 */
export async function withWords<Fetched>(fetched: Promise<Fetched>, ...said: readonly string[]): Promise<Fetched> {
  for (const part of said) needed.add(part)
  for (let language: string | null = null; language !== i18next.language;) {
    language = i18next.language
    await Promise.all([fetched, addParts(language as Language)])
  }
  return fetched
}

let isMended = false
/** A word that the build did not foresee: it is shown a moment late, with all that there are. */
function mend(key: string): void {
  if (isMended || load === null) return
  const language = i18next.language as Language
  const others = Object.keys(parts[language]).filter((part) => !needed.has(part))
  if (others.length === 0) return
  isMended = true
  reportError(new Error(`No part of the words that is here has ${key}`))
  for (const part of others) needed.add(part)
  addParts(language).then(
    // Not in silence: whoever is drawn is drawn anew.
    () => i18next.addResourceBundle(language, 'frame', {}, true),
    () => (isMended = false),
  )
}

/** Starts the words of the stored language: the console's, or all that `from` fetches. They are there before the first paint. */
export async function startWords(from?: LoadWords): Promise<void> {
  load = from === undefined ? ofConsole : async (language, part) => (part === START ? from(language) : {})
  needed.add(START)
  const language = storedLanguage()
  const words = await load(language, START)
  added.set(`${language} ${START}`, Promise.resolve())
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: words },
    supportedLngs: LANGUAGES,
    // A missing word must not silently become one of another language.
    fallbackLng: false,
    ns: Object.keys(words),
    defaultNS: 'frame',
    interpolation: { escapeValue: false },
    react: { useSuspense: false, bindI18nStore: 'added' },
    saveMissing: true,
    missingKeyHandler: (_languages, area, key, _fallback, _update, options: { readonly defaultValue?: unknown }) => {
      if (options?.defaultValue === undefined) mend(`${area}:${key}`)
    },
  })
  document.documentElement.lang = language
  addEventListener('storage', ({ key }) => {
    if (isLanguageKey(key)) void show(storedLanguage())
  })
}

async function show(language: Language): Promise<void> {
  await addParts(language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

/** Shows the console in another language and keeps the choice in this browser. Throws, and nothing changes, where its words cannot be fetched. */
export async function changeLanguage(language: Language): Promise<void> {
  await addParts(language)
  // Before it is told: who reads anew then asks in it.
  storeLanguage(language)
  await show(language)
}

/**
 * A key that the contract carries as plain text, e.g. a route's title; a test holds every one against the words. Its type is that of one key:
 * for a union of all eight thousand the compiler works out what each of them says.
 */
export const asWordKey = (key: string) => key as 'frame:act.cancel'
