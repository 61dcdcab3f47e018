import { createHash, randomBytes } from 'node:crypto'
import type { Target } from '../address.ts'
import { CameraTrouble } from '../driver.ts'
import { post } from '../post.ts'
import { type Element, escaped, readXml, textAt } from './xml.ts'

const PATIENCE_MS = 4000

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
  const text = `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope">${security(speaker)}<s:Body>${body}</s:Body></s:Envelope>`
  const { status, text: answer } = await post(speaker.target, path, {
    type: 'application/soap+xml; charset=utf-8',
    text,
    patienceMs: PATIENCE_MS,
    // A camera's certificate is its own.
    ownCertificate: true,
  })
  if (status === 401 || status === 403) throw new CameraTrouble('signIn')
  let root: Element
  try {
    root = readXml(answer)
  } catch {
    throw new CameraTrouble('unreachable')
  }
  const fault = textAt(root, 'Fault')
  if (fault === null && status < 400) return root
  const code = textAt(root, 'Fault', 'Subcode', 'Value') ?? ''
  if (/NotAuthorized|FailedAuthentication|InvalidSecurity/i.test(code)) throw new CameraTrouble('signIn')
  throw new Declined(code)
}
