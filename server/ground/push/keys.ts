import type { Seal } from '../seal.ts'
import { purposeOf, type Target } from './target.ts'

/** What is opened of what is sealed. */
export interface Keys {
  readonly secret: string
  /** The one before, while what is sent is signed with it too. */
  readonly oldSecret: string | null
  readonly password: string | null
  readonly headers: Readonly<Record<string, string>>
}

/** The secrets of a receiver that is kept, as they hold at `now` (ms UTC). */
export async function openKeys(
  seal: Seal,
  of: Pick<Target, 'id' | 'secret' | 'oldSecret' | 'oldSecretUntil' | 'password' | 'headers'>,
  now: number,
): Promise<Keys> {
  const open = (what: 'password' | 'secret' | 'headers', sealed: string | null = of[what]) =>
    sealed === null ? null : seal.open(purposeOf(of.id, what), sealed)
  const headers = await open('headers')
  const goesAlong = of.oldSecretUntil !== null && of.oldSecretUntil > now
  return {
    secret: (await open('secret')) ?? '',
    oldSecret: goesAlong ? await open('secret', of.oldSecret) : null,
    password: await open('password'),
    headers: headers === null ? {} : (JSON.parse(headers) as Record<string, string>),
  }
}
