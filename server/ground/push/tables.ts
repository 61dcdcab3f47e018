// Derived from the migrations of this room by `npm run tables`; what its json columns hold stands in jsonColumns.ts.
import type { JSONColumnType } from 'kysely'
import type { Generated } from '../database/schema.ts'

declare module '../database/schema.ts' {
  interface Database {
    push_delivery: {
      attempts: Generated<number>
      code: number | null
      created_at: number
      dead_at: number | null
      /**
       * how often in a row the receiver said that it never takes this one
       */
      declines: Generated<number>
      first_at: number
      id: Generated<string>
      n: number
      next_at: Generated<number>
      nth: Generated<number>
      /**
       * JSON, an array: what is sent again is the same to the letter
       */
      records: string
      resent: Generated<boolean>
      said: Generated<string>
      state: Generated<string>
      target_id: number
      tenant_id: number
      why: string | null
    }
    push_feed: {
      at: number
      /**
       * of readings: item ids, times and values as doubles, then places as ints, in columns (batchBytes.ts)
       */
      batch: Buffer | null
      id: Generated<number>
      n: number
      refs: JSONColumnType<(number | [switchId: number, at: number, status: number])[]> | null
      source: string
      tenant_id: number
    }
    push_progress: {
      code: number | null
      /**
       * all of the feed up to here was looked at; of the row part_id so many as part_at, too
       */
      cursor: number
      delivered: Generated<number>
      dropped: Generated<number>
      error_at: number | null
      /**
       * ms UTC of the first failure since something was taken last
       */
      failing_since: number | null
      part_at: Generated<number>
      part_id: number | null
      success_at: number | null
      target_id: number
      tenant_id: number
      why: string | null
    }
    push_target: {
      address: string
      area_ids: Generated<number[]>
      batch_size: number
      created_at: number | null
      created_by: number | null
      device_ids: Generated<number[]>
      device_types: Generated<string[]>
      enabled_flag: Generated<number>
      format: Generated<string>
      header_names: Generated<string[]>
      headers: string | null
      id: Generated<number>
      interval_seconds: number
      item_codes: Generated<string[]>
      /**
       * names the secret to the receiver
       */
      key_id: string
      kind: string
      name: string
      object_version_number: Generated<number>
      old_key_id: string | null
      /**
       * sealed as secret is: what is sent until old_secret_until (ms UTC) is signed with it too
       */
      old_secret: string | null
      old_secret_until: number | null
      password: string | null
      retention_hours: number
      /**
       * sealed, as are password and headers: what a receiver knows this product by, and this product a receiver
       */
      secret: string | null
      sources: string[]
      tenant_id: number
      things: Generated<string[]>
      topic: Generated<string>
      updated_at: number | null
      updated_by: number | null
      user_name: Generated<string>
    }
  }
}
