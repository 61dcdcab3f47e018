// Derived from the migrations of this room by `npm run tables`; what its json columns hold stands in jsonColumns.ts.
import type { Generated } from '../ground/database/schema.ts'

declare module '../ground/database/schema.ts' {
  interface Database {
    application: {
      /**
       * null: every base
       */
      area_ids: number[] | null
      client_id: string
      created_at: number | null
      created_by: number | null
      description: Generated<string>
      enabled_flag: Generated<number>
      expires_at: number | null
      id: Generated<number>
      name: string
      object_version_number: Generated<number>
      old_secret_hash: string | null
      old_secret_key: string | null
      old_secret_until: number | null
      per_minute: number
      scopes: Generated<string[]>
      secret_at: number | null
      secret_hash: string | null
      /**
       * what the tokens name that were given for this secret
       */
      secret_key: string | null
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
      used_at: number | null
      /**
       * under which it writes: an account that nobody signs in to
       */
      user_id: number
    }
    client_use: {
      application_id: number | null
      calls: number
      hour: number
      limited: number
      refused: number
      tenant_id: number
      token_id: number | null
    }
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
    personal_token: {
      created_at: number | null
      created_by: number | null
      expires_at: number
      id: Generated<number>
      key: string
      name: string
      scopes: string[]
      tenant_id: number
      token_hash: string
      updated_at: number | null
      updated_by: number | null
      used_at: number | null
      user_id: number
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
