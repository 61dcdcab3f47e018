import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { EMPTY_HASH, signV4 } from '#server/ground/files/signV4'

// The examples that AWS publishes for Signature Version 4 with S3.
const signer = { key: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', region: 'us-east-1' }
const now = Date.UTC(2013, 4, 24)
const host = 'https://examplebucket.s3.amazonaws.com'
const signatureOf = async (given: { method: string; path: string; headers?: Record<string, string>; bodyHash?: string }) => {
  const { method, path, headers = {}, bodyHash = EMPTY_HASH } = given
  return /Signature=(.*)$/.exec(
    (await signV4({ method, url: new URL(`${host}${path}`), headers, bodyHash }, signer, now))['authorization']!,
  )![1]
}

test('a GET of a range is signed as the published example', async () => {
  expect(await signatureOf({ method: 'GET', path: '/test.txt', headers: { range: 'bytes=0-9' } })).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
})
test('a PUT of a key with a sign in it is signed as the published example', async () => {
  const bodyHash = createHash('sha256').update('Welcome to Amazon S3.').digest('hex')
  const headers = { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' }
  expect(await signatureOf({ method: 'PUT', path: '/test%24file.text', headers, bodyHash })).toBe(
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  )
})
test('queries without and with values are signed as the published examples', async () => {
  expect(await signatureOf({ method: 'GET', path: '/?lifecycle' })).toBe('fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543')
  expect(await signatureOf({ method: 'GET', path: '/?max-keys=2&prefix=J' })).toBe(
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  )
})
