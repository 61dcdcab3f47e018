import { createHash, randomBytes } from 'node:crypto'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Target } from '../address.ts'
import { CameraTrouble } from '../driver.ts'
import { type Element, escaped, readXml, textAt } from './xml.ts'

const PATIENCE_MS = 4000
const LONGEST_ANSWER = 256 * 1024

/** The device answered that it does not do it. */
export class Declined extends Error {}

export interface Speaker {
  readonly target: Target
  readonly userName: string
  readonly password: string
  /** How far the device's clock is ahead of ours, ms: it judges a password by its own. */
  readonly ahead: number
}

/** WS-Security UsernameToken with a digest of the password. */
function security({ userName, password, ahead }: Speaker): string {
  if (userName === '') return ''
  const nonce = randomBytes(16)
  const created = new Date(Date.now() + ahead).toISOString()
  const digest = createHash('sha1').update(nonce).update(created).update(password).digest('base64')
  const base = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss'
  return `<s:Header><Security xmlns="${base}-wssecurity-secext-1.0.xsd" s:mustUnderstand="1"><UsernameToken><Username>${escaped(userName)}</Username><Password Type="${base}-username-token-profile-1.0#PasswordDigest">${digest}</Password><Nonce EncodingType="${base}-soap-message-security-1.0#Base64Binary">${nonce.toString('base64')}</Nonce><Created xmlns="${base}-wssecurity-utility-1.0.xsd">${created}</Created></UsernameToken></Security></s:Header>`
}

/**
 * Asks a service of a device at this path and answers the body of what came back. It goes to the address that was judged and follows nothing.
 * Throws Declined where the device does not do it, CameraTrouble otherwise.
 */
export async function ask(speaker: Speaker, path: string, body: string): Promise<Element> {
  const { target } = speaker
  const sent = `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope">${security(speaker)}<s:Body>${body}</s:Body></s:Envelope>`
  const late = AbortSignal.timeout(PATIENCE_MS)
  let status: number
  let text: string
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = (target.isSecure ? requestHttps : requestHttp)({
        host: target.address,
        port: target.port,
        path,
        method: 'POST',
        agent: false,
        signal: late,
        // A camera's certificate is its own.
        rejectUnauthorized: false,
        headers: {
          host: target.url.host,
          'content-type': 'application/soap+xml; charset=utf-8',
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
  if (status === 401 || status === 403) throw new CameraTrouble('signIn')
  let root: Element
  try {
    root = readXml(text)
  } catch {
    throw new CameraTrouble('unreachable')
  }
  const fault = textAt(root, 'Fault')
  if (fault === null && status < 400) return root
  const code = textAt(root, 'Fault', 'Subcode', 'Value') ?? ''
  if (/NotAuthorized|FailedAuthentication|InvalidSecurity/i.test(code)) throw new CameraTrouble('signIn')
  throw new Declined(code)
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
