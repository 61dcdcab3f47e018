import { constants, type KeyObject, privateDecrypt } from 'node:crypto'
import type { Language } from './words.ts'
import { CallFailure } from './failure.ts'
import { besideField } from './http/faults.ts'

/** Reads the secrets of forms, which travel encrypted (`encryptedSecret`). */
export interface Secrets {
  /** Throws CallFailure error.secret.cipher where it is in no cipher, or in one of another key. */
  read(sent: string): string
  /**
   * One that is kept (`keptSecret`), of at most `longest` signs: null where the one that is set stays, empty where it is removed. Fails beside
   * `field` with error.secret.cipher or error.secret.long.
   */
  readKept(sent: string | null, at: { readonly field: string; readonly longest: number; readonly language: Language }): string | null
}

/** RSA-OAEP (SHA-256), base64; inside is base64 of UTF-8, because the console's library mangles anything beyond ASCII. */
export function secretsOf(key: KeyObject): Secrets {
  const open = (sent: string): string | null => {
    try {
      const inner = privateDecrypt(
        { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
        Buffer.from(sent, 'base64'),
      ).toString('latin1')
      if (!/^[A-Za-z0-9+/]+={0,2}$/.test(inner)) return null
      return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(inner, 'base64'))
    } catch {
      return null
    }
  }
  return {
    read(sent) {
      const secret = open(sent)
      if (secret === null) throw new CallFailure('error.secret.cipher')
      return secret
    },
    readKept(sent, { field, longest, language }) {
      if (sent === null || sent === '') return sent
      const secret = open(sent)
      if (secret === null) throw besideField(language, field, 'error.secret.cipher')
      if (secret.length > longest) throw besideField(language, field, 'error.secret.long')
      return secret
    },
  }
}
