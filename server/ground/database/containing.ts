/** Text that LIKE takes literally. */
const literally = (text: string) => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
/** A LIKE pattern that finds a text anywhere, taken literally. */
export const containing = (text: string): string => `%${literally(text.trim())}%`
/** One such pattern for each word of a text; none for a blank one. */
export const containingEach = (text: string | undefined): string[] => (text ?? '').split(/\s+/).filter(Boolean).map(containing)
