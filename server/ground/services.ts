import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type pg from 'pg'
import type { BrokerDoor } from './broker/door.ts'
import type { Config } from './config.ts'
import type { Database } from './database/schema.ts'
import type { CommandDesk } from './commandDesk.ts'
import type { ForeignDesk } from './foreign/desk.ts'
import type { Gate } from './http/gate.ts'
import type { Upgrades } from './http/upgrades.ts'
import type { LivePublisher } from './live/live.ts'
import type { Message } from './outbox/parcel.ts'
import type { Wanted } from './push/wanted.ts'
import type { Secrets } from './secrets.ts'

/** What the parts of the server are given. `clock` answers ms UTC. */
export interface Services {
  readonly config: Config
  readonly log: Logger
  readonly clock: () => number
  /** Request role: only inside `inTenant` does it see anything of a tenant. */
  readonly requestDb: Kysely<Database>
  /** Service role: ingest, jobs, sign-in. */
  readonly serviceDb: Kysely<Database>
  /** The same role's pool, for the statements that must be fast. */
  readonly servicePool: pg.Pool
  readonly gate: Gate
  readonly live: LivePublisher
  readonly broker: BrokerDoor
  readonly desk: CommandDesk
  readonly upgrades: Upgrades
  /** Of which tenants readings are kept to be sent. */
  readonly wanted: Wanted
  /** Devices say about as much as can be stored: what can wait gives way. */
  readonly isPressed: () => boolean
  /** Has something ended with the server, before its database is let go. */
  readonly atEnd: (end: () => Promise<void>) => void
  /** Reads what forms sent encrypted. */
  readonly secrets: Secrets
  /** Where foreign files are read, cleaned and drawn. */
  readonly foreign: ForeignDesk
  /** Posts a message to a user; with a transaction at hand post `messageTo(...)` in it instead (outbox/parcel.ts). */
  readonly notify: (to: { tenantId: number; userId: number }, message: Message) => Promise<void>
}
