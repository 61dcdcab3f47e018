import type { ColumnType } from 'kysely'

/** An amount: exact from the database to the wire, and so text. */
export type Numeric = ColumnType<string, string | number, string | number>

/** A column that the database fills where an insert leaves it out. */
export type Generated<Type> =
  Type extends ColumnType<infer Select, infer Insert, infer Update>
    ? ColumnType<Select, Insert | undefined, Update>
    : ColumnType<Type, Type | undefined, Type>

/**
 * Every table. Each room with migrations adds its own (`tables.ts`, derived by `npm run tables`). Times are ms UTC; ids and times arrive as
 * numbers (ids have at most 15 digits), days and amounts as text.
 */
export interface Database {}

/** Tables whose rows belong to a tenant: what a scope may touch. */
export type TenantTable = { [Table in keyof Database]: Database[Table] extends { tenant_id: number } ? Table : never }[keyof Database]
