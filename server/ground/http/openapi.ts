import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_HEADER, takesKey } from '#contract/core/idempotencyKey'
import { z } from 'zod'
import { calls } from '#contract/calls'
import type { AnyCall } from '#contract/core/call'
import { failure } from '#contract/core/failure'

const json = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
const nothing = (schema: z.ZodType) => schema instanceof z.ZodUndefined

function parameters(call: AnyCall) {
  const path = Object.entries(call.params.shape as Record<string, z.ZodType>).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    ...(name === 't' ? { description: 'The tenant' } : {}),
    schema: json(schema, 'input'),
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
  const { properties = {}, required = [] } = json(call.query, 'input') as { properties?: Record<string, object>; required?: string[] }
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

function requestBody(call: AnyCall) {
  const of = (media: string, schema: object) => ({ requestBody: { required: true, content: { [media]: { schema } } } })
  if (call.encoding === 'multipart') {
    const { properties = {}, ...rest } = json(call.fields!, 'input') as { properties?: Record<string, object> }
    const file = { type: 'string', format: 'binary' }
    return of('multipart/form-data', { ...rest, properties: { ...properties, file }, required: ['file'] })
  }
  if (call.encoding === 'bytes') return of('image/*', { type: 'string', format: 'binary' })
  if (nothing(call.body)) return {}
  return of(call.encoding === 'form' ? 'application/x-www-form-urlencoded' : 'application/json', json(call.body, 'input'))
}

function responses(call: AnyCall) {
  const content = call.produces
    ? { [call.produces]: { schema: { type: 'string' } } }
    : nothing(call.answer)
      ? undefined
      : { 'application/json': { schema: json(call.answer, 'output') } }
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

/** OpenAPI 3.1 of every declared call; `npm run spec` prints the same paths. */
export function openApi(): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const call of calls) {
    ;(paths[call.path] ??= {})[call.method.toLowerCase()] = {
      operationId: call.name,
      tags: [call.name.split('.')[0]],
      summary: call.summary,
      description: permissionText(call),
      'x-permission': call.permission,
      ...(call.permission === 'public' ? { security: [] } : {}),
      parameters: parameters(call),
      ...requestBody(call),
      responses: responses(call),
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
      schemas: { Failure: json(failure, 'output') },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access_token of POST /oauth/oauth/token' },
      },
    },
  }
}
