// Derived from the migrations of this room by `npm run tables`; what its json columns hold stands in jsonColumns.ts.
declare module '../database/schema.ts' {
  interface Database {
    done_call: {
      /**
       * as it was sent; null until it is known, and where it is too long or carries a secret
       */
      answer: string | null
      at: number
      /**
       * of the call and its input: another act under the same key is refused
       */
      digest: string
      key: string
      tenant_id: number
      user_id: number
    }
  }
}
