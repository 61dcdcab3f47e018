/** The languages of the console; the first is the default (I18N-01). */
export const LANGUAGES = ['zh-CN', 'en-US'] as const
export type Language = (typeof LANGUAGES)[number]
export const DEFAULT_LANGUAGE: Language = 'zh-CN'

const STORED = 'furrow.language'

export const isLanguage = (value: unknown): value is Language => (LANGUAGES as readonly unknown[]).includes(value)

let byDefault: Language = DEFAULT_LANGUAGE
/** What the enterprise under whose domain the console was opened has chosen, before anything is said; null leaves the product's own. */
export const speakByDefault = (language: Language | null): void => {
  byDefault = language ?? DEFAULT_LANGUAGE
}

/** The language that was chosen in this browser, else the default. */
export function storedLanguage(): Language {
  const stored = localStorage.getItem(STORED)
  return isLanguage(stored) ? stored : byDefault
}

export function storeLanguage(language: Language): void {
  localStorage.setItem(STORED, language)
}

/** I18N-03: after a sign-out or an expiry the console speaks its default language again. */
export const forgetLanguage = () => storeLanguage(byDefault)

/** Whether a change of `localStorage` in another tab was one of the language. */
export const isLanguageKey = (key: string | null): boolean => key === STORED

/** A language's own name, as the browser knows it: no language is written in another one's words. */
export function nameOfLanguage(language: Language): string {
  // Without the region: "English", not "American English".
  const plain = language.split('-')[0]!
  return new Intl.DisplayNames([language], { type: 'language' }).of(plain) ?? plain
}
