import type { AuthenticateError, Client } from 'aedes'
import type { SparingLog } from '../sparingLog.ts'
import { type Connecting, consoleId, judgeConnect } from './connects.ts'
import { inside, type Peer } from './peers.ts'
import type { Refuser } from './refuse.ts'
import type { SessionStore } from './sessions.ts'
import type { Connect, SignIn } from './signIn.ts'
import { openName } from './userNames.ts'

/** Lets connections in, each with what it said in its CONNECT. */
export interface Entrance {
  /** Gives a connection its id, and its session its life, before anybody asks who it is. */
  preConnect(client: Client, packet: Connecting): void
  /** Answers why it is not let in, or null. */
  authenticate(client: Client, username?: string, password?: Buffer): Promise<AuthenticateError | null>
}

export function createEntrance(given: {
  signIn: SignIn
  sessions: SessionStore
  refuser: Refuser
  sparing: SparingLog
  admitted: (client: Client, peer: Peer) => void
}): Entrance {
  const { signIn, sessions, refuser, sparing } = given
  const connects = new WeakMap<Client, Connect>()
  return {
    preConnect(client, packet) {
      const { id, isClean, connect } = judgeConnect(packet, (owner, of) => sessions.hasRoom(owner, of))
      connects.set(client, connect)
      Object.assign(packet, { clientId: id, clean: isClean })
    },
    async authenticate(client, username, password) {
      const connect = connects.get(client)!
      const judged = await signIn(client, connect, username, password).catch((cause: Error) => {
        sparing.say('error', 'mqtt sign-in not judged', { cause: cause.message }, 'a sign-in on MQTT could not be judged')
        return { reason: 'database away', returnCode: 3 as const }
      })
      if ('reason' in judged) {
        refuser.refuse(client, 'connect', judged.reason, { name: username === undefined ? undefined : openName(username).slice(0, 100) })
        return Object.assign(new Error(judged.reason), { returnCode: judged.returnCode }) as AuthenticateError
      }
      if (judged.kind === 'console') inside(client).id = consoleId(judged.userId, connect.clientId)
      // Others may have taken the last room since CONNECT came.
      else if (!connect.clean && !sessions.keep(username!, inside(client).id)) inside(client).clean = true
      given.admitted(client, judged)
      return null
    },
  }
}
