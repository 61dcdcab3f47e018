import type { Client, PublishPacket } from 'aedes'
import { ACCESS_TOKEN } from '#contract/devices/foreign'
import { EUI } from '#contract/devices/gateway'
import { foreignSpeech } from './foreignSpeech.ts'
import { hashSecret, secretMatches } from './secret.ts'
import type { Gate } from '../http/gate.ts'
import type { Directory } from './directory.ts'
import type { KnownDevice } from './knownDevice.ts'
import { ownSpeech } from './ownSpeech.ts'
import { type DevicePeers, inside, MOST_CONNECTIONS, type Peer } from './peers.ts'
import type { Refuser } from './refuse.ts'
import type { Speech, Subscriptions } from './speech.ts'
import type { Tries } from './tries.ts'
import { CONSOLE_NAME, isOfDevice } from './userNames.ts'

/** How long a device's row is trusted when it signs in, ms. */
const SIGN_IN_AGE_MS = 2000

/** What a connection says in its CONNECT. */
export interface Connect {
  readonly will: PublishPacket | null
  /** Made up where it gave none. */
  readonly clientId: string
  readonly clean: boolean
  /** It asks for a session that is kept, and names none: MQTT 3.1.1 refuses it (3.1.3-8). */
  readonly isNameless: boolean
}
/** Why a sign-in is refused, with the return code of its CONNACK. */
export interface Refusal {
  readonly reason: string
  readonly returnCode: 2 | 3 | 4 | 5
}

export type SignIn = (
  client: Client,
  connect: Connect,
  username: string | undefined,
  password: Buffer | undefined,
) => Promise<Peer | Refusal>

/** Who a connection is: a device by its secret, or by an access token alone, a console by its user's token. */
export function createSignIn(given: {
  gate: Gate
  directory: Directory
  demo: boolean
  devices: DevicePeers
  refuser: Pick<Refuser, 'tell' | 'addressOf'>
  tries: Tries
}): SignIn {
  const { gate, directory, devices } = given

  async function bySecret(client: Client, username: string, secret: string): Promise<KnownDevice | Refusal> {
    const match = /^(0|[1-9]\d{0,14})\/([^/]+)$/.exec(username)
    if (!match || !EUI.test(match[2]!)) return { reason: 'no such name', returnCode: 4 }
    const found = await directory.find({ tenantId: Number(match[1]), eui: match[2]! }, SIGN_IN_AGE_MS)
    if (!found) return { reason: 'no such device', returnCode: 4 }
    if (secretMatches(secret, found.secretHash)) return found
    given.refuser.tell(client, found, 'wrongPassword', username)
    return { reason: 'wrong secret', returnCode: 4 }
  }

  /** The hash alone is looked up: how long that takes says nothing of a token that is nearly right. */
  async function byToken(token: string, password: string): Promise<KnownDevice | Refusal> {
    if (!ACCESS_TOKEN.test(token) || password !== '') return { reason: 'no such name', returnCode: 4 }
    return (await directory.withToken(hashSecret(token), SIGN_IN_AGE_MS)) ?? { reason: 'no such token', returnCode: 4 }
  }

  function device(
    client: Client,
    found: KnownDevice | Refusal,
    speechOf: (device: KnownDevice, subscriptions: Subscriptions) => Speech,
    { will, clientId }: Connect,
  ): Peer | Refusal {
    if ('reason' in found) return found
    if (found.demo && !given.demo) return { reason: 'demo device while DEMO is off', returnCode: 5 }
    if (!found.enabled) return { reason: 'disabled device', returnCode: 5 }
    const speech = speechOf(found, () => inside(client).subscriptions)
    if (will) {
      const allowed = speech.publish(will.topic, will.retain)
      if (typeof allowed === 'string') {
        given.refuser.tell(client, found, 'forbiddenTopic', will.topic)
        return { reason: `last will: ${allowed}`, returnCode: 5 }
      }
    }
    if (!devices.admit(found, clientId, client)) return { reason: `over ${MOST_CONNECTIONS} connections of a device`, returnCode: 3 }
    return { kind: 'device', client, device: found, clientId, speech, listensTo: new Set() }
  }

  async function console(client: Client, token: string, { will }: Connect): Promise<Peer | Refusal> {
    const caller = await gate.identify(token)
    if (caller === 'expired') return { reason: 'expired token', returnCode: 4 }
    if (caller === 'invalid') return { reason: 'invalid token', returnCode: 4 }
    if (will) return { reason: 'last will: consoles do not publish', returnCode: 5 }
    return { kind: 'console', client, userId: caller.userId, caller, sessionId: caller.sessionId, token, listensTo: new Set() }
  }

  /** Looks for the device where there were not too many tries before. */
  async function tried(client: Client, username: string, look: () => Promise<KnownDevice | Refusal>): Promise<KnownDevice | Refusal> {
    const address = given.refuser.addressOf(client) ?? ''
    if (!given.tries.begin(address, username)) return { reason: 'too many tries', returnCode: 3 }
    const found = await look()
    if (!('reason' in found)) given.tries.letIn(address, username)
    return found
  }

  return async (client, connect, username, password) => {
    if (connect.isNameless) return { reason: 'no client id for a session that is kept', returnCode: 2 }
    const secret = password?.toString('utf8')
    const namesToken = username !== undefined && username !== CONSOLE_NAME && !isOfDevice(username)
    if (namesToken) return device(client, await tried(client, username, () => byToken(username, secret ?? '')), foreignSpeech, connect)
    if (username === undefined || secret === undefined) return { reason: 'no name or secret', returnCode: 5 }
    if (username === CONSOLE_NAME) return console(client, secret, connect)
    return device(client, await tried(client, username, () => bySecret(client, username, secret)), ownSpeech, connect)
  }
}
