import { hashSecret } from './secret.ts'

/** The name under which consoles sign in. Devices of our own have a slash in theirs; any other name is an access token. */
export const CONSOLE_NAME = 'console'

export const isOfDevice = (name: string): boolean => name.includes('/')

/** What may stand of a user name in ids and in the log: of a token nothing. */
export const openName = (name: string): string =>
  isOfDevice(name) || name === CONSOLE_NAME ? name : `token ${hashSecret(name).slice(0, 16)}`
