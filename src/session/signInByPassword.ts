import type { Tokens } from '#contract/session/oauth'
import { CLIENT_ID, CLIENT_SECRET, signInCalls } from '#contract/session/signIn'
import { boot } from '#src/api/boot.ts'
import { type CallFailure, send } from '#src/api/send.ts'
import { storedLanguage } from '#src/i18n/language.ts'

/** The cipher is fetched when it is about to be needed: a browser on a plain http address has no WebCrypto. */
export const loadCipher = () => import('jsencrypt')

/** base64 of UTF-8: the cipher mangles what is not ASCII. */
const plain = (password: string) => btoa(String.fromCharCode(...new TextEncoder().encode(password)))

/** A password under the server's public key, the only way that one leaves this browser (LOGIN-08); null where it is too long for the key. */
export async function encryptPassword(password: string): Promise<string | null> {
  const { JSEncrypt } = await loadCipher()
  const cipher = new JSEncrypt()
  cipher.setPublicKey(boot.publicKey)
  const encrypted = cipher.encryptOAEP(plain(password))
  return typeof encrypted === 'string' && encrypted !== '' ? encrypted : null
}

/** LOGIN-09: six random digits. */
const deviceId = () => String(crypto.getRandomValues(new Uint32Array(1))[0]! % 1_000_000).padStart(6, '0')

export interface SignIn {
  readonly username: string
  readonly password: string
  readonly captchaKey?: string
  readonly captcha?: string
}

/**
 * Asks for tokens with a password, which leaves this page only encrypted under the server's public key (LOGIN-08).
 * A password too long for the key fails with `error.signIn.cipher`, without a message: nothing was sent.
 */
export async function signInByPassword({ username, password, captchaKey, captcha }: SignIn): Promise<Tokens | CallFailure> {
  const encrypted = await encryptPassword(password).catch(() => null)
  if (encrypted == null) return { failed: true, code: 'error.signIn.cipher', message: '', status: 0 }
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
