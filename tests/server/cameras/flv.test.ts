import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSecure } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { AddressPolicy } from '#server/cameras/drivers/address'
import { faultOf } from '#server/cameras/drivers/driver'
import { openFlvAnswer } from '#server/cameras/drivers/flv/answer'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
async function answering(
  listener: RequestListener,
  secure?: { key: string; cert: string },
): Promise<{ url: string; policy: AddressPolicy }> {
  const server = secure ? createSecure(secure, listener) : createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http${secure ? 's' : ''}://127.0.0.1:${port}/live.flv`, policy: { allow: [`127.0.0.1:${port}`], ownPorts: [] } }
}
const beginning = (url: string, policy: AddressPolicy) => openFlvAnswer(url, policy).then((answer) => void answer.destroy())
const fault = async (answer: (response: ServerResponse, path: string) => void) => {
  const { url, policy } = await answering(({ url: path }, response) => answer(response, path ?? ''))
  return beginning(url, policy).then(() => null, faultOf)
}

test('a stream that is none, ends at once, is refused or moves for ever is not waited for', async () => {
  expect(await fault((response) => void response.end('<html>no</html>'))).toBe('noStream')
  expect(await fault((response) => void response.end())).toBe('noStream')
  expect(await fault((response) => void response.writeHead(404).end('FLV'))).toBe('noStream')
  expect(await fault((response) => void response.writeHead(403).end('FLV'))).toBe('signIn')
  expect(await fault((response) => void response.writeHead(302, { location: '/again.flv' }).end())).toBe('address')
  expect(await fault((response) => void response.destroy())).toBe('unreachable')
})

test('one that begins in pieces, or a move away, is there', async () => {
  const pieces = (response: ServerResponse) => {
    response.write('F')
    setImmediate(() => response.write('LV'))
  }
  expect(await fault(pieces)).toBeNull()
  expect(
    await fault((response, path) =>
      path === '/moved.flv' ? pieces(response) : void response.writeHead(302, { location: '/moved.flv' }).end(),
    ),
  ).toBeNull()
})

test('one of the internet proves who it is; one of the farm has a certificate of its own', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'furrow-flv-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=camera']
  execFileSync('openssl', [...made, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  const secure = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  const { url, policy } = await answering((_, response) => void response.write('FLV'), secure)
  expect(await beginning(url, policy).then(() => null, faultOf)).toBeNull()
  expect(await beginning(url, { ...policy, publicOnly: true }).then(() => null, faultOf)).toBe('unreachable')
})
