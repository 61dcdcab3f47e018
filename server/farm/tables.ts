// Derived from the migrations of this room by `npm run tables`; what its json columns hold stands in jsonColumns.ts.
import type { JSONColumnType } from 'kysely'
import type { Generated, Numeric } from '../ground/database/schema.ts'

declare module '../ground/database/schema.ts' {
  interface Database {
    activity: {
      activity_kind: string
      activity_name: string
      area_id: number
      batch_id: number | null
      created_at: number | null
      created_by: number | null
      done_at: number
      harvested: Numeric | null
      id: Generated<number>
      land_id: number
      machine: string | null
      no_weather: string | null
      object_version_number: Generated<number>
      pictures: Generated<JSONColumnType<string[]>>
      remark: string | null
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
      /**
       * as a station of the base measured it then; no_weather says why there is none
       */
      weather: JSONColumnType<import('#contract/farm/activity').ActivityWeather | null> | null
    }
    activity_material: {
      activity_id: number
      id: Generated<number>
      /**
       * the issue that it came from: the quantity that is counted there
       */
      issue_id: number | null
      nth: number
      product_id: number
      quantity: Numeric
      tenant_id: number
    }
    activity_worker: {
      activity_id: number
      hours: Numeric
      nth: number
      tenant_id: number
      worker_id: number
    }
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
  }
}
