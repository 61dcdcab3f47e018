export type Language = 'zh-CN' | 'en-US'

/**
 * The languages in which a journey runs: the one that its file says, the files taking turns. What a page says in the other one is the matter
 * of walk.spec.ts. `FURROW_E2E_LANGUAGES=both` runs every journey in both.
 */
export const journeysIn = (own: Language): readonly Language[] => (process.env.FURROW_E2E_LANGUAGES === 'both' ? ['zh-CN', 'en-US'] : [own])

/** Of cases that begin with their language, those in which a journey runs. */
export const casesIn = <Case extends readonly [Language, ...unknown[]]>(own: Language, cases: readonly Case[]): readonly Case[] =>
  cases.filter(([language]) => journeysIn(own).includes(language))
