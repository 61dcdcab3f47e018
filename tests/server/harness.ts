import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { AnyCall, CallAnswer } from '#contract/core/call'
import type { Failure } from '#contract/core/failure'
import { callGroups } from '#contract/calls'
import { oauthCalls, type Tokens } from '#contract/session/oauth'
import { CLIENT_ID, CLIENT_SECRET } from '#contract/session/signIn'
import { createApp } from '#server/app'
import { type Config, DEFAULT_RETENTION } from '#server/ground/config'
import { pool } from '#server/ground/database/open'
import type { Services } from '#server/ground/services'
import { encryptPassword } from '#tests/encryptPassword'
import { PASSWORD } from './arrange.ts'
import { loginsOf, migratedDatabase, silentLog } from './database/testDatabase.ts'

interface Input {
  readonly params?: Record<string, string | number>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}
/** An answer or a failure, which a test that knows the status tells apart; text where the call produces no JSON. */
type Body<C extends AnyCall> = C['answer'] extends z.ZodUndefined ? string : CallAnswer<C> & Partial<Failure>

export interface Client {
  readonly token: string | null
  /** Answers what came, whatever its status: `body` is the call's answer, a Failure, or text where the call produces no JSON. */
  readonly call: <C extends AnyCall>(
    call: C,
    input?: Input,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<{ status: number; body: Body<C> }>
  readonly raw: (method: string, path: string, init?: RequestInit) => Promise<Response>
}

export interface TestServer {
  readonly url: string
  readonly mqttPort: number
  readonly services: Services
  /** Owner of the database, schema furrow on its search path: bypasses the fence, for arranging and checking. */
  readonly owner: pg.Pool
  readonly databaseUrl: string
  readonly anonymous: Client
  readonly clientOf: (token: string | null) => Client
  readonly signIn: (name: string, password?: string) => Promise<Client & { tokens: Tokens }>
  /** A password as the sign-in page sends it. */
  readonly encrypt: (password: string) => Promise<string>
  readonly close: () => Promise<void>
}

export interface TestServerOptions {
  /** Seeds the demo farm (seconds); off by default. */
  readonly demo?: boolean
  readonly config?: Partial<Config>
  readonly clock?: () => number
  /** How a try to sign in is slowed; by real time by default. */
  readonly pause?: (ms: number) => Promise<void>
  readonly consoleFolder?: string
  /** Where the server writes its log; nowhere by default. */
  readonly log?: Logger
  /** A database to start on again, which close() then leaves; without it a fresh one. */
  readonly databaseUrl?: string
}

/** The whole server on free ports and a fresh database of the run's cluster. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const fresh = options.databaseUrl == null ? await migratedDatabase() : null
  const databaseUrl = options.databaseUrl ?? fresh!.url
  const dataDir = await mkdtemp(join(tmpdir(), 'furrow-test-'))
  const app = await createApp(
    {
      port: 0,
      host: '127.0.0.1',
      mqttPort: 0,
      dataDir,
      trustProxy: [],
      databaseUrl,
      demo: options.demo ?? false,
      tiles: [],
      weather: { url: null, key: null },
      sms: { url: null, key: null },
      oidc: null,
      alarms: { allow: [], smtp: null },
      cameras: { allow: [], streams: 16, recordings: 8, playbacks: 8, ezvizUrl: 'https://open.ys7.com', discovery: null },
      heartbeat: null,
      retention: DEFAULT_RETENTION,
      publicUrl: null,
      insectModel: null,
      files: { panoramaMaxMb: 50, quotaMb: null, s3: null },
      ...options.config,
    },
    {
      log: options.log ?? silentLog,
      ...(options.clock ? { clock: options.clock } : {}),
      ...(options.pause ? { pause: options.pause } : {}),
      ...(options.consoleFolder ? { consoleFolder: options.consoleFolder } : {}),
      ...loginsOf(databaseUrl),
    },
  ).catch(async (cause: unknown) => {
    await fresh?.drop()
    await rm(dataDir, { recursive: true, force: true })
    throw cause
  })
  const owner = pool(databaseUrl, { max: 4 }, silentLog)
  const clientOf = (token: string | null) => client(app.url, token)
  const anonymous = clientOf(null)
  const encrypt = async (password: string) => encryptPassword((await anonymous.call(oauthCalls.publicKey)).body, password)

  return {
    url: app.url,
    mqttPort: app.mqttPort,
    services: app.services,
    owner,
    databaseUrl,
    anonymous,
    clientOf,
    encrypt,
    async signIn(name, password = PASSWORD) {
      const { status, body } = await anonymous.call(oauthCalls.token, {
        body: {
          grant_type: 'password',
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          source_type: 'web',
          device_id: '123456',
          username: name,
          password: await encrypt(password),
        },
      })
      if (status !== 200 || !('refresh_token' in body)) throw new Error(`${name} could not sign in: ${status} ${body.code}`)
      return { ...clientOf(body.access_token), tokens: body }
    },
    async close() {
      await app.close()
      const undeclared = await undeclaredTrail(owner)
      await owner.end()
      await rm(dataDir, { recursive: true, force: true })
      await fresh?.drop()
      if (undeclared.length > 0) throw new Error(`left in the audit trail and not declared by the call: ${undeclared.join(', ')}`)
    },
  }
}

/** What calls left in the audit trail that they do not declare (`trail`), as `group.act kind`. Empty where the database is gone. */
async function undeclaredTrail(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner
    .query<{ act: string; kind: string }>('select distinct act, kind from furrow.audit_entry where act is not null')
    .catch(() => ({ rows: [] }))
  return rows.filter(({ act, kind }) => !trailOf(act).includes(kind)).map(({ act, kind }) => `${act} ${kind}`)
}
function trailOf(act: string): readonly string[] {
  const [group = '', name = ''] = act.split('.')
  const trail = (callGroups as unknown as Readonly<Record<string, Readonly<Record<string, AnyCall>> | undefined>>)[group]?.[name]?.trail
  return trail === undefined || (typeof trail === 'object' && 'untold' in trail) ? [] : ([trail].flat() as readonly string[])
}

function client(url: string, token: string | null): Client {
  const raw: Client['raw'] = (method, path, init = {}) =>
    fetch(`${url}${path}`, {
      redirect: 'manual',
      ...init,
      method,
      headers: { ...(token == null ? {} : { authorization: `Bearer ${token}` }), ...(init.headers as Record<string, string>) },
    })
  return {
    token,
    raw,
    async call(call, input = {}, headers = {}) {
      const {
        params = {},
        query = {},
        body,
      } = input as { params?: Record<string, string | number>; query?: Record<string, string | number | null | undefined>; body?: unknown }
      const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
      const asked = new URLSearchParams(
        Object.entries(query).flatMap(([name, value]) => (value == null ? [] : [[name, String(value as string | number)]])),
      )
      const answer = await raw(
        call.method,
        asked.size > 0 ? `${path}?${asked}` : path,
        withHeaders(body === undefined ? {} : sent(call, body), headers),
      )
      const text = await answer.text()
      const isJson = answer.headers.get('content-type')?.includes('json') === true
      return { status: answer.status, body: isJson && text !== '' ? JSON.parse(text) : text }
    },
  }
}

const withHeaders = (init: RequestInit, headers: Readonly<Record<string, string>>): RequestInit => ({
  ...init,
  headers: { ...(init.headers as Record<string, string> | undefined), ...headers },
})
function sent(call: AnyCall, body: unknown): RequestInit {
  if (call.encoding === 'multipart') {
    const form = new FormData()
    for (const [name, value] of Object.entries(body as Record<string, string | File>)) form.append(name, value)
    return { body: form }
  }
  if (call.encoding === 'form') {
    return {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(Object.entries(body as Record<string, string>).map(([name, value]) => [name, String(value)])).toString(),
    }
  }
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
