import { createHash } from 'node:crypto'
import { LONGEST_KEY } from '#contract/devices/mapping'
import { ITEM_CODE } from '../decode.ts'

/** 132 bits of the hash: two keys of one code are not to be found. */
const LETTERS = 22
const MADE = /^key-[A-Za-z0-9_-]{22}$/
/** Keys repeat with every message; those that were met last are not hashed again. */
const KNOWN = 10_000
const known = new Map<string, string>()

/** Whether a foreign protocol's key can be kept: text of 1 to 255 characters. */
export const isKey = (key: string): boolean => key.length > 0 && key.length <= LONGEST_KEY && !key.includes('\u0000') && key.isWellFormed()

/**
 * The item's code for a key: the key itself where it can be one, else a lawful one that is always the same for the same key, and of no
 * other key. A key that looks like one that was made is no exception.
 */
export function codeOf(key: string): string {
  if (ITEM_CODE.test(key) && !MADE.test(key)) return key
  const before = known.get(key)
  if (before !== undefined) return before
  if (known.size >= KNOWN) known.clear()
  const code = `key-${createHash('sha256').update(key).digest('base64url').slice(0, LETTERS)}`
  known.set(key, code)
  return code
}
