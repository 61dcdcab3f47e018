import { createHmac } from 'node:crypto'
import { callOut, type Leash } from '../../../ground/calling/callOut.ts'
import type { Letter, Outcome } from './outcome.ts'

type Robot = 'dingtalk' | 'wecom' | 'feishu'
interface Post {
  readonly url: string
  readonly body: object
}

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64')
/** WeCom takes this many bytes of text; the others more. */
const LONGEST_BYTES = 2000

/** What each platform's robots of a group are sent: a text, signed where a secret is set. `now` is ms UTC. */
const posts: Readonly<Record<Robot, (letter: Letter, content: string, now: number) => Post>> = {
  // Signed in the address: HMAC of the moment in ms and the secret, under the secret.
  dingtalk({ address, secret }, content, now) {
    const url = new URL(address)
    if (secret !== null) {
      url.searchParams.set('timestamp', String(now))
      url.searchParams.set('sign', hmac(secret, `${now}\n${secret}`))
    }
    return { url: url.href, body: { msgtype: 'text', text: { content } } }
  },
  wecom: ({ address }, content) => ({ url: address, body: { msgtype: 'text', text: { content } } }),
  // Signed in the body: HMAC of nothing, under the moment in seconds and the secret.
  feishu({ address, secret }, content, now) {
    const timestamp = String(Math.floor(now / 1000))
    const signed = secret === null ? {} : { timestamp, sign: hmac(`${timestamp}\n${secret}`, '') }
    return { url: address, body: { ...signed, msg_type: 'text', content: { text: content } } }
  },
}

/** Has the robot of a group say something. Platforms answer 200 also where they refuse it: a number other than 0 says so. */
export async function sayByRobot(letter: Letter & { kind: Robot }, signal: AbortSignal, now: number, leash: Leash): Promise<Outcome> {
  const content = cut([letter.subject, letter.text, letter.link].filter((line) => line !== null && line !== '').join('\n'))
  const { url, body } = posts[letter.kind](letter, content, now)
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  const answer = await callOut(url, { headers, body: JSON.stringify(body), signal }, leash)
  if ('why' in answer) return { why: answer.why, code: null }
  if (answer.status < 200 || answer.status > 299) return { why: 'declined', code: answer.status }
  const code = numberOf(answer.text)
  return code === 0 ? { why: null, code: answer.status } : { why: 'declined', code: code ?? answer.status }
}

function numberOf(text: string): number | null {
  try {
    const { errcode, code, StatusCode } = JSON.parse(text) as Record<'errcode' | 'code' | 'StatusCode', unknown>
    const number = errcode ?? code ?? StatusCode
    return Number.isSafeInteger(number) && Math.abs(number as number) < 2 ** 31 ? (number as number) : null
  } catch {
    return null
  }
}

/** At most so many bytes, and no half sign. */
function cut(text: string): string {
  const bytes = Buffer.from(text)
  return bytes.length <= LONGEST_BYTES ? text : `${new TextDecoder().decode(bytes.subarray(0, LONGEST_BYTES), { stream: true })}…`
}
