// Derived from the migrations of this room by `npm run tables`; what its json columns hold stands in jsonColumns.ts.
import type { JSONColumnType } from 'kysely'
import type { Generated } from '../database/schema.ts'

declare module '../database/schema.ts' {
  interface Database {
    watch_state: {
      device_id: number
      /**
       * a digest of the bound rule that it is of: of another it says nothing
       */
      fingerprint: string
      kept: JSONColumnType<import('#machines/watch/evaluator').Kept>
      kept_at: number
      kind: string
      ordinal: number
      rule_id: number
      /**
       * people are told by it where its device is lost, whatever else is so
       */
      tells_loss: Generated<boolean>
      tenant_id: number
    }
  }
}
