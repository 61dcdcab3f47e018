import type { Tokens } from '#contract/session/oauth'
import { CLIENT_ID, CLIENT_SECRET, signInCalls } from '#contract/session/signIn'
import { boot } from '#src/api/boot.ts'
import { type CallFailure, isFailure, noAnswer, send } from '#src/api/send.ts'
import { storedLanguage } from '#src/i18n/language.ts'

/** The cipher is fetched when it is about to be needed: a browser on a plain http address has no WebCrypto. */
export const loadCipher = () => import('jsencrypt')

/** base64 of UTF-8: the cipher mangles what is not ASCII. */
const plain = (password: string) => btoa(String.fromCharCode(...new TextEncoder().encode(password)))

/**
 * A password under the server's public key, the only way that one leaves this browser (LOGIN-08). Fails, without a message, with
 * `error.network` where the cipher could not be fetched and with `error.signIn.cipher` where the password is too long for the key.
 */
export async function encryptPassword(password: string): Promise<string | CallFailure> {
  const library = await loadCipher().catch(() => null)
  if (library == null) return noAnswer('error.network')
  const cipher = new library.JSEncrypt()
  cipher.setPublicKey(boot.publicKey)
  const encrypted = cipher.encryptOAEP(plain(password))
  return typeof encrypted === 'string' && encrypted !== '' ? encrypted : { ...noAnswer('error.network'), code: 'error.signIn.cipher' }
}

/** LOGIN-09: six random digits. */
const deviceId = () => String(crypto.getRandomValues(new Uint32Array(1))[0]! % 1_000_000).padStart(6, '0')

export interface SignIn {
  readonly username: string
  readonly password: string
  readonly captchaKey?: string
  readonly captcha?: string
}

/** Asks for tokens with a password; where it cannot be encrypted nothing is sent. */
export async function signInByPassword({ username, password, captchaKey, captcha }: SignIn): Promise<Tokens | CallFailure> {
  const encrypted = await encryptPassword(password)
  if (isFailure(encrypted)) return encrypted
  return (await send(
    signInCalls.token,
    {
      body: {
        grant_type: 'password',
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        source_type: 'web',
        device_id: deviceId(),
        username,
        password: encrypted,
        captchaKey,
        captcha,
      },
    },
    { language: storedLanguage() },
  )) as Tokens | CallFailure
}
