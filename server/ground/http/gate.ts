import type { Caller, Grant } from './handler.ts'

/** A session ended; or grants of these users may have changed, and of whoever else is in `tenant`: not every grant is known here. */
export type GateChange = { readonly sessionId: string } | { readonly users: readonly number[]; readonly tenant: number | 'every' | null }

/** Checks tokens and knows grants; both from a cache that a change empties within a second. Made in server/session/gate.ts. */
export interface Gate {
  /** Who holds this access token. */
  identify(accessToken: string): Promise<Caller | 'expired' | 'invalid'>
  /** What a caller may do in a tenant; null where it is not one of the caller's. */
  grantFor(caller: Pick<Caller, 'userId' | 'client'>, tenantId: number): Promise<Grant | null>
  /** The same of a person at a console. */
  grant(userId: number, tenantId: number): Promise<Grant | null>
  /** Milliseconds UTC at which an access token expires, 0 where it is none. */
  expiry(accessToken: string): number
  /** Called after a change was heard, whichever process made it. */
  onChange(listener: (change: GateChange) => void): void
}
