import type { Language } from '../words.ts'

/** The language that a page offers beside its own. */
export const OTHER = { 'zh-CN': 'en-US', 'en-US': 'zh-CN' } as const satisfies Record<Language, Language>

const NAMES = { 'zh-CN': 'zh', 'en-US': 'en' } as const
/** What a language is called in itself. */
export const nameOf = (language: Language): string => new Intl.DisplayNames([language], { type: 'language' }).of(NAMES[language])!
