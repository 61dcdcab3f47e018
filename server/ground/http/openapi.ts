import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_HEADER, takesKey } from '#contract/core/idempotencyKey'
import { z } from 'zod'
import { calls } from '#contract/calls'
import type { AnyCall } from '#contract/core/call'
import { scopeCodes } from '#contract/organization/scopes'
import { oauthCalls } from '#contract/session/oauth'
import { failure } from '#contract/core/failure'

/** A part of a schema that is shorter than this, in characters of JSON, stands where it is used. */
const SHORT = 400

/**
 * What several schemas have in common is said once: a part that nests the same part twice on each of eight levels would be written 256
 * times otherwise, and the description of all calls is not to be longer than a browser can read.
 */
class Parts {
  readonly schemas: Record<string, object> = {}
  readonly #refs = new Map<string, object>()
  #count = 0

  json(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
    const { $schema: _, $defs = {}, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'ref' })
    const done = new Map<string, object>()
    // Those that are being looked into, and the name of each that was met again inside of itself.
    const open = new Map<string, string | null>()
    const standsFor = (def: string): object => {
      const known = done.get(def)
      if (known !== undefined) return known
      if (open.has(def)) {
        const name = open.get(def) ?? this.#newName()
        open.set(def, name)
        return refTo(name)
      }
      open.set(def, null)
      const part = placed($defs[def]) as object
      const name = open.get(def) ?? null
      open.delete(def)
      if (name !== null) this.schemas[name] = part
      const stands = name === null ? this.#share(part) : refTo(name)
      done.set(def, stands)
      return stands
    }
    const placed = (node: unknown): unknown => {
      if (Array.isArray(node)) return node.map(placed)
      if (typeof node !== 'object' || node === null) return node
      const { $ref, ...beside } = node as { $ref?: unknown }
      const def = typeof $ref === 'string' ? /^#\/\$defs\/(.+)$/.exec($ref)?.[1] : undefined
      const own = Object.fromEntries(Object.entries(def === undefined ? node : beside).map(([key, below]) => [key, placed(below)]))
      return def === undefined ? own : { ...standsFor(def), ...own }
    }
    return placed(rest) as Record<string, unknown>
  }

  /** The part itself where it is short, otherwise a reference; equal parts have one name. */
  #share(part: object): object {
    const text = JSON.stringify(part)
    if (text.length < SHORT) return part
    let ref = this.#refs.get(text)
    if (ref === undefined) {
      const name = this.#newName()
      this.schemas[name] = part
      ref = refTo(name)
      this.#refs.set(text, ref)
    }
    return ref
  }

  #newName(): string {
    this.#count += 1
    return `Part${this.#count}`
  }
}
const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const nothing = (schema: z.ZodType) => schema instanceof z.ZodUndefined

function parameters(call: AnyCall, parts: Parts) {
  const path = Object.entries(call.params.shape as Record<string, z.ZodType>).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    ...(name === 't' ? { description: 'The tenant' } : {}),
    schema: parts.json(schema, 'input'),
  }))
  const header = takesKey(call)
    ? [
        {
          name: IDEMPOTENCY_KEY_HEADER,
          in: 'header',
          required: false,
          description: 'Another for each act: sent again with it, the act is done once and answered as the first time, for a day',
          schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
        },
      ]
    : []
  if (nothing(call.query)) return [...path, ...header]
  const { properties = {}, required = [] } = parts.json(call.query, 'input') as { properties?: Record<string, object>; required?: string[] }
  const query = Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }))
  return [...path, ...query, ...header]
}

const FAILURES = {
  400: 'The input is not right',
  401: 'Not signed in, or no longer',
  403: 'Not permitted',
  404: 'No such thing, or not yours',
  409: 'In conflict with what is there',
}

function requestBody(call: AnyCall, parts: Parts) {
  const of = (media: string, schema: object) => ({ requestBody: { required: true, content: { [media]: { schema } } } })
  if (call.encoding === 'multipart') {
    const { properties = {}, ...rest } = parts.json(call.fields!, 'input') as { properties?: Record<string, object> }
    const file = { type: 'string', format: 'binary' }
    return of('multipart/form-data', { ...rest, properties: { ...properties, file }, required: ['file'] })
  }
  if (call.encoding === 'bytes') return of('image/*', { type: 'string', format: 'binary' })
  if (nothing(call.body)) return {}
  return of(call.encoding === 'form' ? 'application/x-www-form-urlencoded' : 'application/json', parts.json(call.body, 'input'))
}

function responses(call: AnyCall, parts: Parts) {
  const content = call.produces
    ? { [call.produces]: { schema: { type: 'string' } } }
    : nothing(call.answer)
      ? undefined
      : { 'application/json': { schema: parts.json(call.answer, 'output') } }
  const failed = (Object.entries(FAILURES) as [string, string][]).filter(
    ([status]) => call.permission !== 'public' || (status !== '401' && status !== '403'),
  )
  return {
    200: { description: 'Done', ...(content ? { content } : {}) },
    ...Object.fromEntries(
      failed.map(([status, description]) => [
        status,
        { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } },
      ]),
    ),
  }
}

function permissionText({ permission }: AnyCall): string {
  if (permission === 'public') return 'Anyone may call.'
  if (permission === 'login') return 'Any signed-in user may call.'
  return typeof permission === 'string' ? `Needs \`${permission}\`.` : `Needs one of ${permission.map((code) => `\`${code}\``).join(', ')}.`
}

function securityOf({ permission, persons }: AnyCall): object {
  if (permission === 'public') return { security: [] }
  if (persons) return {}
  return {
    security: [
      { token: [] },
      {
        application: [permission]
          .flat()
          .filter((code) => scopeCodes.has(code))
          .slice(0, 1),
      },
    ],
  }
}

/** OpenAPI 3.1 of every declared call; `npm run spec` prints the same paths. */
export function openApi(): object {
  const parts = new Parts()
  const paths: Record<string, Record<string, object>> = {}
  for (const call of calls) {
    ;(paths[call.path] ??= {})[call.method.toLowerCase()] = {
      operationId: call.name,
      tags: [call.name.split('.')[0]],
      summary: call.summary,
      description: permissionText(call),
      'x-permission': call.permission,
      ...(call.persons ? { 'x-persons': true } : {}),
      ...securityOf(call),
      parameters: parameters(call, parts),
      ...requestBody(call, parts),
      responses: responses(call, parts),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Furrow',
      version: '1',
      description:
        'The calls of the live console of smart farms. Times are integer milliseconds UTC; ids are integers of at most 15 digits.',
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    paths,
    components: {
      schemas: { Failure: parts.json(failure, 'output'), ...parts.schemas },
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access_token of POST /oauth/oauth/token, or a personal access token (furrow_pat_…)',
        },
        application: {
          type: 'oauth2',
          description: 'A client application: the codes of `x-permission` that it was lent. Calls with `x-persons` refuse it (403)',
          flows: {
            clientCredentials: { tokenUrl: oauthCalls.token.path, scopes: Object.fromEntries([...scopeCodes].map((code) => [code, ''])) },
          },
        },
      },
    },
  }
}
