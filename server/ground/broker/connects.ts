import { randomUUID } from 'node:crypto'
import type { PublishPacket } from 'aedes'
import type { Connect } from './signIn.ts'
import { CONSOLE_NAME, isOfDevice, openName } from './userNames.ts'

/** MQTT 3.1 allowed 23; the server's own prefix makes ids longer. */
export const MOST_CLIENT_ID = 1024

/** What of a CONNECT is judged before anybody asks who it is. */
export interface Connecting {
  readonly username?: string
  readonly clientId: string
  readonly clean?: boolean
  readonly will?: unknown
}

/** The id under which the broker keeps a connection. Sessions of two names never meet, whatever client id they choose: the owner stands before it. */
const idOf = (owner: string | number, clientId: string): string => `${owner}|${clientId}`
export const consoleId = (userId: number, clientId: string): string => `${CONSOLE_NAME}|${userId}|${clientId}`

/**
 * How a connection is kept: its id, whether its session ends with it, and what it said. A console's subscriptions end with its connection,
 * so that each is judged under a token that is valid now; so does what has no client id, what there is no room for, and what signs in by an
 * access token: ThingsBoard keeps no session either, and a call that waited has no word of its expiry.
 */
export function judgeConnect(
  packet: Connecting,
  hasRoom: (owner: string, id: string) => boolean,
): { id: string; isClean: boolean; connect: Connect } {
  const name = packet.username ?? ''
  const owner = openName(name)
  const clientId = packet.clientId === '' ? randomUUID() : packet.clientId
  const id = idOf(owner, clientId)
  const isNameless = packet.clientId === '' && packet.clean === false
  const isClean = packet.clean !== false || !isOfDevice(name) || isNameless || !hasRoom(owner, id)
  return { id, isClean, connect: { will: (packet.will as PublishPacket | undefined) ?? null, clientId, clean: isClean, isNameless } }
}
