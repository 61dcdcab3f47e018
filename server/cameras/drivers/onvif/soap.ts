import { createHash, randomBytes } from 'node:crypto'
import type { CameraFault } from '#contract/cameras/camera'
import type { Target } from '../address.ts'
import { CameraTrouble } from '../driver.ts'
import { saysLocked } from '../netFault.ts'
import { type Answer, post } from '../post.ts'
import type { Signer } from '../signIn.ts'
import type { Clocks } from './clocks.ts'
import { all, type Element, escaped, readXml, textAt } from './xml.ts'

const PATIENCE_MS = 4000
/** A recorder of 64 profiles has some 5 kB to say of each. */
const LONGEST_ANSWER = 4 * 1024 * 1024

/** The device answered that it does not do it. */
export class Declined extends Error {}

/** Where a service of a device is asked. */
export interface Place {
  readonly target: Target
  readonly path: string
}
/** Who asks a device, and what was learned of how it lets them in. */
export interface Speaker {
  readonly userName: string
  readonly password: string
  readonly signer: Signer
  /** It judges a token by its own clock. Once one was right the others are forgotten. */
  clocks: Clocks
  /** A token in the text, or a sign-in of HTTP in the head, where it wants that. */
  by: 'token' | 'head'
  /** What was asked in this name with success. */
  proof: { readonly place: Place; readonly body: string } | null
}

type Said = { readonly date: number | null } & (
  | { readonly kind: 'done'; readonly root: Element }
  | { readonly kind: 'declined'; readonly code: string }
  | { readonly kind: 'refused'; readonly code: string; readonly answer: Answer }
)
type Refusal = Extract<Said, { kind: 'refused' }>

const REFUSED =
  /NotAuthorized|FailedAuthentication|FailedCheck|InvalidSecurity|UnsupportedSecurity|MessageExpired|OperationProhibited|MustUnderstand/i
const REFUSED_IN_WORDS = /not authori[sz]ed|unauthori[sz]ed|authority failure|authentication fail/i
const STATUSES: readonly number[] = [401, 403, 423, 429]

/** WS-Security UsernameToken with a digest of the password. */
function tokenOf({ userName, password }: Speaker, ahead: number): string {
  const nonce = randomBytes(16)
  const created = new Date(Date.now() + ahead).toISOString()
  const digest = createHash('sha1').update(nonce).update(created).update(password).digest('base64')
  const base = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss'
  return `<s:Header><Security xmlns="${base}-wssecurity-secext-1.0.xsd" s:mustUnderstand="1"><UsernameToken><Username>${escaped(userName)}</Username><Password Type="${base}-username-token-profile-1.0#PasswordDigest">${digest}</Password><Nonce EncodingType="${base}-soap-message-security-1.0#Base64Binary">${nonce.toString('base64')}</Nonce><Created xmlns="${base}-wssecurity-utility-1.0.xsd">${created}</Created></UsernameToken></Security></s:Header>`
}

const envelopeOf = (head: string, body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope">${head}<s:Body>${body}</s:Body></s:Envelope>`

/** Sends a text as it is. Throws CameraTrouble where what answers is no device of ONVIF. */
async function send({ target, path }: Place, text: string, authorization: string | null): Promise<Said> {
  const answer = await post(target, path, {
    type: 'application/soap+xml; charset=utf-8',
    text,
    patienceMs: PATIENCE_MS,
    authorization,
    most: LONGEST_ANSWER,
    otherwise: 'notOnvif',
    // A camera's certificate is its own.
    ownCertificate: true,
  })
  const { status, date } = answer
  let root: Element | null
  try {
    root = readXml(answer.text)
  } catch {
    root = null
  }
  const fault = root && all(root, 'Fault')[0]
  // SOAP 1.2 has codes within a code; 1.1 a code and words, which is all that some say.
  const code = fault ? [...all(fault, 'Value').map((one) => one.text.trim()), textAt(fault, 'faultcode') ?? ''].join(' ').trim() : ''
  const words = (fault && (textAt(fault, 'Text') ?? textAt(fault, 'faultstring'))) ?? ''
  if (STATUSES.includes(status) || REFUSED.test(code) || REFUSED_IN_WORDS.test(words)) return { kind: 'refused', code, answer, date }
  if (root === null || textAt(root, 'Envelope') === null) throw new CameraTrouble('notOnvif')
  return fault || status >= 400 ? { kind: 'declined', code, date } : { kind: 'done', root, date }
}

/** Asks in nobody's name. Throws CameraTrouble as `ask`, but for what is refused. */
export const askAsNobody = (place: Place, body: string): Promise<Said> => send(place, envelopeOf('', body), null)

/** Signs in the head for as long as it says how it wants that; `challenges`: as it said already. */
async function sayByHead(speaker: Speaker, place: Place, body: string, challenges: readonly string[]): Promise<Said | CameraFault> {
  const { signer } = speaker
  const text = envelopeOf('', body)
  let heads = challenges
  let refusals = 0
  for (;;) {
    if (heads.length > 0) {
      const verdict = signer.take(heads, ++refusals)
      if (verdict === 'unknown') return 'signInWay'
      if (verdict !== 'again') return verdict === 'nobody' ? 'noUser' : 'signIn'
    }
    const said = await send(place, text, signer.sign('POST', place.path, text))
    if (said.kind !== 'refused' || whyRefused(said) !== null) return said
    heads = said.answer.challenges
    if (heads.length === 0) return said
  }
}

/** Why it refuses, where it says so itself. */
function whyRefused({ code, answer: { status, text } }: Refusal): CameraFault | null {
  if (saysLocked(status, text)) return 'locked'
  if (/MessageExpired/i.test(code)) return 'clock'
  return status === 403 || /OperationProhibited/i.test(code) ? 'notAllowed' : null
}

/** Signs by a token, and by the head where the device wants that instead; what it said last, or why it is not to be asked further. */
async function say(speaker: Speaker, place: Place, body: string): Promise<Said | CameraFault> {
  if (speaker.userName === '') return askAsNobody(place, body)
  if (speaker.by === 'head') return sayByHead(speaker, place, body, [])
  let bare: Said | null = null
  let last: Refusal | null = null
  for (const ahead of speaker.clocks.ahead) {
    const said = await send(place, envelopeOf(tokenOf(speaker, ahead), body), null)
    if (said.kind !== 'refused') {
      speaker.clocks = { ahead: [ahead], isKnown: true }
      return said
    }
    if (whyRefused(said) !== null) return said
    last = said
    // One that wants the head may refuse a token without a word of that: it says so where it is asked without one.
    bare ??= said.answer.challenges.length > 0 ? said : await askAsNobody(place, body)
    if (bare.kind !== 'refused') return bare
    if (bare.answer.challenges.length > 0) {
      const heard = await sayByHead(speaker, place, body, bare.answer.challenges)
      if (typeof heard !== 'string' && heard.kind !== 'refused') speaker.by = 'head'
      return heard
    }
  }
  return last!
}

/** Whether this user came in at all, so that what is refused now is refused to them and not to a wrong password. */
async function isKnownUser(speaker: Speaker): Promise<boolean> {
  if (speaker.proof === null) return false
  const { place, body } = speaker.proof
  const mine = await say(speaker, place, body)
  return typeof mine !== 'string' && mine.kind === 'done' && (await askAsNobody(place, body)).kind === 'refused'
}

/**
 * Asks a service of a device and answers the body of what came back. It goes to the address that was judged and follows nothing. Throws Declined
 * where the device does not do it, CameraTrouble otherwise: where it refuses, with what it says, or what can be known, of why.
 */
export async function ask(speaker: Speaker, place: Place, body: string): Promise<Element> {
  const said = await say(speaker, place, body)
  if (typeof said !== 'string' && said.kind === 'done') return said.root
  if (typeof said !== 'string' && said.kind === 'declined') throw new Declined(said.code)
  const told = typeof said === 'string' ? said : whyRefused(said)
  if (told !== null && told !== 'signIn') throw new CameraTrouble(told)
  if (speaker.userName === '') throw new CameraTrouble('noUser')
  const isProof = speaker.proof?.place === place && speaker.proof.body === body
  if (!isProof && (await isKnownUser(speaker))) throw new CameraTrouble('notAllowed')
  throw new CameraTrouble(told ?? (speaker.clocks.isKnown ? 'signIn' : 'signInOrClock'))
}
