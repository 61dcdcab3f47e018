import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { documents } from '#contract/inventory/documents'
import { rightsTopic } from '#contract/session/rights'
import { createApprovals } from './ground/approvals/approvals.ts'
import { approvalDoor } from './ground/approvals/approvalDoor.ts'
import { inquiryFence } from './agriculture/inquiryFence.ts'
import { noticeFence } from './notices/noticeRows.ts'
import { documentFence } from './ground/documents/documentFence.ts'
import { forms, handlersOf, jobsOf, registry, watchesOf } from './areas.ts'
import { sentVerbs } from './devices/sentVerbs.ts'
import { createLiveFarm } from './liveFarm.ts'
import { createClockwork } from './ground/clock/clockwork.ts'
import type { Config } from './ground/config.ts'
import type { Logins } from './ground/database/roles.ts'
import { openStore } from './ground/database/open.ts'
import { writeNoticeFile } from './demo/notices.ts'
import { demoPanoramasJob } from './demo/panoramas/job.ts'
import { writeDemo } from './demo/demo.ts'
import { demoContentJob } from './demo/content/job.ts'
import { demoLogJob } from './demo/farmLog/job.ts'
import { demoSeedsJob } from './demo/seeds/job.ts'
import { openFiles } from './ground/files/open.ts'
import { foreignDesk } from './ground/foreign/desk.ts'
import { jobs, jobsModule } from './foreignJobs.ts'
import { createHeartbeat } from './ground/heartbeat.ts'
import { healthOf } from './ground/health.ts'
import type { Job } from './ground/clock/job.ts'
import { historyJobs } from './ground/history/rollup.ts'
import { forgetDone } from './ground/http/once.ts'
import { httpServer } from './ground/http/server.ts'
import { createUpgrades } from './ground/http/upgrades.ts'
import { messageDoor } from './ground/messages/messageDoor.ts'
import { recount, type UnreadDesk, unreadDoor } from './ground/messages/unread.ts'
import { createOutbox } from './ground/outbox/outbox.ts'
import { messageTo, post, unreadOf } from './ground/outbox/parcel.ts'
import type { Services } from './ground/services.ts'
import { changedDoor } from './ground/live/changedDoor.ts'
import { createWatchEngine, type WatchEngine } from './ground/watch/engine.ts'
import { openAccounts } from './session/open.ts'
import { StartFailure } from './ground/startFailure.ts'

const FORGET_EVERY_MS = 3_600_000
/** How long a stop waits for calls that are under way. */
const DRAIN_MS = 3000

export interface App {
  /** Where the HTTP server answers, e.g. `http://127.0.0.1:8080`. */
  readonly url: string
  readonly port: number
  readonly mqttPort: number
  readonly services: Services
  /** The one-time link that makes the first administrator, where there is nobody yet. */
  readonly setupUrl: string | null
  readonly close: () => Promise<void>
}

/**
 * The whole server, listening: database brought up to date, demo seeded where it is on, broker and HTTP open. Throws StartFailure, in
 * one line, for a fault of configuration, a taken port or a database that cannot be used; nothing is left running then. `onTaken` hears
 * that another server has taken the database: this one has to be closed.
 */
export async function createApp(
  config: Config,
  given: {
    log: Logger
    clock?: () => number
    consoleFolder?: string
    onTaken?: (line: string) => void
    pause?: (ms: number) => Promise<void>
    makeWatchEngine?: typeof createWatchEngine
    /** The database's roles, where they are not its own. */
    logins?: Logins
  },
): Promise<App> {
  const { log, clock = Date.now, makeWatchEngine = createWatchEngine } = given
  // What was opened, to be closed in the opposite order.
  const opened: (() => Promise<void>)[] = []
  const close = async () => {
    for (const end of opened.splice(0).toReversed()) {
      await end().catch((cause: unknown) => log.error({ err: cause }, 'a part did not stop cleanly'))
    }
  }
  try {
    const store = await openStore({
      databaseUrl: config.databaseUrl,
      log,
      demo: config.demo,
      ...(given.onTaken ? { onTaken: given.onTaken } : {}),
      ...(given.logins ? { logins: given.logins } : {}),
    })
    opened.push(store.close)
    if (config.demo) await writeDemo(store.owner, { log, clock })

    const { requestDb, serviceDb, servicePool } = store
    const accounts = await openAccounts({ config, log, clock, serviceDb, servicePool, pause: given.pause })
    opened.push(accounts.close)
    const { gate } = accounts

    const unread: UnreadDesk = { tell: (tenantId, userId) => post(serviceDb, [unreadOf(tenantId, userId)], clock()) }
    const notify: Services['notify'] = (to, message) => post(serviceDb, [messageTo(to, message)], clock())
    // Known once the server listens: a free one where none was asked for.
    let port = config.port
    const verbs = sentVerbs({ key: accounts.fileLinkKey, publicUrl: config.publicUrl, port: () => port })
    // Made once it is known what is watched, and before anything is heard.
    let engine: WatchEngine | null = null
    const farm = await createLiveFarm({ config, log, clock, serviceDb, servicePool, gate }, undefined, verbs, {
      wants: (tenantId, itemId) => engine?.wants(tenantId, itemId) ?? false,
      hear: (tenantId, heard) => engine?.hear(tenantId, heard),
    })
    const { broker, live, desk, wanted, isPressed } = farm
    const foreign = foreignDesk(jobs, { log, module: jobsModule })
    opened.push(() => foreign.close())
    const upgrades = createUpgrades()
    const ends: (() => Promise<void>)[] = []
    const atEnd: Services['atEnd'] = (end) => void ends.push(end)
    // Together, and once: the HTTP server waits for its WebSockets, and these are the broker's and the areas' to end.
    let serving: FastifyInstance | null = null
    let ended = false
    const endServing = async () => {
      if (ended) return
      ended = true
      await Promise.all([serving && stopHttp(serving), farm.close(), ...ends.map((end) => end())])
    }
    // Also where the start fails before there is anything that serves.
    opened.push(endServing)
    const shared = { config, log, clock, requestDb, serviceDb, servicePool, gate }
    const services: Services = {
      ...shared,
      live,
      broker,
      desk,
      wanted,
      isPressed,
      foreign,
      secrets: accounts.secrets,
      notify,
      upgrades,
      atEnd,
    }
    const outbox = await createOutbox({
      db: serviceDb,
      pool: servicePool,
      doors: {
        message: messageDoor(),
        unread: unreadDoor({ live, broker }),
        approval: approvalDoor({ live }),
        changed: changedDoor(live),
      },
      clock,
      log,
    })
    opened.push(() => outbox.close())
    const approvals = createApprovals({ forms, requestDb, serviceDb, log, clock })
    opened.push(approvals.close)
    gate.onChange((change) => {
      if ('sessionId' in change) return broker.dropSession(change.sessionId)
      const users = new Set([...change.users, ...(change.tenant == null ? [] : broker.listeners(change.tenant))])
      // Someone who left may have open tasks.
      if (users.size > 0) void approvals.sweep()
      // What is for them may be more or less now.
      if (users.size > 0)
        recount(serviceDb, [...users], clock()).catch((cause: unknown) => log.error({ err: cause }, 'unread counts could not be told anew'))
      for (const userId of users) {
        live.publish(rightsTopic, { userId }, {})
        broker.recheckUser(userId).catch((cause: unknown) => log.error({ err: cause }, 'a grant could not be checked anew'))
      }
    })
    const fences = { document: documentFence(Object.values(documents)), inquiry_message: inquiryFence, notice: noticeFence }
    const files = openFiles({ config, requestDb, serviceDb, linkKey: accounts.fileLinkKey, foreign, fences, clock, log })
    opened.push(() => files.close())
    if (config.demo) await writeNoticeFile({ owner: store.owner, storage: files.storage, folder: files.incomingFolder, clock })

    const parts = { ...services, registry, approvals, files }
    const watching = makeWatchEngine({ kinds: watchesOf(parts), db: serviceDb, pool: servicePool, clock, log })
    opened.push(() => watching.close())
    engine = watching
    await watching.start()
    const context = { ...parts, watching }
    // Known once the broker listens: a free one where none was asked for.
    let mqttPort = config.mqttPort
    let started = false
    const health = healthOf({ pool: servicePool, dataDir: config.dataDir, started: () => started, waitingFor: () => farm.waitingFor() })
    const http = await httpServer({
      config,
      log,
      clock,
      gate,
      use: accounts.use,
      requestDb,
      live,
      handlers: { ...accounts.handlers({ broker, live }), ...handlersOf(context) },
      bootFor: async (request) => ({
        publicKey: accounts.publicKey,
        deployment: await accounts.deploymentOf(request.host ?? ''),
        demo: config.demo,
        ...(config.oidc ? { oidc: { label: config.oidc.label } } : {}),
        panoramaMaxMb: config.files.panoramaMaxMb,
        mqttPort,
        tiles: [...config.tiles],
      }),
      publicKey: accounts.publicKey,
      isSetupOpen: accounts.first.isOpen,
      health,
      consoleFolder: given.consoleFolder ?? fileURLToPath(new URL('../dist', import.meta.url)),
    })
    serving = http
    opened.push(endServing)
    farm.attach(upgrades)
    upgrades.attach(http.server)
    ;({ mqttPort } = await farm.listen())
    void approvals.sweep()
    port = await listenHttp(http, config)
    const forgetting: Job = {
      name: 'http.forgetDone',
      every: FORGET_EVERY_MS,
      missed: 'catchUp',
      once: (work) => forgetDone(work, clock()),
    }
    const ground = [forgetting, ...farm.jobs, ...files.jobs, ...approvals.jobs, ...historyJobs({ ...services, owner: store.owner, unread })]
    const clockwork = createClockwork({
      jobs: [
        ...accounts.jobs,
        ...ground,
        ...jobsOf(context),
        ...(config.demo ? [demoPanoramasJob(context), demoSeedsJob(context), demoLogJob(context), demoContentJob(context)] : []),
      ],
      db: serviceDb,
      pool: servicePool,
      clock,
      log,
    })
    opened.push(() => clockwork.close())
    started = true
    if (config.heartbeat !== null) {
      const heartbeat = createHeartbeat({ ...config.heartbeat, health, log })
      opened.push(async () => heartbeat.close())
    }
    const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
    log.info({ url, mqttPort, demo: config.demo }, 'ready')
    return { url, port, mqttPort, services, setupUrl: accounts.first.token == null ? null : `${url}/setup#${accounts.first.token}`, close }
  } catch (cause) {
    await close()
    throw cause
  }
}

async function listenHttp(http: FastifyInstance, { host, port }: Config): Promise<number> {
  try {
    await http.listen({ host, port })
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new StartFailure(`Port ${port} of ${host} is taken by another program: stop it, or set PORT`)
    if (code === 'EACCES') throw new StartFailure(`Port ${port} may not be opened by this user: set PORT to one above 1023`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new StartFailure(`HOST is ${host}, which is no address of this machine`)
    throw cause
  }
  return (http.server.address() as AddressInfo).port
}

async function stopHttp(http: FastifyInstance): Promise<void> {
  const late = setTimeout(() => http.server.closeAllConnections(), DRAIN_MS)
  await http.close()
  clearTimeout(late)
}
