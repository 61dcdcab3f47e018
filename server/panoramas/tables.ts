// Derived from the migrations of this room by `npm run tables`; what its json columns hold stands in jsonColumns.ts.
import type { JSONColumnType } from 'kysely'
import type { Generated } from '../ground/database/schema.ts'

declare module '../ground/database/schema.ts' {
  interface Database {
    panorama: {
      created_at: number | null
      created_by: number | null
      enabled_flag: Generated<number>
      id: Generated<number>
      name: string
      object_version_number: Generated<number>
      picture_id: string
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    panorama_picture: {
      created_at: number
      height: number
      id: string
      index: JSONColumnType<import('./cube/pack.ts').PackIndex | null> | null
      /**
       * the file that holds all that was made of it, see index
       */
      pack_id: string | null
      progress: Generated<number>
      state: Generated<string>
      tenant_id: number
      /**
       * the code of a failure, and the figures of its words
       */
      why: JSONColumnType<import('./pictures.ts').Why | null> | null
      width: number
    }
    panorama_scene: {
      cover: Generated<string>
      created_at: number | null
      created_by: number | null
      hot_spot_json: Generated<string>
      id: Generated<number>
      name: string
      object_version_number: Generated<number>
      panorama_id: number
      place: number
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
      visual_json: Generated<string>
      vr_id: number
    }
    panorama_vr: {
      cover: string
      created_at: number | null
      created_by: number | null
      description: Generated<string>
      enabled_flag: Generated<number>
      id: Generated<number>
      name: string
      object_version_number: Generated<number>
      /**
       * who knows it sees the tour; null where it is not published
       */
      publish_key: string | null
      published_at: number | null
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    panorama_vr_area: {
      area_id: number
      tenant_id: number
      vr_id: number
    }
  }
}
