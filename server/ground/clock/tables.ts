// Derived from the migrations of this room by `npm run tables`; what its json columns hold stands in jsonColumns.ts.
import type { JSONColumnType } from 'kysely'
import type { Generated } from '../database/schema.ts'

declare module '../database/schema.ts' {
  interface Database {
    job: {
      /**
       * how often it failed since it was last done; due_at is then the next try
       */
      attempts: Generated<number>
      created_at: number
      done_at: number | null
      due_at: number
      error: string | null
      id: Generated<number>
      key: Generated<string>
      name: string
      payload: Generated<JSONColumnType<object>>
      /**
       * how far ahead it was set, in ms, where that is what counts; null where the moment counts
       */
      span: number | null
      tenant_id: number | null
    }
  }
}
