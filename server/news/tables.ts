// Derived from the migrations of this room by `npm run tables`; what its json columns hold stands in jsonColumns.ts.
import type { JSONColumnType } from 'kysely'
import type { Generated } from '../ground/database/schema.ts'

declare module '../ground/database/schema.ts' {
  interface Database {
    consult_read: {
      consult_id: number
      day: string
      network: Buffer
      tenant_id: number
      visitor: Buffer
    }
    consult_trash: {
      created_at: number | null
      created_by: number | null
      deleted_at: number
      fields: JSONColumnType<import('./kept.ts').KeptArticle & { readTime: number; uploadDate: number }>
      id: number
      tenant_id: number
      title: string
      updated_at: number | null
      updated_by: number | null
    }
    consult_version: {
      consult_id: number
      created_at: number | null
      created_by: number | null
      fields: JSONColumnType<import('./kept.ts').KeptArticle>
      id: Generated<number>
      tenant_id: number
      title: string
      updated_at: number | null
      updated_by: number | null
      version: number
    }
  }
}
