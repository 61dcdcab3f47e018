import { constants, createPublicKey, publicEncrypt } from 'node:crypto'

/** A password as the sign-in page sends it: base64 of its UTF-8, under the server's public key (PEM), in base64. */
export function encryptPassword(pem: string, password: string): string {
  const inner = Buffer.from(Buffer.from(password, 'utf8').toString('base64'), 'latin1')
  return publicEncrypt({ key: createPublicKey(pem), padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, inner).toString(
    'base64',
  )
}
