// Derived from the migrations of this room by `npm run tables`; what its json columns hold stands in jsonColumns.ts.
import type { Generated, Numeric } from '../database/schema.ts'

declare module '../database/schema.ts' {
  interface Database {
    document: {
      applicant_id: number
      applicant_name: string
      area_id: number
      audit_status: Generated<string>
      code: string
      created_at: number
      created_by: number | null
      form_code: string
      id: Generated<number>
      needed_by: string | null
      object_version_number: Generated<number>
      remark: string | null
      submitted_at: number | null
      tenant_id: number
      title: string
      updated_at: number
      updated_by: number | null
    }
    document_line: {
      document_id: number
      form_code: string
      id: Generated<number>
      position: number
      price: Numeric
      product_name: string
      quantity: Numeric
      remark: string | null
      specification: string | null
      tenant_id: number
      unit: string
    }
  }
}
