/** A pool, or a connection with a transaction of its own. */
export interface Queryable {
  query<Row extends object>(text: string, values: unknown[]): Promise<{ rows: Row[] }>
}
