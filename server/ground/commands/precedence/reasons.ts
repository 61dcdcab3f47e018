const REASONS = 'notices:command.reason.'
const BARS = [`${REASONS}lacks.`, `${REASONS}barred.`] as const

/** A reason as rows and messages have it: a key of `locales/<language>/notices.json` below `command.reason`, and what fills it in. */
export const reasonWith = (name: string, params: Readonly<Record<string, string>>): string =>
  `${REASONS}${name}?${new URLSearchParams(params).toString()}`

/** Whether this is the reason of something that goes first, which whoever asked has in the answer. */
export const isBar = (message: string | null): boolean => message !== null && BARS.some((bar) => message.startsWith(bar))
