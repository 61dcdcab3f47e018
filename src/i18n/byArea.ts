import type { ResourceLanguage } from 'i18next'

/** Words by file path -> words by area: `../../locales/zh-CN/map.json` holds the words of `map`. */
export const byArea = (files: Record<string, unknown>): ResourceLanguage =>
  Object.fromEntries(
    Object.entries(files).map(([path, words]) => [path.split('/').at(-1)!.replace('.json', ''), words as ResourceLanguage[string]]),
  )
