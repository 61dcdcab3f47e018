// Derived from the migrations of this room by `npm run tables`; what its json columns hold stands in jsonColumns.ts.
import type { JSONColumnType } from 'kysely'
import type { Generated } from '../ground/database/schema.ts'

declare module '../ground/database/schema.ts' {
  interface Database {
    interlock: {
      circuit: number | null
      created_at: number | null
      created_by: number | null
      device_id: number
      grace_ms: number
      id: Generated<number>
      name: string
      /**
       * of contract/devices/interlock.ts
       */
      need: JSONColumnType<import('#contract/devices/interlock').Need>
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    recipe: {
      /**
       * of contract/devices/dosing.ts
       */
      channels: JSONColumnType<import('#contract/devices/dosing').Recipe['channels']>
      created_at: number | null
      created_by: number | null
      /**
       * target, S/m; null: not regulated
       */
      ec: number | null
      id: Generated<number>
      mode: string
      name: string
      object_version_number: Generated<number>
      ph: number | null
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
  }
}
