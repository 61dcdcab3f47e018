import type sessionWords from '#locales/zh-CN/session'
import type { Language } from '#src/i18n/language.ts'

/** The words of the public pages: signing in, registering, a forgotten password. */
export type PublicWords = typeof sessionWords

/** Fetches the chosen language's words; the other language's stay on the server. */
export async function loadWords(language: Language): Promise<PublicWords> {
  const { default: words } = language === 'zh-CN' ? await import('#locales/zh-CN/session') : await import('#locales/en-US/session')
  return words
}

/** Why something failed: in the server's own words where it spoke, else in what this page knows of it. */
export function problemWords(
  problem: { readonly code: string; readonly message: string | null },
  { form }: PublicWords,
  otherwise: string,
) {
  if (problem.message != null) return problem.message
  if (problem.code === 'error.timeout') return form.timeout
  return problem.code === 'error.network' || problem.code === 'error.unavailable' ? form.network : otherwise
}

/** Puts values into `{{name}}` places. These pages have no translation library to do it. */
export const fill = (words: string, values: Record<string, string>): string =>
  words.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
