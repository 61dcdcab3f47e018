import type { CameraFault } from '#contract/cameras/camera'
import { saysLocked } from '../netFault.ts'
import type { Signer } from '../signIn.ts'
import { bytesOf, createParts, headOf, type Message, withHeads } from './messages.ts'

/** So many words are under way that nobody answered: a camera may answer none of those that keep a stream alive. */
const MOST_OPEN = 32
const ANSWER = /^RTSP\/\S*[ \t]+\+?0*(\d{1,9})/
/** Whether what begins so can be an answer, or the beginning of one. */
const isAnswer = (bytes: Buffer): boolean => 'RTSP/'.startsWith(bytes.toString('latin1', 0, 5))
const isRequest = (bytes: Buffer): boolean => /^[A-Z_]+( |$)/.test(bytes.toString('latin1', 0, 20))

interface Open {
  readonly request: Message
  /** Its number as it was asked. */
  readonly number: string
  refusals: number
  isSigned: boolean
}

/**
 * What is said between a program that knows nothing but a place of this host (`own`, as `127.0.0.1:1234`) and a camera at `url`: what is asked is
 * asked of the camera by its own address and signed as it wants, which the program neither can nor has the password for.
 */
export function createTalk(given: {
  own: string
  url: URL
  signer: Signer
  toCamera: (bytes: Buffer) => void
  toProgram: (bytes: Buffer) => void
  /** Why it refuses; null where it does not. */
  heard: (fault: CameraFault | null) => void
}) {
  const { own, url, signer, toCamera, toProgram, heard } = given
  const asked = createParts(isRequest)
  const answered = createParts(isAnswer)
  const open = new Map<string, Open>()
  const start = `rtsp://${own}`
  let numbers = 0
  /** Who was refused as they came is not named again: devices lock an account after some wrong attempts. */
  let isIn = false
  let isOut = false

  function ask(one: Open): void {
    const [method = '', address = '', ...rest] = one.request.lines[0]!.split(' ')
    const place = address.startsWith(start) ? `${url.protocol}//${url.host}${address.slice(start.length)}` : address
    const number = String(++numbers)
    open.set(number, one)
    if (open.size > MOST_OPEN) open.delete(open.keys().next().value!)
    const request = { ...one.request, lines: [[method, place, ...rest].join(' '), ...one.request.lines.slice(1)] }
    const authorization = isOut ? null : signer.sign(method, place, one.request.body.toString('latin1'))
    one.isSigned = authorization !== null
    toCamera(bytesOf(withHeads(request, { CSeq: number, Authorization: authorization })))
  }
  function hear(message: Message): void {
    const number = headOf(message, 'cseq')[0] ?? ''
    // Some leave the number out; only one is asked at a time then.
    const key = open.has(number) ? number : ([...open.keys()].at(-1) ?? '')
    const one = open.get(key)
    open.delete(key)
    const status = Number(ANSWER.exec(message.lines[0]!)?.[1] ?? 0)
    if (status === 401 && one) {
      const verdict = isOut ? 'refused' : signer.take(headOf(message, 'www-authenticate'), ++one.refusals)
      if (verdict === 'again') return ask(one)
      isOut = verdict === 'refused' && !isIn
      heard(isLocked(status, message) ? 'locked' : verdict === 'refused' ? 'signIn' : verdict === 'nobody' ? 'noUser' : 'signInWay')
    } else if (status >= 400) heard(isLocked(status, message) ? 'locked' : status === 403 ? 'notAllowed' : 'noStream')
    else if (status >= 200) {
      isIn ||= one?.isSigned ?? false
      heard(null)
    }
    toProgram(bytesOf(one ? withHeads(message, { CSeq: one.number }) : message))
  }
  return {
    /** What the program says. */
    asks(chunk: Buffer): void {
      for (const part of asked.take(chunk)) {
        if ('raw' in part) toCamera(part.raw)
        else ask({ request: part.message, number: headOf(part.message, 'cseq')[0] ?? '', refusals: 0, isSigned: false })
      }
    },
    /** What the camera says. */
    answers(chunk: Buffer): void {
      for (const part of answered.take(chunk)) {
        if ('raw' in part) toProgram(part.raw)
        else hear(part.message)
      }
    },
  }
}

const isLocked = (status: number, { lines, body }: Message): boolean => saysLocked(status, [...lines, body.toString('latin1')].join('\n'))
