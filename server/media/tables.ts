// Derived from the migrations of this room by `npm run tables`; what its json columns hold stands in jsonColumns.ts.
import type { JSONColumnType } from 'kysely'
import type { Generated } from '../ground/database/schema.ts'

declare module '../ground/database/schema.ts' {
  interface Database {
    picture: {
      created_at: number | null
      created_by: number | null
      file_id: string
      file_url: string
      folder_id: number | null
      id: Generated<number>
      object_version_number: Generated<number>
      picture_name: string
      tags: Generated<JSONColumnType<string[]>>
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    picture_folder: {
      created_at: number | null
      created_by: number | null
      folder_name: string
      id: Generated<number>
      object_version_number: Generated<number>
      parent_id: number | null
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    promo_video: {
      created_at: number | null
      created_by: number | null
      enabled_flag: Generated<number>
      file_id: string
      file_url: string
      id: Generated<number>
      object_version_number: Generated<number>
      position: Generated<number>
      poster_url: string | null
      seconds: number
      tenant_id: number
      title: string
      updated_at: number | null
      updated_by: number | null
    }
  }
}
