import { readdirSync, readFileSync } from 'node:fs'

type Words = { readonly [key: string]: Words | string }

const LANGUAGES = ['zh-CN', 'en-US'] as const
export type Language = (typeof LANGUAGES)[number]

const folder = (language: Language) => new URL(`../../locales/${language}/`, import.meta.url)

/** The words of every area in both languages, read once: the console's own files. */
const words = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    Object.fromEntries(
      readdirSync(folder(language))
        .filter((name) => name.endsWith('.json'))
        .map((name) => [name.slice(0, -5), JSON.parse(readFileSync(new URL(name, folder(language)), 'utf8')) as Words]),
    ),
  ]),
) as Record<Language, Record<string, Words>>

/** The words of one area, for a page that is not the console's. */
export const wordsOf = (language: Language, area: string): Words => words[language][area] ?? {}

function wordsAt(language: Language, key: string): string | undefined {
  const [area, path] = key.split(':') as [string, string | undefined]
  let found: Words | string | undefined = words[language][area]
  for (const step of path?.split('.') ?? []) found = typeof found === 'object' && Object.hasOwn(found, step) ? found[step] : undefined
  return typeof found === 'string' ? found : undefined
}

/** What `key` (`area:path.to.word`) says in a language, with `{{name}}` filled in, and `{{$name}}` with the words of the
 * key that is given for it; the key itself where there are no such words. */
export function say(language: Language, key: string, params: Readonly<Record<string, string | number>> = {}): string {
  const found = (Number(params['count'] ?? Number.NaN) === 1 ? wordsAt(language, `${key}_one`) : undefined) ?? wordsAt(language, key)
  if (found === undefined) return key
  return found.replaceAll(/\{\{(\$?)(\w+)\}\}/g, (_, isKey: string, name: string) => {
    const given = String(params[name] ?? '')
    return isKey === '' ? given : say(language, given)
  })
}

/** The language a caller wants: `lang` of the query, else the best of Accept-Language, else Chinese. */
export function languageOf(lang: unknown, accept: string | undefined): Language {
  if (lang === 'zh-CN' || lang === 'en-US') return lang
  const wanted = (accept ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.trim().toLowerCase().split(';')
      const quality = rest.map((one) => one.trim()).find((one) => one.startsWith('q='))
      return { tag, quality: quality ? Number(quality.slice(2)) || 0 : 1 }
    })
    .filter(({ tag, quality }) => quality > 0 && (tag.startsWith('zh') || tag.startsWith('en')))
    .toSorted((a, b) => b.quality - a.quality)
  return wanted[0]?.tag.startsWith('en') ? 'en-US' : 'zh-CN'
}
