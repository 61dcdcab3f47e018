// Derived from the migrations of this room by `npm run tables`; what its json columns hold stands in jsonColumns.ts.
import type { Generated } from '../database/schema.ts'

declare module '../database/schema.ts' {
  interface Database {
    switch_change: {
      at: number
      id: Generated<number>
      status: number
      switch_id: number
      tenant_id: number
    }
  }
}
