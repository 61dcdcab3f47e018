import { randomInt } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** 142 random bits, and short enough for the fields of small firmware. */
const LENGTH = 24

/** An access token, by which alone a device of a foreign protocol signs in; shown once, kept as the hash of a secret is. */
export const newToken = (): string => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]!).join('')
