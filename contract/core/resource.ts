import { z } from 'zod'
import { defineCall, type PermissionCode } from './call.ts'
import type { Field } from './field.ts'
import { id, integer, pageOf, pageQuery, text } from './values.ts'

type Fields = Record<string, Field>
type FieldSchemas<F extends Fields> = { [Name in keyof F]: F[Name]['schema'] }

/** The codes of a resource: its page code opens and reads; these act. */
export interface ResourceCodes {
  readonly read: PermissionCode
  readonly create: PermissionCode
  readonly edit: PermissionCode
  readonly delete: PermissionCode
}

/**
 * Declares a resource once: path, validation, calls, permission codes, columns and label keys follow from it.
 * `shape` says where the id of PUT and DELETE travels, as the documents have it; both carry `objectVersionNumber`, and a
 * stale one answers 409.
 */
export function defineResource<
  const Name extends string,
  const Path extends string,
  const IdName extends string,
  F extends Fields,
>(declaration: {
  name: Name
  /** The area whose words hold its labels: `<area>:<name>.fields.<field>`. */
  area: string
  path: Path
  idName: IdName
  shape: 'body' | 'path'
  /** The field that names a record to a person. */
  title: keyof F & string
  searchable: readonly (keyof F & string)[]
  /** The page's code; `.ps.create`, `.ps.edit`, `.ps.delete` follow unless the documents name others. */
  code: PermissionCode
  codes?: Partial<ResourceCodes>
  fields: F
}) {
  const { code, fields, path } = declaration
  const codes: ResourceCodes = {
    read: code,
    create: `${code}.ps.create`,
    edit: `${code}.ps.edit`,
    delete: `${code}.ps.delete`,
    ...declaration.codes,
  }
  const schemas = Object.fromEntries(
    Object.entries(fields).map(([name, { schema }]) => [name, schema]),
  ) as FieldSchemas<F>
  const create = z.object(schemas)
  const identity = { [declaration.idName]: id } as { [K in IdName]: typeof id }
  const version = { objectVersionNumber: integer(1, 2_000_000_000) }
  const update = z.object({ ...schemas, ...identity, ...version })
  const record = z.object({ ...schemas, ...identity, ...version })
  const identified = z.object({ ...identity, ...version })
  const one = `${path}/{id}` as `${Path}/{id}`
  const calls = {
    page: defineCall({
      method: 'GET', path, permission: codes.read, summary: `Pages of ${declaration.name}, newest first`,
      query: z.object({ ...pageQuery, areaId: id.optional(), enabledFlag: integer(0, 1).optional(), search: text(100).optional() }),
      answer: pageOf(record),
    }),
    get: defineCall({ method: 'GET', path: one, permission: codes.read, summary: `One ${declaration.name}`, answer: record }),
    create: defineCall({ method: 'POST', path, permission: codes.create, summary: `Makes a ${declaration.name}`, body: create, answer: record }),
    update: defineCall({ method: 'PUT', path, permission: codes.edit, summary: `Changes a ${declaration.name}`, body: update, answer: record }),
    removeByBody: defineCall({
      method: 'DELETE', path, permission: codes.delete, summary: `Deletes a ${declaration.name}; answers 1`, body: identified, answer: z.literal(1),
    }),
    removeByPath: defineCall({
      method: 'DELETE', path: one, permission: codes.delete, summary: `Deletes a ${declaration.name}; answers 1`,
      query: z.object({ objectVersionNumber: version.objectVersionNumber.optional() }), answer: z.literal(1),
    }),
  }
  return { ...declaration, codes, record, create, update, calls }
}
