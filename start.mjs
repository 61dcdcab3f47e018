// Starts Furrow on any Node >= 20: installs what is missing, builds the console when its sources changed, then supervises the database,
// the server and the simulated farm until it is told to stop. What the parts do is theirs (server/main.ts, server/ground/database/run.ts,
// simulator/main.ts); this file only knows in which order they live and die.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
const dev = process.argv.includes('--dev')
const dataDir = resolve(root, process.env.DATA_DIR || '.data')
const node24 = join(root, 'node_modules', '.bin', 'node')
const lockFile = join(dataDir, 'owner.lock')

const RESTARTS_A_MINUTE = 5
const STOP_MS = 10_000
const OWNER_STOPPING_MS = 15_000

const say = (line) => process.stdout.write(`${line}\n`)
function fail(line) {
  process.stderr.write(`furrow: ${line}\n`)
  process.exit(1)
}

/** A digest of every file below these places, so that only a change costs an install or a build. */
function digest(places) {
  const hash = createHash('sha256')
  const walk = (place) => {
    if (!existsSync(place)) return
    if (statSync(place).isDirectory()) {
      for (const name of readdirSync(place).sort()) walk(join(place, name))
    } else {
      hash.update(place.slice(root.length))
      hash.update(readFileSync(place))
    }
  }
  for (const place of places) walk(join(root, place))
  return hash.digest('hex')
}

function stamped(stamp, places, there, work) {
  const file = join(root, '.cache', stamp)
  const now = digest(places)
  if (there() && existsSync(file) && readFileSync(file, 'utf8') === now) return
  work()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, now)
}

function run(title, command, args) {
  say(title)
  const done = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}` },
  })
  if (done.status !== 0) {
    process.stderr.write(`${done.stdout ?? ''}${done.stderr ?? ''}`)
    fail(`"${title}" failed`)
  }
}

/** Installs what is missing; npm test calls this too. */
export function install() {
  stamped(
    'installed',
    ['package.json', 'package-lock.json'],
    () => existsSync(node24),
    () =>
      // Not npm ci: some optional bindings of other systems are missing from the registry, and ci then refuses the lock.
      run('Installing (once)', 'npm', ['install', '--include=dev', '--no-audit', '--no-fund']),
  )
}

/** Builds the console when its sources changed; npm test calls this too. */
export function build() {
  stamped(
    'built',
    ['src', 'contract', 'streams', 'machines', 'locales', 'public', 'index.html', 'login.html', 'visitors.html', 'vite.config.ts', 'vite.shell.ts', 'vite.words.ts', 'package-lock.json'],
    () => existsSync(join(root, 'dist', 'index.html')),
    () => run('Building the console', node24, [join('node_modules', 'vite', 'bin', 'vite.js'), 'build']),
  )
}

const sleep = (ms) => new Promise((wake) => setTimeout(wake, ms))

/** When a process started, in the kernel's ticks; a number that a later process with the same id does not share. */
function birth(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[19]
  } catch {
    return null
  }
}
function isAlive({ pid, born }) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
  return born == null || birth(pid) === born
}

/** Who holds the data directory; null where nobody does, `damaged` where a loss of power left a lock that says nothing. */
function lockOwner() {
  let text
  try {
    text = readFileSync(lockFile, 'utf8')
  } catch {
    return null
  }
  try {
    return JSON.parse(text)
  } catch {
    // Half-written at this moment, unless it is old.
    return { damaged: Date.now() - changedAt(lockFile) > OWNER_STOPPING_MS, stopping: true }
  }
}
const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
const isDead = (owner) => (owner.pid == null ? owner.damaged : !isAlive(owner))

/**
 * Removes the lock of an owner that is dead: one process at a time, after a second look. Of two that saw the same dead owner the slower
 * one would otherwise remove the lock that the faster one has just taken, and both would own the directory.
 */
function removeDeadLock() {
  const guard = `${lockFile}.removing`
  try {
    mkdirSync(guard)
  } catch {
    // Whoever made it died within this very moment.
    if (Date.now() - changedAt(guard) > OWNER_STOPPING_MS) rmSync(guard, { recursive: true, force: true })
    return
  }
  try {
    const owner = lockOwner()
    if (owner && isDead(owner)) rmSync(lockFile, { force: true })
  } finally {
    rmSync(guard, { recursive: true, force: true })
  }
}

/** Makes this process the one owner of the data directory; ends it with one line where another is. */
export async function takeDataDir() {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    fail(`the data directory ${dataDir} cannot be made (${error.code})`)
  }
  const mine = JSON.stringify({ pid: process.pid, born: birth(process.pid) })
  const giveUp = Date.now() + OWNER_STOPPING_MS
  for (;;) {
    try {
      writeFileSync(lockFile, mine, { flag: 'wx', mode: 0o600 })
      return
    } catch (error) {
      if (error.code !== 'EEXIST') fail(`the data directory ${dataDir} cannot be written (${error.code})`)
    }
    const owner = lockOwner()
    if (owner && isDead(owner)) removeDeadLock()
    else if (owner && !owner.stopping) fail(`the data directory ${dataDir} is held by another Furrow (process ${owner.pid})`)
    if (Date.now() > giveUp)
      fail(`the data directory ${dataDir} is still held by a Furrow that is stopping (process ${owner?.pid ?? 'unknown'})`)
    await sleep(50)
  }
}
const releaseDataDir = () => rmSync(lockFile, { force: true })

/** HOST as somebody can call it from here; `local` where it is this machine or every address of it. */
const reachable = (local) =>
  ['', '127.0.0.1', '::1', 'localhost', '0.0.0.0', '::'].includes(process.env.HOST ?? '') ? local : process.env.HOST

let stopping = false
const children = []

/**
 * A child in a process group of its own, so that a signal to our group reaches us alone and the order of stopping is ours. It hears of
 * our death by the IPC channel's end. `start` resolves with its first message, or at once for a part that `speaks` none.
 */
export function supervise(name, args, env, { onReady, speaks = true, stdout = 'inherit' } = {}) {
  const child = { name, starts: [], process: null, wasReady: false, args, env }
  child.start = () =>
    new Promise((ready, broken) => {
      child.starts = [...child.starts.filter((at) => Date.now() - at < 60_000), Date.now()]
      child.process = spawn(node24, child.args, {
        cwd: root,
        detached: true,
        stdio: ['ignore', stdout, 'inherit', 'ipc'],
        env: { ...process.env, ...child.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}` },
      })
      const started = child.process
      if (!speaks) {
        child.wasReady = true
        ready({})
      }
      started.on('message', (message) => {
        // Under --watch Node itself says on this channel which files it watches.
        if ('watch:import' in message || 'watch:require' in message) return
        child.wasReady = true
        ready(message)
        onReady?.(message)
      })
      started.on('error', broken)
      started.on('exit', (code, signal) => {
        if (child.process === started) child.process = null
        if (stopping) return
        // A part that was never ready has said why on its own line: trying again would only say it again.
        if (!child.wasReady) return broken(new Error(`${name} could not start`))
        say(`furrow: ${name} ended (${signal ?? code}), starting it again`)
        if (child.starts.length >= RESTARTS_A_MINUTE) void stop(1, `${name} died ${RESTARTS_A_MINUTE} times within a minute`)
        else child.start().catch((error) => void stop(1, error.message))
      })
    })
  child.stop = (ms) =>
    new Promise((done) => {
      const running = child.process
      if (!running) return done()
      const late = setTimeout(() => running.kill('SIGKILL'), ms)
      running.once('exit', () => {
        clearTimeout(late)
        done()
      })
      running.kill('SIGTERM')
    })
  children.push(child)
  return child
}

async function stop(code, reason) {
  if (stopping) return
  stopping = true
  if (reason) process.stderr.write(`furrow: ${reason}\n`)
  try {
    writeFileSync(lockFile, JSON.stringify({ pid: process.pid, born: birth(process.pid), stopping: true }))
  } catch {
    // On a full disk the lock cannot say so; who waits for it waits for this process to end.
  }
  // The farm first, then who listens to it, then who remembers; together within STOP_MS.
  const until = Date.now() + STOP_MS
  const share = { simulator: 1500, console: 1500, server: 4000, database: STOP_MS }
  for (const child of children.toReversed()) await child.stop(Math.min(share[child.name] ?? 2000, Math.max(500, until - Date.now())))
  releaseDataDir()
  process.exit(code)
}

async function main() {
  if (Number(process.versions.node.split('.')[0]) < 20) fail(`Node 20 or newer is needed, this is ${process.versions.node}`)
  install()
  if (!dev) build()
  await takeDataDir()
  process.on('SIGTERM', () => void stop(0))
  process.on('SIGINT', () => void stop(0))
  process.on('SIGHUP', () => void stop(0))

  let databaseUrl = process.env.DATABASE_URL
  let server = null
  if (!databaseUrl) {
    const database = supervise(
      'database',
      ['server/ground/database/run.ts'],
      { DATA_DIR: dataDir },
      {
        // It says its connection, password and all, on its standard output too.
        stdout: 'ignore',
        onReady({ url }) {
          // After a restart the database may stand elsewhere: the server follows it.
          if (server && url !== databaseUrl) {
            server.env.DATABASE_URL = url
            server.process?.kill('SIGTERM')
          }
          databaseUrl = url
        },
      },
    )
    await database.start()
  }
  server = supervise('server', [...(dev ? ['--watch'] : []), 'server/main.ts'], {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    FURROW_OWN_DATABASE: process.env.DATABASE_URL ? '' : '1',
  })
  const ready = await server.start()
  if (ready.demo && process.env.SIMULATOR !== 'off') {
    await supervise(
      'simulator',
      ['simulator/main.ts'],
      { MQTT_URL: `mqtt://${reachable('127.0.0.1')}:${ready.mqttPort}` },
      { speaks: false },
    ).start()
  }
  let port = ready.port
  if (dev) {
    const vite = supervise(
      'console',
      [join('node_modules', 'vite', 'bin', 'vite.js'), '--strictPort'],
      { FURROW_SERVER: `http://127.0.0.1:${ready.port}` },
      { speaks: false },
    )
    vite.start().catch((error) => void stop(1, error.message))
    port = 5173
    while (!stopping && !(await fetch(`http://localhost:${port}/`).catch(() => null))) await sleep(100)
    if (stopping) return
  }
  say(`Furrow is ready on http://${reachable('localhost')}:${port}`)
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  main().catch((error) => (children.length > 0 ? stop(1, error.message) : fail(error.message)))
}
