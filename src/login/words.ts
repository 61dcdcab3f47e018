import type sessionWords from '#locales/zh-CN/session'
import type { Language } from '#src/i18n/language.ts'

/** The words of the sign-in page alone. */
export type LoginWords = (typeof sessionWords)['login']

/** Fetches the chosen language's words; the other language's stay on the server. */
export async function loadWords(language: Language): Promise<LoginWords> {
  const { default: words } = language === 'zh-CN' ? await import('#locales/zh-CN/session') : await import('#locales/en-US/session')
  return words.login
}

/** Puts values into `{{name}}` places. This page has no translation library to do it. */
export const fill = (words: string, values: Record<string, string>): string =>
  words.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
