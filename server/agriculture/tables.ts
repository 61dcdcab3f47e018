// Derived from the migrations of this room by `npm run tables`; what its json columns hold stands in jsonColumns.ts.
import type { JSONColumnType } from 'kysely'
import type { Generated } from '../ground/database/schema.ts'

declare module '../ground/database/schema.ts' {
  interface Database {
    inquiry: {
      /**
       * the answer that its asker took last
       */
      accepted_id: number | null
      answers: Generated<number>
      area_id: number
      asked_at: number
      asker_id: number | null
      asker_name: string
      batch_id: number | null
      close_reason: string | null
      closed_at: number | null
      closed_by: string | null
      created_at: number | null
      created_by: number | null
      id: Generated<number>
      land_id: number | null
      last_at: number
      state: Generated<string>
      tenant_id: number
      title: string
      updated_at: number | null
      updated_by: number | null
    }
    inquiry_expert: {
      area_id: number
      inquiry_id: number
      name: string
      tenant_id: number
      user_id: number
    }
    inquiry_message: {
      area_id: number
      at: number
      author_id: number | null
      author_name: string
      content: string
      id: Generated<number>
      inquiry_id: number
      kind: string
      pictures: Generated<JSONColumnType<string[]>>
      tenant_id: number
    }
  }
}
