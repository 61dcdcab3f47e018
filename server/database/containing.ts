/** Text that LIKE takes literally. */
const literally = (text: string) => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
/** A LIKE pattern that finds a text anywhere, taken literally. */
export const containing = (text: string): string => `%${literally(text.trim())}%`
