import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { type Target, tlsName } from '../address.ts'
import { CameraTrouble } from '../driver.ts'

// Written from the public reference of the Ezviz open platform (open.ys7.com, as of July 2026): every call is a POST of a form and answers
// {code, msg, data}, code "200" where it was done. How long an answer may take, and how long it may be, it does not say.

const PATIENCE_MS = 6000
const LONGEST_ANSWER = 256 * 1024

export interface CloudAnswer {
  readonly code: string
  /** Empty where the data is none, or a list. */
  readonly data: Readonly<Record<string, unknown>>
  /** Empty where the data is no list. */
  readonly list: readonly unknown[]
}

/**
 * Posts a form to the cloud and answers what it says. It goes to the address that was judged and follows nothing. Throws CameraTrouble:
 * `address` where it sends elsewhere, `tooSlow`, `unreachable` where nothing comes that can be read.
 */
export async function exchange(target: Target, path: string, form: Readonly<Record<string, string>>): Promise<CloudAnswer> {
  const sent = new URLSearchParams(form).toString()
  const late = AbortSignal.timeout(PATIENCE_MS)
  let status: number
  let text: string
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = (target.isSecure ? requestHttps : requestHttp)({
        host: target.address,
        ...tlsName(target.url),
        port: target.port,
        path,
        method: 'POST',
        agent: false,
        signal: late,
        headers: {
          host: target.url.host,
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': Buffer.byteLength(sent),
          'user-agent': 'Furrow',
        },
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
  return answerOf(text)
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

function answerOf(text: string): CloudAnswer {
  let said: unknown
  try {
    said = JSON.parse(text)
  } catch {
    throw new CameraTrouble('unreachable')
  }
  const { code, data } = (said ?? {}) as { code?: unknown; data?: unknown }
  if (typeof code !== 'string' && typeof code !== 'number') throw new CameraTrouble('unreachable')
  const list: unknown[] = Array.isArray(data) ? data : []
  const isRecord = typeof data === 'object' && data !== null && !Array.isArray(data)
  return { code: String(code), data: isRecord ? (data as Record<string, unknown>) : {}, list }
}
