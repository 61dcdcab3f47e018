// Derived from the migrations of this room by `npm run tables`; what its json columns hold stands in jsonColumns.ts.
import type { Generated } from '../database/schema.ts'

declare module '../database/schema.ts' {
  interface Database {
    calculation: {
      created_at: number | null
      created_by: number | null
      device_id: number
      first_id: number
      /**
       * of contract/devices/formula.ts
       */
      formula: string
      item_id: number
      /**
       * of a flow: the time to which its unit refers, ms
       */
      per_ms: number | null
      second_id: number | null
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    calibration: {
      created_at: number | null
      created_by: number | null
      device_id: number
      factor: number
      id: Generated<number>
      item_id: number
      offset: number
      reason: string
      /**
       * readings from this moment on, ms UTC; of several that hold the one made last
       */
      since: number
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    device_clock: {
      device_id: number
      /**
       * what it shows less the server's clock; 0 where it is right again, null where backlog and a clock that is behind cannot be told apart
       */
      offset_ms: number | null
      /**
       * by what its readings were ever moved, with room about each: where one that comes again is looked for
       */
      offsets: string
      /**
       * since when it is so, ms UTC
       */
      since: number
      tenant_id: number
    }
    device_word: {
      /**
       * the time that it gave, else that of its arrival, ms UTC
       */
      at: number
      device_id: number
      name: string
      /**
       * attribute: what it says of itself; telemetry: what it says beside its readings
       */
      scope: string
      tenant_id: number
      /**
       * JSON, as it was said
       */
      value: string
    }
    switch_change: {
      at: number
      id: Generated<number>
      status: number
      switch_id: number
      tenant_id: number
    }
  }
}
