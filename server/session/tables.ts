// Derived from the migrations of this room by `npm run tables`; what its json columns hold stands in jsonColumns.ts.
import type { Generated } from '../ground/database/schema.ts'

declare module '../ground/database/schema.ts' {
  interface Database {
    external_attempt: {
      expires_at: number
      nonce: string
      state_hash: string
      /**
       * of what the browser that was sent keeps: no other browser finishes it
       */
      ticket_hash: string
      /**
       * who links an account; null where somebody signs in
       */
      user_id: number | null
      verifier: string
    }
    external_login: {
      /**
       * the user
       */
      id: number
      issuer: string
      since: number
      subject: string
    }
    second_factor: {
      /**
       * the user
       */
      id: number
      /**
       * the newest time step of which a code was used: a code is good once
       */
      last_step: number
      /**
       * hashes of the codes that are left
       */
      recovery: string[]
      /**
       * sealed (server/ground/seal.ts)
       */
      secret: string
      since: number
    }
    second_factor_offer: {
      at: number
      secret: string
      user_id: number
    }
    sign_in_challenge: {
      expires_at: number
      key_hash: string
      /**
       * of the password as it was then: another one ends it
       */
      password_mark: string
      tries: Generated<number>
      user_id: number
    }
    try_limit: {
      at: number
      subject: string
      tries: number
    }
    viewing: {
      began_at: number
      ended_at: number | null
      ends_at: number
      id: string
      session_id: string | null
      tenant_id: number
      viewed_id: number
      viewer_id: number
    }
  }
}
