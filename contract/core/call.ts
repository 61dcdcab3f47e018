import { z } from 'zod'
import type { ChangeName } from './change.ts'
import type { Trail } from './trail.ts'
import { id } from './values.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A permission code as the documents write it, e.g. `wfpf.farm.equipment.gateway.ps.delCollection`. */
export type PermissionCode = `wfpf.${string}`

/**
 * Who may call: anyone (`public`), any signed-in user of the tenant in the path (`login`), or who holds the code;
 * of several codes one is enough.
 */
export type Access = 'public' | 'login' | PermissionCode | readonly PermissionCode[]

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never
// Captcha keys and lamp imeis are text, files have uuids; every other parameter of a path is a row's id.
const TEXT_PARAMS = ['key', 'imei'] as const
type TextParam = (typeof TEXT_PARAMS)[number]
type ParamSchema<Path extends string> = z.ZodObject<{
  [Name in ParamNames<Path>]: Name extends TextParam ? z.ZodString : Name extends 'uuid' ? z.ZodUUID : typeof id
}>

export interface Call<
  Path extends string = string,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  readonly method: Method
  readonly path: Path
  readonly permission: Access
  readonly summary: string
  readonly params: ParamSchema<Path>
  readonly query: Query
  readonly body: Body
  /**
   * How the body travels; documented calls of oauth and device control are form-encoded. A `multipart` body holds one file part named
   * `file` and the text `fields`, and `bytes` are a file alone; the handler reads both as they come, so that they have no `body`.
   */
  readonly encoding: 'json' | 'form' | 'multipart' | 'bytes'
  readonly fields: z.ZodType | undefined
  readonly answer: Answer
  /** A content type when the answer is not JSON: the handler then answers bytes. */
  readonly produces: string | undefined
  /** The answer carries a secret: it is never kept for who sends an act again. */
  readonly secret: boolean
  /** After a change of one of these the answer may be another: a console that holds it reads it again. */
  readonly follows: readonly ChangeName[]
  /** What it last answered is kept in the browser of who asked, and shown with its age where nobody answers. */
  readonly offline: boolean
  /** Open to whoever still lacks the second factor that the enterprise demands. */
  readonly beforeSecondFactor: boolean
  /** Open to whoever views the console as somebody else: it changes nothing, and is nothing that concerns that person alone. */
  readonly whileViewing: boolean
  /**
   * Only a person may call, signed in at a console: what is somebody's own, what a person answers for by name, and every secret. Client
   * applications and personal access tokens are refused (error.permission.personNeeded).
   */
  readonly persons: boolean
  /** What it may leave in the audit trail; a GET leaves nothing. */
  readonly trail: Trail
}
export type AnyCall = Call<string, z.ZodType, z.ZodType, z.ZodType>

const nothing = z.undefined()

/** What names a user, or no tenant, is of one person's own; a secret is shown to a person alone. */
const needsPerson = ({ permission, path, secret = false }: { permission: Access; path: string; secret?: boolean }): boolean =>
  permission !== 'public' && (secret || path.includes('{userId}') || !path.includes('{t}'))

/**
 * Declares one call, once: the server routes and validates by it, the console's client is typed by it, OpenAPI and
 * `npm run spec` print it. A call without a permission does not compile, nor one that is no GET and does not say what it leaves in the audit trail.
 * `{t}` in the path is the tenant: the server answers 404 where it is not one of the caller's.
 */
export function defineCall<
  const Path extends string,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodUndefined,
>(
  declaration: {
    path: Path
    permission: Access
    summary: string
    query?: Query
    body?: Body
    encoding?: 'json' | 'form' | 'multipart' | 'bytes'
    fields?: z.ZodType
    answer?: Answer
    produces?: string
    secret?: boolean
    follows?: readonly ChangeName[]
    offline?: boolean
    beforeSecondFactor?: boolean
    /** What GETs do unless told. */
    whileViewing?: boolean
    persons?: boolean
  } & ({ method: 'GET'; trail?: Trail } | { method: Method; trail: Trail }),
): Call<Path, Query, Body, Answer> {
  const names = [...declaration.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const textual: readonly string[] = TEXT_PARAMS
  const schemaOf = (name: string) => (name === 'uuid' ? z.uuid() : textual.includes(name) ? z.string().max(100) : id)
  const params = z.object(Object.fromEntries(names.map((name) => [name, schemaOf(name)]))) as unknown as ParamSchema<Path>
  return {
    method: declaration.method,
    path: declaration.path,
    permission: declaration.permission,
    summary: declaration.summary,
    params,
    query: (declaration.query ?? nothing) as Query,
    body: (declaration.body ?? nothing) as Body,
    encoding: declaration.encoding ?? 'json',
    fields: declaration.fields,
    answer: (declaration.answer ?? nothing) as Answer,
    produces: declaration.produces,
    secret: declaration.secret ?? false,
    follows: declaration.follows ?? [],
    offline: declaration.offline ?? false,
    beforeSecondFactor: declaration.beforeSecondFactor ?? false,
    whileViewing: declaration.whileViewing ?? declaration.method === 'GET',
    persons: declaration.persons ?? needsPerson(declaration),
    trail: declaration.trail ?? { untold: 'asks' },
  }
}

/** What a caller passes. */
export type CallInput<C extends AnyCall> = {
  params: Record<ParamNames<C['path']>, string | number>
  query: z.input<C['query']>
  body: z.input<C['body']>
}
/** What a handler receives, after validation. */
export type CallRequest<C extends AnyCall> = {
  params: z.output<C['params']>
  query: z.output<C['query']>
  body: z.output<C['body']>
}
export type CallAnswer<C extends AnyCall> = z.output<C['answer']>

/** Calls that only a person may make, all of them. */
export const ofPersons = <Calls extends Readonly<Record<string, AnyCall>>>(group: Calls): Calls =>
  Object.fromEntries(Object.entries(group).map(([name, call]) => [name, { ...call, persons: true }])) as Calls
