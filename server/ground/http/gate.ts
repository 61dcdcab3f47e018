import type { Caller, Grant } from './handler.ts'

/** A session ended; or grants of these users may have changed, and of whoever else is in `tenant`: not every grant is known here. */
export type GateChange = { readonly sessionId: string } | { readonly users: readonly number[]; readonly tenant: number | 'every' | null }

/** Checks tokens and knows grants; both from a cache that a change empties within a second. Made in server/session/gate.ts. */
export interface Gate {
  /** Who holds this access token. */
  identify(accessToken: string): Promise<Caller | 'expired' | 'invalid'>
  /** Whose session it is; null where it is over. */
  session(sessionId: string): Promise<Caller | null>
  /** What a user may do in a tenant, whoever asks; null where it is not one of the user's. */
  grant(userId: number, tenantId: number): Promise<Grant | null>
  /**
   * What a caller may do in a tenant: what its user may, once there is the second factor that the tenant demands; a program no more than its
   * scopes; who views as somebody else, what both may.
   */
  grantFor(caller: Caller, tenantId: number): Promise<Grant | null>
  /** Milliseconds UTC at which an access token expires, 0 where it is none. */
  expiry(accessToken: string): number
  /** Forgets what is known of a session, a user, or every user of a tenant: the next call asks the database. */
  readonly forget: (subject: 'session' | 'user' | 'tenant', id: string) => void
  /** Called after a change was heard, whichever process made it. */
  onChange(listener: (change: GateChange) => void): void
}

/** A session that the tenant lets do nothing until its user has a second factor. */
export const lacksSecondFactor = (caller: Pick<Caller, 'secondFactor'>, grant: Pick<Grant, 'demandsSecondFactor'>): boolean =>
  grant.demandsSecondFactor && !caller.secondFactor
