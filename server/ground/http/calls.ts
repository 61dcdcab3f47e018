import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { type CallGroups, callGroups } from '#contract/calls'
import type { AnyCall } from '#contract/core/call'
import type { ChangeName } from '#contract/core/change'
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_HEADER, takesKey } from '#contract/core/idempotencyKey'
import { id } from '#contract/core/values'
import { STANDS_HEADER, type Stands } from '#contract/session/standsHeader'
import type { ClientUse, Pace } from './clientUse.ts'
import type { Database } from '../database/schema.ts'
import { inNameOf, inTenant } from '../database/scope.ts'
import { CallFailure, notFound } from '../failure.ts'
import { callSeconds } from '../metrics.ts'
import { decide } from './decide.ts'
import { type Gate, lacksSecondFactor } from './gate.ts'
import { type Language, languageOf } from '../words.ts'
import type { AddressOf } from './callerAddress.ts'
import { faultyField, invalidInput } from './faults.ts'
import { type Asking, type Caller, type Client, type Grant, type Handler, type Handlers, Streamed, Written } from './handler.ts'
import { readBytes, readParts, readToNoEnd } from './multipart.ts'
import { once } from './once.ts'

export type AllHandlers = { [Group in keyof CallGroups]: Handlers<CallGroups[Group]> }

/** How far the changes of a tenant were counted, by name. */
export interface Counted {
  readonly stands: (tenantId: number) => Stands
}

/** What the checks before the body found out. */
interface Admitted {
  readonly caller: Caller | null
  readonly grant: Grant | null
}
declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted | null
    /** Who calls, where it is no person; known before whether it may. */
    client: Client | null
  }
}

export const languageFor = (request: FastifyRequest): Language =>
  languageOf((request.query as Record<string, unknown> | undefined)?.['lang'], request.headers['accept-language'])

/**
 * Routes every declared call to its handler. Checks in the order that is promised: token (401), tenant of the path (404), permission
 * (403), all before the body is read; then the input's shape (400); the row (404) is the handler's.
 */
export function routeCalls(
  app: FastifyInstance,
  given: {
    handlers: AllHandlers
    gate: Gate
    use: ClientUse
    requestDb: Kysely<Database>
    live: Counted
    addressOf: AddressOf
    clock: () => number
  },
): void {
  app.decorateRequest('admitted', null)
  app.decorateRequest('client', null)
  for (const [group, calls] of Object.entries(callGroups) as [keyof CallGroups, Record<string, AnyCall>][]) {
    for (const [name, call] of Object.entries(calls)) {
      const handler = (given.handlers[group] as Record<string, Handler<AnyCall>>)[name]!
      const route = { ...given, call, handler, name: `${group}.${name}` }
      if (call.encoding !== 'multipart' && call.encoding !== 'bytes') {
        routeCall(app, route)
        continue
      }
      // In a place of its own: elsewhere a multipart body, or one of bytes, is still refused by its content type.
      app.register(async (inside) => {
        if (call.encoding === 'multipart') await inside.register(multipart)
        else {
          inside.removeAllContentTypeParsers()
          inside.addContentTypeParser('*', (_request, _body, done) => done(null))
        }
        routeCall(inside, route)
      })
    }
  }
}

function routeCall(
  app: FastifyInstance,
  {
    call,
    handler,
    gate,
    use,
    requestDb,
    live,
    addressOf,
    clock,
    name,
  }: {
    call: AnyCall
    handler: Handler<AnyCall>
    gate: Gate
    use: ClientUse
    requestDb: Kysely<Database>
    live: Counted
    addressOf: AddressOf
    clock: () => number
    name: string
  },
): void {
  const hasTenant = call.path.includes('{t}')
  app.route({
    method: call.method,
    url: call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    // Pictures and films are compressed as they are, and a range of bytes must stay that range.
    ...(call.produces != null && !call.produces.startsWith('text/') ? { compress: false as const } : {}),
    async onRequest(request, reply) {
      request.admitted =
        call.permission === 'public' ? { caller: null, grant: null } : await admit(request, reply, call, { hasTenant, gate, use })
    },
    async onResponse(request, reply) {
      if (request.client !== null) use.answered(request.client, reply.statusCode)
      callSeconds.observe({ call: name, status: reply.statusCode }, reply.elapsedTime / 1000)
    },
    async handler(request, reply) {
      const language = languageFor(request)
      const input = readInput(call, request, language)
      const { grant } = request.admitted!
      // Before anything is read: what is counted later may not be in the answer.
      if (grant && call.follows.length > 0) reply.header(STANDS_HEADER, standsOf(live, grant.tenantId, call.follows))
      const asking = askingOf(request, { language, requestDb, address: addressOf(request.raw), act: name })
      try {
        const key = takesKey(call) ? keyOf(request, language) : undefined
        if (key === undefined) return await send(reply, call, await handler(input as never, asking))
        const act = { key, act: name, input, asking, clock, isSecret: call.secret }
        const text = await once(
          act,
          (wrapped) => handler(input as never, wrapped),
          (answer) => textOf(call, answer),
        )
        return await sendJson(reply, text)
      } finally {
        if (call.encoding === 'multipart' || call.encoding === 'bytes') readToNoEnd(request)
      }
    },
  })
}

async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  call: AnyCall,
  { hasTenant, gate, use }: { hasTenant: boolean; gate: Gate; use: ClientUse },
): Promise<Admitted> {
  const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ')
  const caller = scheme?.toLowerCase() === 'bearer' && token !== '' ? await gate.identify(token) : 'invalid'
  if (caller === 'expired') throw new CallFailure('error.permission.accessTokenExpired')
  if (caller === 'invalid') throw new CallFailure('error.permission.accessTokenInvalid')

  // Nobody acts as somebody else.
  if (caller.viewing !== null && !call.whileViewing) throw new CallFailure('error.permission.viewing')

  if (caller.client !== null) {
    request.client = caller.client
    keepPace(reply, use.take(caller.client), caller.client)
  }
  const tenant = hasTenant ? id.safeParse((request.params as { t?: string }).t) : { success: true as const, data: caller.currentTenant }
  if (!tenant.success) throw new CallFailure('error.input.invalid')
  const held = tenant.data < 0 ? null : await gate.grantFor(caller, tenant.data)
  if (held == null && hasTenant) throw notFound()
  if (caller.client !== null && call.persons) throw new CallFailure('error.permission.personNeeded')
  const grant = held ?? nothingGranted
  const { allowed, areas } = grant.decide(call.permission)
  const lacks = caller.viewing === null && lacksSecondFactor(caller, grant)
  if (!allowed && !(lacks && call.beforeSecondFactor))
    throw new CallFailure(lacks ? 'error.permission.secondFactor' : 'error.permission.denied')
  return { caller, grant: { ...grant, areas } }
}

/** Says how many calls are left (draft-ietf-httpapi-ratelimit-headers); throws CallFailure where there was none. */
function keepPace(reply: FastifyReply, { allowed, remaining, fullIn, nextIn }: Pace, { perMinute }: Client): void {
  reply.header('ratelimit-policy', `"client";q=${perMinute};w=60`).header('ratelimit', `"client";r=${remaining};t=${fullIn}`)
  if (allowed) return
  reply.header('retry-after', String(Math.max(1, nextIn)))
  throw new CallFailure('error.pace')
}

function standsOf(live: Counted, tenantId: number, names: readonly ChangeName[]): string {
  const { start, seq } = live.stands(tenantId)
  return JSON.stringify({ start, seq: Object.fromEntries(names.map((name) => [name, seq[name] ?? 0])) } satisfies Stands)
}

/** Of a user who belongs to no tenant. */
const nothingGranted: Grant = {
  tenantId: -1,
  codes: [],
  areas: [],
  timeZone: 'Asia/Shanghai',
  mark: '',
  demandsSecondFactor: false,
  decide: (access) => decide({ enabled: true, roles: [] }, access),
  holds: () => false,
  areasFor: () => [],
}

function readInput(call: AnyCall, request: FastifyRequest, language: Language) {
  const read = (schema: z.ZodType, given: unknown) => {
    if (schema instanceof z.ZodUndefined) return undefined
    const parsed = schema.safeParse(given)
    if (!parsed.success) throw invalidInput(parsed.error, given, language)
    return parsed.data
  }
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')
  if (isForm && call.encoding === 'json' && !(call.body instanceof z.ZodUndefined)) throw new CallFailure('error.input.mediaType')
  const query = withoutEmptyFilters(call.query, request.query as Record<string, unknown>)
  return { params: read(call.params, request.params), query: read(call.query, query), body: read(call.body, request.body) }
}

/** An optional parameter that is there and empty (`?taskState=`) is one that was not given: a filter narrows nothing, a default holds. */
function withoutEmptyFilters(schema: z.ZodType, given: Record<string, unknown>): Record<string, unknown> {
  if (!(schema instanceof z.ZodObject)) return given
  const isOptional = (name: string) => (schema.shape[name] as z.ZodType | undefined)?.safeParse(undefined).success === true
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => value !== '' || !isOptional(name)))
}

function askingOf(
  request: FastifyRequest,
  { language, requestDb, address, act }: { language: Language; requestDb: Kysely<Database>; address: string; act: string },
): Asking {
  const { caller, grant } = request.admitted!
  // What a call that reads were to write for who is viewed is refused by the database itself.
  const onlyReading = async (raw: Transaction<Database>) => {
    if (caller?.viewing != null) await sql`set transaction read only`.execute(raw)
  }
  const signer = () => {
    const { userId, sessionId } = signedIn(caller)
    return { userId, signature: { act, sessionId, address } }
  }
  return {
    language,
    address,
    userAgent: request.headers['user-agent'] ?? '',
    headOnly: request.method === 'HEAD',
    header: (name) => [request.headers[name]].flat()[0],
    parts: () => readParts(request),
    bytes: () => readBytes(request),
    get caller() {
      return signedIn(caller)
    },
    get grant() {
      return signedIn(grant)
    },
    inTenant: (work) => {
      const { tenantId, areas } = signedIn(grant)
      return inTenant(requestDb, { tenantId, areas, ...signer() }, async (scope) => {
        await onlyReading(scope.raw)
        return work(scope)
      })
    },
    inOwnName: (service, work) =>
      inNameOf(service, signer(), async (raw) => {
        await onlyReading(raw)
        return work(raw)
      }),
    endsViewing: (service, work) => {
      const { viewing } = signedIn(caller)
      return inNameOf(service, { ...signer(), userId: signedIn(viewing).viewerId }, work)
    },
  }
}

function signedIn<T>(known: T | null): T {
  if (known == null) throw new Error('a public call asked who calls: declare it login')
  return known
}

/** Answers are validated and stripped: what the declaration does not name does not leave. */
function send(reply: FastifyReply, call: AnyCall, answer: unknown) {
  if (answer instanceof Streamed) return reply.code(answer.status).headers(answer.headers).send(answer.body)
  reply.header('cache-control', 'no-store')
  if (call.produces != null) {
    reply.type(call.produces.startsWith('text/') ? `${call.produces}; charset=utf-8` : call.produces)
    return reply.send(answer)
  }
  return sendJson(reply, textOf(call, answer))
}
function textOf(call: AnyCall, answer: unknown): string {
  if (answer instanceof Written) return answer.text
  const stripped = call.answer.parse(answer)
  return stripped === undefined ? '' : JSON.stringify(stripped)
}
const sendJson = (reply: FastifyReply, text: string) =>
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(text)

/** The key under which an act is done once; undefined where it has none. */
function keyOf(request: FastifyRequest, language: Language): string | undefined {
  const [key] = [request.headers[IDEMPOTENCY_KEY_HEADER]].flat()
  if (key !== undefined && !IDEMPOTENCY_KEY.test(key)) throw faultyField(language, IDEMPOTENCY_KEY_HEADER)
  return key
}
