import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Target } from '#server/cameras/drivers/address'
import { faultOf } from '#server/cameras/drivers/driver'
import { post } from '#server/cameras/drivers/post'
import { selfSigned } from '../push/selfSigned.ts'

let server: Server
let target: Target
let length = 2
let status = 200
beforeAll(async () => {
  server = createServer(selfSigned, (request, response) => {
    request.resume()
    response.writeHead(status, status === 200 ? {} : { location: 'https://example.org/' }).end('x'.repeat(length))
  })
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open))
  const { port } = server.address() as AddressInfo
  target = { url: new URL(`https://localhost:${port}/`), address: '127.0.0.1', port, isSecure: true } as Target
})
afterAll(() => server?.close())

const sent = { type: 'text/plain', text: 'hello', patienceMs: 5000 }
const fault = (more: { ownCertificate?: boolean } = {}) =>
  post(target, '/', { ...sent, ...more }).then(
    ({ text }) => text,
    (cause: unknown) => faultOf(cause),
  )

test('a certificate that nobody vouches for is a camera’s own, and no cloud’s', async () => {
  expect(await fault({ ownCertificate: true })).toBe('xx')
  expect(await fault()).toBe('unreachable')
})

test('nothing is followed, and no more is read than an answer may be long', async () => {
  status = 302
  expect(await fault({ ownCertificate: true })).toBe('address')
  status = 200
  length = 256 * 1024 + 1
  expect(await fault({ ownCertificate: true })).toBe('unreachable')
  length = 256 * 1024
  expect(await fault({ ownCertificate: true })).toHaveLength(length)
})
