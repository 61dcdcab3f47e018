// Derived from the migrations of this room by `npm run tables`; what its json columns hold stands in jsonColumns.ts.
declare module '../ground/database/schema.ts' {
  interface Database {
    notice_audience: {
      kind: string
      notice_id: number
      target_id: number
      tenant_id: number
    }
  }
}
