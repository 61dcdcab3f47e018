import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { type Target, tlsName } from './address.ts'
import { CameraTrouble } from './driver.ts'

const LONGEST_ANSWER = 256 * 1024

/**
 * Posts a text and answers what came back. It goes to the address that was judged and follows nothing. Throws CameraTrouble: `address` where
 * that sends elsewhere, `tooSlow` after `patienceMs`, `unreachable` where nothing comes that can be read.
 */
export async function post(
  target: Target,
  path: string,
  { type, text: sent, patienceMs, ownCertificate = false }: { type: string; text: string; patienceMs: number; ownCertificate?: boolean },
): Promise<{ status: number; text: string }> {
  const late = AbortSignal.timeout(patienceMs)
  let status: number
  let text: string
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = (target.isSecure ? requestHttps : requestHttp)({
        host: target.address,
        ...(ownCertificate ? { rejectUnauthorized: false } : tlsName(target.url)),
        port: target.port,
        path,
        method: 'POST',
        agent: false,
        signal: late,
        headers: { host: target.url.host, 'content-type': type, 'content-length': Buffer.byteLength(sent), 'user-agent': 'Furrow' },
      })
      request.on('response', resolve)
      request.on('error', reject)
      request.end(sent)
    })
    status = answer.statusCode ?? 0
    text = await read(answer)
  } catch {
    throw new CameraTrouble(late.aborted ? 'tooSlow' : 'unreachable')
  }
  if (status >= 300 && status < 400) throw new CameraTrouble('address')
  return { status, text }
}

async function read(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length
    if (length > LONGEST_ANSWER) throw new Error('too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
