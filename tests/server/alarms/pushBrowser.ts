import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto'
import type { Call } from './otherSide.ts'

const hkdf = (salt: Buffer, secret: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** A browser that asked to be reached at a push service, and reads what comes as RFC 8291 has it. */
export function aBrowser(service = 'https://push.example.com') {
  const own = createECDH('prime256v1')
  const key = own.generateKeys()
  const auth = randomBytes(16)
  const body = {
    endpoint: `${service}/push/${randomUUID()}`,
    keys: { p256dh: key.toString('base64url'), auth: auth.toString('base64url') },
  }
  return {
    body,
    /** As it is kept. */
    row: { endpoint: body.endpoint, ...body.keys, device: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', since: 1 },
    path: new URL(body.endpoint).pathname,
    /** Throws where it was meant for another browser. */
    read({ bytes, headers }: Call): Record<string, unknown> {
      if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not encrypted as RFC 8188 has it')
      const salt = bytes.subarray(0, 16)
      const length = bytes[20]!
      const senders = bytes.subarray(21, 21 + length)
      const sealed = bytes.subarray(21 + length)
      const secret = hkdf(auth, own.computeSecret(senders), Buffer.concat([Buffer.from('WebPush: info\0'), key, senders]), 32)
      const decipher = createDecipheriv(
        'aes-128-gcm',
        hkdf(salt, secret, 'Content-Encoding: aes128gcm\0', 16),
        hkdf(salt, secret, 'Content-Encoding: nonce\0', 12),
      )
      decipher.setAuthTag(sealed.subarray(-16))
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')) as Record<string, unknown>
    },
  }
}

/** Who sent it, as RFC 8292 has it: what the token says, and the key that it is signed with. Throws where the signature is none. */
export function senderOf({ headers }: Call): { claims: { aud: string; exp: number; sub: string }; publicKey: string } {
  const [, token, publicKey] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '')!
  const [head, claims, sign] = token!.split('.') as [string, string, string]
  const point = Buffer.from(publicKey!, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(sign, 'base64url'),
  )
  if (!signed) throw new Error('the signature is not of that key')
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as never, publicKey: publicKey! }
}
