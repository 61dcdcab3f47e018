// Derived from the migrations of this room by `npm run tables`; what its json columns hold stands in jsonColumns.ts.
import type { JSONColumnType } from 'kysely'
import type { Generated, Numeric } from '../database/schema.ts'

declare module '../database/schema.ts' {
  interface Database {
    document: {
      applicant_id: number
      applicant_name: string
      area_id: number
      /**
       * files of the document, in their order: id and name, so that the trail can say which
       */
      attachments: Generated<JSONColumnType<{ readonly id: string; readonly name: string }[]>>
      audit_status: Generated<string>
      /**
       * what it is for, of what stood on the plot when the document was saved
       */
      batch_id: number | null
      blind_flag: number | null
      close_reason: string | null
      code: string
      created_at: number
      created_by: number | null
      direction: string | null
      form_code: string
      id: Generated<number>
      land_id: number | null
      needed_by: string | null
      object_version_number: Generated<number>
      partner_id: number | null
      /**
       * derived from its lines whenever one is done, given up or undone
       */
      progress: Generated<string>
      remark: string | null
      source_id: number | null
      store_id: number | null
      submitted_at: number | null
      tenant_id: number
      title: string
      to_area_id: number | null
      to_store_id: number | null
      updated_at: number
      updated_by: number | null
    }
    document_line: {
      /**
       * what the ledger said when its count was written, at book_at (ms)
       */
      book: Numeric | null
      book_at: number | null
      counted: Numeric | null
      document_id: number
      done: Generated<Numeric>
      expires_on: string | null
      form_code: string
      id: Generated<number>
      /**
       * what of taken never arrived, and was written off
       */
      lost: Generated<Numeric>
      lot_no: string | null
      position: number
      price: Numeric | null
      product_id: number | null
      product_name: string | null
      quantity: Numeric | null
      remark: string | null
      reserved: Generated<Numeric>
      source_line_id: number | null
      specification: string | null
      /**
       * what it asks for, in the unit in which the product is kept; done and reserved likewise
       */
      stock_quantity: Numeric
      /**
       * how much of what was done others took on: it arrived, or was given back
       */
      taken: Generated<Numeric>
      tenant_id: number
      unit: string | null
      unit_kind: string | null
    }
  }
}
