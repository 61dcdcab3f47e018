// Derived from the migrations of this room by `npm run tables`; what its json columns hold stands in jsonColumns.ts.
declare module '../ground/database/schema.ts' {
  interface Database {
    try_limit: {
      at: number
      subject: string
      tries: number
    }
  }
}
