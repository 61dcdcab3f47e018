import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { CameraFault } from '#contract/cameras/camera'
import { type Target, tlsName } from './address.ts'
import { CameraTrouble } from './driver.ts'
import { codeOf, netFault } from './netFault.ts'

const LONGEST_ANSWER = 256 * 1024

export interface Answer {
  readonly status: number
  readonly text: string
  /** Its `WWW-Authenticate`, each. */
  readonly challenges: readonly string[]
  /** When it is from, ms, as its head says; null where that says nothing. */
  readonly date: number | null
}

/**
 * Posts a text and answers what came back. It goes to the address that was judged and follows nothing. Throws CameraTrouble: `address` where
 * that sends elsewhere, `tooSlow` after `patienceMs`, `noRoute`, `tls`, `otherwise` (or `unreachable`) where what answers does not speak HTTP,
 * `unreachable` where nothing comes that can be read. `most`: so many bytes of an answer are read.
 */
export async function post(
  target: Target,
  path: string,
  {
    type,
    text: sent,
    patienceMs,
    ownCertificate = false,
    authorization = null,
    most = LONGEST_ANSWER,
    otherwise = 'unreachable',
  }: {
    type: string
    text: string
    patienceMs: number
    ownCertificate?: boolean
    authorization?: string | null
    most?: number
    otherwise?: CameraFault
  },
): Promise<Answer> {
  const late = AbortSignal.timeout(patienceMs)
  let answer: IncomingMessage
  let text: string
  let isGreeted = !target.isSecure
  try {
    answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = (target.isSecure ? requestHttps : requestHttp)({
        host: target.address,
        ...(ownCertificate ? { rejectUnauthorized: false } : tlsName(target.url)),
        port: target.port,
        path,
        method: 'POST',
        agent: false,
        signal: late,
        headers: {
          host: target.url.host,
          'content-type': type,
          'content-length': Buffer.byteLength(sent),
          'user-agent': 'Furrow',
          ...(authorization === null ? {} : { authorization }),
        },
      })
      request.on('socket', (socket) => socket.on('secureConnect', () => (isGreeted = true)))
      request.on('response', resolve)
      request.on('error', reject)
      request.end(sent)
    })
    text = await read(answer, most)
  } catch (cause) {
    if (late.aborted) throw new CameraTrouble('tooSlow')
    throw new CameraTrouble(codeOf(cause).startsWith('HPE_') ? otherwise : netFault(cause, !isGreeted))
  }
  const status = answer.statusCode ?? 0
  if (status >= 300 && status < 400) throw new CameraTrouble('address')
  const date = Date.parse(answer.headers.date ?? '')
  return { status, text, challenges: answer.headersDistinct['www-authenticate'] ?? [], date: Number.isNaN(date) ? null : date }
}

async function read(answer: IncomingMessage, most: number): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length
    if (length > most) throw new Error('too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
