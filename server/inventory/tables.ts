// Derived from the migrations of this room by `npm run tables`; what its json columns hold stands in jsonColumns.ts.
import type { JSONColumnType } from 'kysely'
import type { Generated, Numeric } from '../ground/database/schema.ts'

declare module '../ground/database/schema.ts' {
  interface Database {
    bill_type: {
      approval_flag: Generated<number>
      created_at: number | null
      created_by: number | null
      default_flag: Generated<number>
      direction: string
      document_kind: string
      enabled_flag: Generated<number>
      id: Generated<number>
      name: string
      object_version_number: Generated<number>
      prefix: string
      remark: string | null
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    default_store: {
      area_id: number
      created_at: number | null
      created_by: number | null
      id: Generated<number>
      store_id: number
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    inventory_option: {
      closed_through: string | null
      created_at: number | null
      created_by: number | null
      expired_flag: Generated<number>
      expiring_days: Generated<number>
      negative_flag: Generated<number>
      /**
       * 0: nobody has saved it yet
       */
      object_version_number: Generated<number>
      over_receipt_percent: Generated<number>
      receipt_value: Generated<string>
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    land_safety: {
      activity_id: number | null
      effective_at: number
      id: Generated<number>
      /**
       * as the product had it then
       */
      interval_days: number
      land_id: number
      posting_id: number | null
      product_id: number
      safe_from: string
      tenant_id: number
    }
    measure_unit: {
      created_at: number | null
      created_by: number | null
      denominator: Generated<number>
      dimension: string
      enabled_flag: Generated<number>
      id: Generated<number>
      name: string
      /**
       * one of it is numerator / denominator of the basic unit of its dimension
       */
      numerator: Generated<number>
      object_version_number: Generated<number>
      remark: string | null
      symbol: string
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    opening_receipt: {
      document_id: number
      tenant_id: number
    }
    partner: {
      abbreviation: string | null
      address: string | null
      bank: string | null
      bank_account: string | null
      category: string
      code: string | null
      created_at: number | null
      created_by: number | null
      email: string | null
      enabled_flag: Generated<number>
      id: Generated<number>
      name: string
      object_version_number: Generated<number>
      phone: string | null
      remark: string | null
      representative: string | null
      staff: string | null
      tax_number: string | null
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    product: {
      active_ingredient: string | null
      alias: string | null
      barcode: string | null
      brand: string | null
      category: string | null
      code: string | null
      cost_price: Numeric | null
      created_at: number | null
      created_by: number | null
      dose_max: Numeric | null
      dose_min: Numeric | null
      dose_unit_id: number | null
      enabled_flag: Generated<number>
      expiry_flag: Generated<number>
      id: Generated<number>
      lot_flag: Generated<number>
      model: string | null
      name: string
      object_version_number: Generated<number>
      pictures: Generated<JSONColumnType<string[]>>
      product_type: string
      purchase_denominator: Generated<number>
      /**
       * one purchase unit is purchase_numerator / purchase_denominator stock units; retail likewise
       */
      purchase_numerator: Generated<number>
      purchase_unit_id: number | null
      registration_no: string | null
      remark: string | null
      retail_denominator: Generated<number>
      retail_numerator: Generated<number>
      retail_price: Numeric | null
      retail_unit_id: number | null
      safety_interval_days: number | null
      shelf_days: number | null
      specification: string | null
      standard_id: number | null
      stock_unit_id: number
      target_crops: string | null
      tenant_id: number
      toxicity: string | null
      updated_at: number | null
      updated_by: number | null
      vip_price: Numeric | null
    }
    product_standard: {
      code: string | null
      created_at: number | null
      created_by: number | null
      enabled_flag: Generated<number>
      id: Generated<number>
      name: string
      object_version_number: Generated<number>
      remark: string | null
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    shop: {
      address: string | null
      area_id: number
      code: string | null
      created_at: number | null
      created_by: number | null
      enabled_flag: Generated<number>
      id: Generated<number>
      manager_name: string | null
      manager_phone: string | null
      name: string
      object_version_number: Generated<number>
      opening_hours: string | null
      remark: string | null
      store_id: number | null
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    stock_balance: {
      /**
       * when a stocktaking was settled here last, ms: nothing is posted before it
       */
      counted_at: number | null
      on_hand: Generated<Numeric>
      product_id: number
      reserved: Generated<Numeric>
      store_id: number
      tenant_id: number
      transit: Generated<boolean>
      value: Generated<Numeric>
    }
    stock_entry: {
      /**
       * written before rows had a base, and the trail does not say where the store stood then: the base of the day on which they got one
       */
      area_assumed: Generated<boolean>
      /**
       * the base that its store stood in when it happened
       */
      area_id: number
      effective_at: number
      id: Generated<number>
      kind: string
      line_id: number | null
      lot_id: number | null
      posting_id: number
      product_id: number
      quantity: Numeric
      store_id: number
      tenant_id: number
      transit: Generated<boolean>
      value: Numeric
    }
    stock_limit: {
      created_at: number | null
      created_by: number | null
      id: Generated<number>
      max_quantity: Numeric | null
      min_quantity: Numeric | null
      object_version_number: Generated<number>
      product_id: number
      store_id: number
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    stock_lot: {
      /**
       * why its day of expiry was corrected last; null where it never was
       */
      corrected: string | null
      expires_on: string | null
      id: Generated<number>
      lot_no: string
      product_id: number
      tenant_id: number
    }
    stock_lot_balance: {
      lot_id: number
      on_hand: Generated<Numeric>
      reserved: Generated<Numeric>
      store_id: number
      tenant_id: number
      transit: Generated<boolean>
    }
    stock_posting: {
      at: number
      document_id: number | null
      effective_at: number
      id: Generated<number>
      kind: string
      reason: string | null
      reverses_id: number | null
      tenant_id: number
      user_id: number
      user_name: string
    }
    store: {
      address: string | null
      area_id: number
      created_at: number | null
      created_by: number | null
      enabled_flag: Generated<number>
      id: Generated<number>
      manager_name: string | null
      manager_phone: string | null
      name: string
      negative_flag: Generated<number>
      object_version_number: Generated<number>
      remark: string | null
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
      warehouse_code: string | null
    }
    store_relocation: {
      at: number
      from_area_id: number
      id: Generated<number>
      store_id: number
      tenant_id: number
      to_area_id: number
      user_id: number
      user_name: string
    }
  }
}
