import { fileURLToPath } from 'node:url'
import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { oauthCalls } from '#contract/session/oauth'
import type { Boot } from '#contract/session/tenant'
import type { Config } from '../config.ts'
import type { Database } from '../database/schema.ts'
import type { ClientUse } from './clientUse.ts'
import { CallFailure } from '../failure.ts'
import type { Health } from '../health.ts'
import { register } from '../metrics.ts'
import type { Gate } from './gate.ts'
import { assetsOf } from './assets.ts'
import { callerAddress } from './callerAddress.ts'
import { type AllHandlers, type Counted, languageFor, routeCalls } from './calls.ts'
import { failureBody, failureOf, oauthBody } from './faults.ts'
import { openApi } from './openapi.ts'
import { pathOf, servePages } from './pages.ts'
import { secure } from './security.ts'

const MAX_BODY_BYTES = 1_000_000
/** How long a body may take to arrive. */
const BODY_MS = 30_000
const UPLOAD_MS = 15 * 60_000

export interface HttpParts {
  readonly config: Config
  readonly log: Logger
  readonly clock: () => number
  readonly gate: Gate
  readonly use: ClientUse
  readonly requestDb: Kysely<Database>
  /** How far changes were counted. */
  readonly live: Counted
  readonly handlers: AllHandlers
  readonly bootFor: (request: FastifyRequest) => Promise<Boot>
  /** PEM; the setup page encrypts with it. */
  readonly publicKey: string
  readonly isSetupOpen: () => Promise<boolean>
  /** Whether everything that the product needs is there, and if not, what is wanting. */
  readonly health: () => Promise<Health>
  /** The folder of the built console. */
  readonly consoleFolder: string
}

/** The HTTP server, not yet listening: declared calls, the console's pages, health, metrics and the description of the calls. */
export async function httpServer(parts: HttpParts): Promise<FastifyInstance> {
  const { config, log, gate, use, requestDb, live, handlers } = parts
  const answerFault = (fault: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const failure = failureOf(fault) ?? new CallFailure('error.internal')
    if (failure.status >= 500) log.error({ err: fault, path: pathOf(request) }, 'a call failed')
    if ((failure.status === 429 || failure.status === 503) && !reply.hasHeader('retry-after')) reply.header('retry-after', '2')
    const isToken = pathOf(request) === oauthCalls.token.path
    if (isToken && failure.status === 401) reply.header('www-authenticate', 'Basic realm="Furrow"')
    return reply
      .code(failure.status)
      .header('cache-control', 'no-store')
      .send(isToken ? oauthBody(failure, languageFor(request)) : failureBody(failure, languageFor(request)))
  }
  const app = Fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    // Shutdown ends idle connections at once and lets running calls finish.
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    return503OnClosing: true,
    // What is no URL at all never reaches a route.
    frameworkErrors: (fault, request, reply) => {
      void answerFault(fault, request, reply)
    },
    // The longest upload; every other body has BODY_MS.
    requestTimeout: UPLOAD_MS,
  })
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.method === 'GET' || raw.method === 'HEAD' || raw.complete || /^(multipart|image)\//i.test(raw.headers['content-type'] ?? ''))
      return
    const late = setTimeout(() => raw.destroy(), BODY_MS)
    raw.once('end', () => clearTimeout(late)).once('close', () => clearTimeout(late))
  })
  let isHintGiven = config.trustProxy.length > 0
  app.addHook('onRequest', async ({ raw }) => {
    if (isHintGiven || raw.headers['x-forwarded-for'] == null) return
    isHintGiven = true
    log.warn('a proxy says for whom it asks, and TRUST_PROXY names none: all who come through it count as one address')
  })
  app.setErrorHandler(answerFault)
  app.addHook('onResponse', async (request, reply) => {
    // Never the query: a page's address may carry a password or a token.
    log.debug({ method: request.method, path: pathOf(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
  })
  secure(app, config)
  // No call takes bare text.
  app.removeContentTypeParser('text/plain')
  await app.register(formbody, { bodyLimit: MAX_BODY_BYTES })
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    brotliOptions: { params: { [BROTLI_QUALITY]: 4 } },
    customTypes: /^application\/(?!octet)|^text\/|svg/,
  })

  routeCalls(app, { handlers, gate, use, requestDb, live, addressOf: callerAddress(config.trustProxy), clock: parts.clock })

  // Made when somebody first asks: most starts never need it.
  let description: string | null = null
  app.get('/openapi.json', async (_, reply) =>
    reply.type('application/json; charset=utf-8').send((description ??= JSON.stringify(openApi()))),
  )
  app.get('/healthz', async (_, reply) => {
    const health = await parts.health()
    return reply
      .code(health.ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(health)
  })
  app.get('/metrics', async (request, reply) => {
    // Figures of the process are for this machine's own collector; a proxy's callers are strangers.
    if (!isLoopback(request.ip) || request.headers['x-forwarded-for'] != null) throw new CallFailure('error.notFound')
    return reply.type(register.contentType).send(await register.metrics())
  })
  servePages(app, {
    console: assetsOf(parts.consoleFolder),
    own: assetsOf(fileURLToPath(new URL('own', import.meta.url))),
    bootFor: parts.bootFor,
    publicKey: parts.publicKey,
    isSetupOpen: parts.isSetupOpen,
  })
  return app
}

// zlib.constants.BROTLI_PARAM_QUALITY
const BROTLI_QUALITY = 1

const isLoopback = (address: string) => address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.')
