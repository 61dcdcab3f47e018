// Derived from the migrations of this room by `npm run tables`; what its json columns hold stands in jsonColumns.ts.
import type { Generated } from '../database/schema.ts'

declare module '../database/schema.ts' {
  interface Database {
    rollup_horizon: {
      hour: number
      only_one: Generated<boolean>
      version: number
    }
  }
}
