import type { Seal } from '../seal.ts'
import { purposeOf, type Target } from './target.ts'

/** What is opened of what is sealed. */
export interface Keys {
  readonly secret: string
  readonly password: string | null
  readonly headers: Readonly<Record<string, string>>
}

/** The secrets of a receiver that is kept. */
export async function openKeys(seal: Seal, of: Pick<Target, 'id' | 'secret' | 'password' | 'headers'>): Promise<Keys> {
  const open = (what: 'password' | 'secret' | 'headers') => (of[what] === null ? null : seal.open(purposeOf(of.id, what), of[what]))
  const headers = await open('headers')
  return {
    secret: (await open('secret')) ?? '',
    password: await open('password'),
    headers: headers === null ? {} : (JSON.parse(headers) as Record<string, string>),
  }
}
