// Derived from the migrations of this room by `npm run tables`; what its json columns hold stands in jsonColumns.ts.
import type { JSONColumnType } from 'kysely'
import type { Generated, Numeric } from '../ground/database/schema.ts'

declare module '../ground/database/schema.ts' {
  interface Database {
    batch: {
      area_id: number
      batch_name: string
      batch_no: string | null
      batch_state: Generated<string>
      created_at: number | null
      created_by: number | null
      density: Numeric | null
      end_reason: string | null
      ended_at: number | null
      expected_yield: Numeric | null
      harvest_on: string | null
      head_count: number | null
      id: Generated<number>
      land_id: number
      object_version_number: Generated<number>
      /**
       * how much of the plot it takes, mu; null: all of it
       */
      part: Numeric | null
      remark: string | null
      /**
       * as its variety had them when it was made, unless they were changed here
       */
      stages: Generated<JSONColumnType<import('#contract/core/field').Stage[]>>
      started_at: number | null
      starts_on: string
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
      variety_id: number | null
      /**
       * as it was called when it was written: a variety that is deleted leaves its name
       */
      variety_name: string
    }
    batch_harvest: {
      batch_id: number
      created_at: number | null
      created_by: number | null
      /**
       * the receipt that was drafted of it
       */
      document_id: number | null
      harvested_on: string
      id: Generated<number>
      /**
       * the same in kg, by the unit as it was then; null: it is no weight
       */
      kg: Numeric | null
      object_version_number: Generated<number>
      product_id: number | null
      quantity: Numeric
      remark: string | null
      store_id: number | null
      tenant_id: number
      unit_kind: string
      unit_name: string
      updated_at: number | null
      updated_by: number | null
    }
  }
}
