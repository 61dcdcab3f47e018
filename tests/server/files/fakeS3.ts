import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { signV4 } from '#server/ground/files/signV4'

export const CREDENTIALS = { key: 'a-key', secret: 'a secret', region: 'eu-north-1' }

/** The store's half of the protocol, on loopback: path-style objects, signatures checked, bodies held against their hash. */
export async function startFakeS3() {
  const objects = new Map<string, Buffer>()
  const asked: string[] = []
  let failing = false
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const answer = (status: number, body: Buffer | string = '', headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-length': String(Buffer.byteLength(body)), ...headers }).end(body)
    }
    const body = await buffer(request)
    asked.push(`${request.method} ${request.url}`)
    if (failing) return answer(503, '<Error><Code>SlowDown</Code></Error>')
    if (!(await isSigned(request, body))) return answer(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>')
    const path = request.url!
    if (request.method === 'PUT') {
      objects.set(path, body)
      return answer(200)
    }
    if (request.method === 'DELETE') return answer(objects.delete(path) ? 204 : 404)
    const found = objects.get(path)
    if (!found) return answer(404, '<Error><Code>NoSuchKey</Code></Error>')
    const [, start = '0', end = ''] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const part = found.subarray(Number(start), end === '' ? undefined : Number(end) + 1)
    answer(206, part, { 'content-range': `bytes ${start}-${end}/${found.length}` })
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    asked,
    fail: (now: boolean) => {
      failing = now
    },
    close: () => new Promise((done) => server.close(done)),
  }
}

async function isSigned({ method, url, headers }: IncomingMessage, body: Buffer): Promise<boolean> {
  const { authorization = '', 'x-amz-date': moment = '', 'x-amz-content-sha256': hash } = headers as Record<string, string>
  if (createHash('sha256').update(body).digest('hex') !== hash) return false
  const names = /SignedHeaders=([^,]*)/.exec(authorization)?.[1]?.split(';') ?? []
  const given = names.filter((name) => name !== 'host' && !name.startsWith('x-amz-')).map((name) => [name, headers[name] as string])
  const now = Date.parse(moment.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  const expected = await signV4(
    { method: method!, url: new URL(`http://${headers.host}${url}`), headers: Object.fromEntries(given), bodyHash: hash },
    CREDENTIALS,
    now,
  )
  return expected['authorization'] === authorization
}
