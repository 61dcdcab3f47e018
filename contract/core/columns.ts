import { z } from 'zod'

/** Rows as one array a field, all of one length: thousands of rows say each field's name once, and are a fraction of the bytes. */
export type Columns<Row extends object> = { [Field in keyof Row]: Row[Field][] }

type ColumnsShape<Shape extends z.core.$ZodLooseShape> = { [Field in keyof Shape]: z.ZodArray<Shape[Field] & z.core.SomeType> }

/** The schema of the columns of such rows. */
export const columnsOf = <Shape extends z.core.$ZodLooseShape>(row: z.ZodObject<Shape>): z.ZodObject<ColumnsShape<Shape>> =>
  z.object(Object.fromEntries(Object.entries(row.shape).map(([field, value]) => [field, z.array(value as z.ZodType)]))) as never

/** The rows of columns, in their order. */
export function rowsOf<Row extends object>(columns: Readonly<Columns<Row>>): Row[] {
  const fields = Object.keys(columns) as (keyof Row)[]
  const [first] = fields
  if (first === undefined) return []
  return columns[first].map((_, nth) => Object.fromEntries(fields.map((field) => [field, columns[field][nth]])) as Row)
}
