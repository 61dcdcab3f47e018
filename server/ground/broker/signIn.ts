import type { Client, PublishPacket } from 'aedes'
import { EUI } from '#contract/devices/gateway'
import { secretMatches } from './secret.ts'
import type { Gate } from '../http/gate.ts'
import { devicePublish, publishTopicsOf } from './access.ts'
import type { Directory } from './directory.ts'
import { type DevicePeers, MOST_CONNECTIONS, type Peer } from './peers.ts'
import type { Refuser } from './refuse.ts'

/** How long a device's row is trusted when it signs in, ms. */
const SIGN_IN_AGE_MS = 2000
export const CONSOLE_NAME = 'console'

/** What a connection says in its CONNECT. */
export interface Connect {
  readonly will: PublishPacket | null
  /** Made up where it gave none. */
  readonly clientId: string
  readonly clean: boolean
}
/** Why a sign-in is refused, with the return code of its CONNACK. */
export interface Refusal {
  readonly reason: string
  readonly returnCode: 3 | 4 | 5
}

export type SignIn = (
  client: Client,
  connect: Connect,
  username: string | undefined,
  password: Buffer | undefined,
) => Promise<Peer | Refusal>

/** Who a connection is: a device by its secret, a console by its user's token. */
export function createSignIn(given: {
  gate: Gate
  directory: Directory
  demo: boolean
  devices: DevicePeers
  refuser: Pick<Refuser, 'tell'>
}): SignIn {
  const { gate, directory, devices } = given

  async function device(client: Client, username: string, secret: string, { will, clientId }: Connect): Promise<Peer | Refusal> {
    const match = /^(0|[1-9]\d{0,14})\/([^/]+)$/.exec(username)
    if (!match || !EUI.test(match[2]!)) return { reason: 'no such name', returnCode: 4 }
    const found = await directory.find({ tenantId: Number(match[1]), eui: match[2]! }, SIGN_IN_AGE_MS)
    if (!found) return { reason: 'no such device', returnCode: 4 }
    if (!secretMatches(secret, found.secretHash)) {
      given.refuser.tell(client, found, 'wrongPassword', username)
      return { reason: 'wrong secret', returnCode: 4 }
    }
    if (found.demo && !given.demo) return { reason: 'demo device while DEMO is off', returnCode: 5 }
    if (!found.enabled) return { reason: 'disabled device', returnCode: 5 }
    if (will) {
      const allowed = devicePublish(found, will.topic, will.retain)
      if (typeof allowed === 'string') {
        given.refuser.tell(client, found, 'forbiddenTopic', will.topic)
        return { reason: `last will: ${allowed}`, returnCode: 5 }
      }
    }
    if (!devices.admit(found, clientId, client)) return { reason: `over ${MOST_CONNECTIONS} connections of a device`, returnCode: 3 }
    return { kind: 'device', client, device: found, clientId, publishTopics: publishTopicsOf(found), listensTo: new Set() }
  }

  async function console(client: Client, token: string, { will }: Connect): Promise<Peer | Refusal> {
    const caller = await gate.identify(token)
    if (caller === 'expired') return { reason: 'expired token', returnCode: 4 }
    if (caller === 'invalid') return { reason: 'invalid token', returnCode: 4 }
    if (will) return { reason: 'last will: consoles do not publish', returnCode: 5 }
    return { kind: 'console', client, userId: caller.userId, sessionId: caller.sessionId, token, listensTo: new Set() }
  }

  return async (client, connect, username, password) => {
    if (username === undefined || password === undefined) return { reason: 'no name or secret', returnCode: 5 }
    const secret = password.toString('utf8')
    return username === CONSOLE_NAME ? console(client, secret, connect) : device(client, username, secret, connect)
  }
}
