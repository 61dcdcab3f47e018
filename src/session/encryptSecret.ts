import { type CallFailure, noAnswer } from '#src/api/send.ts'
import { boot } from '#src/api/boot.ts'

/** The cipher is fetched when it is about to be needed: a browser on a plain http address has no WebCrypto. */
export const loadCipher = () => import('jsencrypt')

/** base64 of UTF-8: the cipher mangles what is not ASCII. */
const plain = (secret: string) => btoa(String.fromCharCode(...new TextEncoder().encode(secret)))

/**
 * A secret of a form, e.g. a password, under the server's public key: the only way that one leaves this browser (LOGIN-08). Fails, without a
 * message, with `error.network` where the cipher could not be fetched and with `error.secret.long` where the key does not hold it.
 */
export async function encryptSecret(secret: string): Promise<string | CallFailure> {
  const library = await loadCipher().catch(() => null)
  if (library == null) return noAnswer('error.network')
  const cipher = new library.JSEncrypt()
  cipher.setPublicKey(boot.publicKey)
  const encrypted = cipher.encryptOAEP(plain(secret))
  return typeof encrypted === 'string' && encrypted !== '' ? encrypted : { ...noAnswer('error.network'), code: 'error.secret.long' }
}

/** One that the server keeps: null keeps the one that is set, an empty one removes it, and neither is a secret. */
export const encryptKept = async (secret: string | null): Promise<string | null | CallFailure> =>
  secret === null || secret === '' ? secret : encryptSecret(secret)
