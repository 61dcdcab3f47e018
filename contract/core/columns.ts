import { z } from 'zod'

/** The values of a field that is one of a few: `at` says of each row which of them it is, counted from 0. */
export interface Coded<Value> {
  of: Value[]
  at: number[]
}
/** Rows as one column a field, all of one length: thousands of rows say each field's name once, and are a fraction of the bytes. */
export type Columns<Row extends object> = { [Field in keyof Row]: Row[Field][] | Coded<Row[Field]> }

type ColumnsShape<Shape extends z.core.$ZodLooseShape> = {
  [Field in keyof Shape]: Shape[Field] extends z.ZodEnum
    ? z.ZodObject<{ of: z.ZodArray<Shape[Field]>; at: z.ZodArray<z.ZodInt> }>
    : z.ZodArray<Shape[Field] & z.core.SomeType>
}

/** The schema of the columns of such rows. */
export const columnsOf = <Shape extends z.core.$ZodLooseShape>(row: z.ZodObject<Shape>): z.ZodObject<ColumnsShape<Shape>> =>
  z.object(
    Object.fromEntries(
      Object.entries(row.shape).map(([field, value]) => [
        field,
        value instanceof z.ZodEnum ? z.object({ of: z.array(value), at: z.array(z.int()) }) : z.array(value as z.ZodType),
      ]),
    ),
  ) as never

/** The rows of columns, in their order. */
export function rowsOf<Row extends object>(columns: Readonly<Columns<Row>>): Row[] {
  const told = Object.entries<unknown[] | Coded<unknown>>(columns).map(([field, column]) =>
    Array.isArray(column) ? { field, of: null, at: column } : { field, of: column.of, at: column.at },
  )
  const rows = (told[0]?.at ?? []).map(() => ({}) as Record<string, unknown>)
  for (const { field, of, at } of told) for (const [nth, row] of rows.entries()) row[field] = of === null ? at[nth] : of[at[nth] as number]
  return rows as Row[]
}
