import type { Challenged, Tokens } from '#contract/session/oauth'
import { CLIENT_ID, CLIENT_SECRET, signInCalls } from '#contract/session/signIn'
import { type CallFailure, isFailure, send } from '#src/api/send.ts'
import { storedLanguage } from '#src/i18n/language.ts'
import { encryptSecret } from './encryptSecret.ts'

/** LOGIN-09: six random digits. */
const deviceId = () => String(crypto.getRandomValues(new Uint32Array(1))[0]! % 1_000_000).padStart(6, '0')

export interface SignIn {
  readonly username: string
  readonly password: string
  readonly captchaKey?: string
  readonly captcha?: string
}

const ask = (grant: string, given: Readonly<Record<string, string | undefined>>): Promise<unknown> =>
  send(
    signInCalls.token,
    {
      body: { grant_type: grant, client_id: CLIENT_ID, client_secret: CLIENT_SECRET, source_type: 'web', device_id: deviceId(), ...given },
    },
    { language: storedLanguage() },
  )

/** Asks for tokens with a password, or for the challenge that comes before them; where it cannot be encrypted nothing is sent. */
export async function signInByPassword({ username, password, captchaKey, captcha }: SignIn): Promise<Tokens | Challenged | CallFailure> {
  const encrypted = await encryptSecret(password)
  if (isFailure(encrypted)) return encrypted
  return (await ask('password', { username, password: encrypted, captchaKey, captcha })) as Tokens | Challenged | CallFailure
}

/** The second step of whoever was answered a challenge. */
export const proveByCode = async ({ challenge, code }: { challenge: string; code: string }): Promise<Tokens | CallFailure> =>
  (await ask('second_factor', { challenge, code })) as Tokens | CallFailure

/** Whoever came back from the other service. */
export const signInByComeback = async ({ ticket, callback }: { ticket: string; callback: string }) =>
  (await ask('oidc', { ticket, callback })) as Tokens | Challenged | CallFailure
