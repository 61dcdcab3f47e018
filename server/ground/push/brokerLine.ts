import { connect as connectTcp, isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { MqttClient } from 'mqtt'
import type { PushFault } from '#contract/organization/dataPush'
import { hostOf, mqttAddress, portOf } from '../calling/address.ts'
import { foundFor, type Leash, PATIENCE_MS } from '../calling/callOut.ts'

/** A connection to somebody's broker. */
export interface BrokerLine {
  readonly isOpen: () => boolean
  /** Says all of it in order, at least once each; answers why not, null where the broker has all of it. Throws where `signal` ended it. */
  say(messages: readonly { topic: string; body: string }[], signal: AbortSignal): Promise<PushFault | null>
  close(): void
}

/** Nothing else connects it again: the address would have to be judged anew. */
const NEVER = 0
const KEEP_ALIVE_S = 30
/** Nothing is subscribed to: a broker has only acknowledgements to say, of a few bytes each. One that says more between two deliveries is let go. */
const MOST_HEARD = 64 * 1024

/** Connects to a broker, to an address that was judged and no other. Throws where `signal` ended it. */
export async function openLine(
  { address, userName, password }: { address: string; userName: string; password: string | null },
  signal: AbortSignal,
  leash: Leash,
): Promise<BrokerLine | { readonly why: PushFault }> {
  const url = mqttAddress(address, leash.allow)
  if (url === null) return { why: 'refused' }
  const patienceMs = leash.patienceMs ?? PATIENCE_MS
  const late = AbortSignal.timeout(patienceMs)
  const both = AbortSignal.any([signal, late])
  let host: string
  try {
    const answer = await foundFor(url, both, leash)
    if ('why' in answer) return answer
    host = answer.found[0]!.address
  } catch {
    signal.throwIfAborted()
    return { why: late.aborted ? 'tooSlow' : 'unknownHost' }
  }
  const port = portOf(url)
  const name = hostOf(url)
  let heard = 0
  const client = new MqttClient(
    () => {
      const socket =
        url.protocol === 'mqtts:'
          ? connectTls({ host, port, ...(isIP(name) === 0 ? { servername: name } : {}) })
          : connectTcp({ host, port })
      return socket.on('data', (part: Buffer) => {
        heard += part.length
        if (heard > MOST_HEARD) socket.destroy()
      })
    },
    {
      protocolVersion: 4,
      clean: true,
      reconnectPeriod: NEVER,
      connectTimeout: patienceMs,
      keepalive: KEEP_ALIVE_S,
      queueQoSZero: false,
      ...(userName !== '' && { username: userName }),
      ...(password !== null && { password }),
    },
  )
  let refused: number | null = null
  client.on('error', (cause) => {
    const { code } = cause as { code?: unknown }
    if (typeof code === 'number') refused = code
  })
  let isClosed = false
  const close = () => {
    isClosed = true
    client.end(true)
  }
  const isThere = await settled(both, (done) => {
    client.once('connect', () => done(true))
    client.once('close', () => done(false))
  })
  if (isThere !== true) {
    close()
    signal.throwIfAborted()
    return { why: late.aborted ? 'tooSlow' : refused === null ? 'unreachable' : 'signIn' }
  }
  return {
    isOpen: () => client.connected && !isClosed,
    async say(messages, ending) {
      heard = 0
      const slow = AbortSignal.timeout(patienceMs)
      const result = await settled(AbortSignal.any([ending, slow]), (done) => {
        const lose = () => done(false)
        client.once('close', lose)
        void (async () => {
          const isTaken = await publish(client, messages)
          client.off('close', lose)
          done(isTaken)
        })()
      })
      if (result === true) return null
      // What the broker has of it nobody knows: the next line says all of it again.
      close()
      ending.throwIfAborted()
      return slow.aborted ? 'tooSlow' : 'unreachable'
    },
    close,
  }
}

/** In order; answers whether the broker has acknowledged all of it. */
async function publish(client: MqttClient, messages: readonly { topic: string; body: string }[]): Promise<boolean> {
  try {
    await Promise.all(messages.map(({ topic, body }) => client.publishAsync(topic, body, { qos: 1 })))
    return true
  } catch {
    return false
  }
}

/** What comes first; null where the signal does. */
function settled(signal: AbortSignal, begin: (done: (is: boolean) => void) => void): Promise<boolean | null> {
  return new Promise((resolve) => {
    const end = () => resolve(null)
    if (signal.aborted) return end()
    signal.addEventListener('abort', end, { once: true })
    begin((is) => {
      signal.removeEventListener('abort', end)
      resolve(is)
    })
  })
}
