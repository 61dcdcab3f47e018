import type { AddressPolicy } from '../address.ts'
import { targetOf } from '../address.ts'
import { CameraTrouble } from '../driver.ts'
import { TOKEN_OVER } from './codes.ts'
import { type CloudAnswer, exchange } from './exchange.ts'
import { type CloudKeys, createTokens } from './tokens.ts'

export interface EzvizClient {
  /** Asks in the tenant's name; the answer's code may be any. Throws CameraTrouble, `noKeys` where the tenant has none. */
  ask(tenantId: number, path: string, form: Readonly<Record<string, string>>): Promise<CloudAnswer>
  /** Whether the cloud takes these keys. Throws CameraTrouble where it does not, or cannot be asked. */
  tryKeys(keys: CloudKeys): Promise<void>
}

/** Speaks with the Ezviz open platform at `baseUrl`, in the name of each tenant by its own keys. */
export function createEzvizClient(given: {
  baseUrl: string
  policy: AddressPolicy
  clock: () => number
  keysOf: (tenantId: number) => Promise<CloudKeys | null>
}): EzvizClient {
  const { baseUrl, policy, clock, keysOf } = given
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '')
  const post = async (path: string, form: Readonly<Record<string, string>>) =>
    exchange(await targetOf(baseUrl, 'http', policy), prefix + path, form)
  const tokens = createTokens({ post, clock })
  return {
    async ask(tenantId, path, form) {
      const keys = await keysOf(tenantId)
      if (keys === null) throw new CameraTrouble('noKeys')
      const token = await tokens.of(tenantId, keys)
      const answer = await post(path, { accessToken: token, ...form })
      if (answer.code !== TOKEN_OVER) return answer
      return post(path, { accessToken: await tokens.of(tenantId, keys, token), ...form })
    },
    async tryKeys(keys) {
      await tokens.ask(keys)
    },
  }
}
