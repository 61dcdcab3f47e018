import pino from 'pino'
import { StartFailure } from '../startFailure.ts'
import { type Cluster, NoRoom, startCluster } from './cluster.ts'

/**
 * Child-process entry: runs the product's own PostgreSQL for DATA_DIR. Prints one JSON line `{"url":...}` and sends the same to
 * the parent; stops the database on SIGTERM, SIGINT or when the parent is gone, and ends with exit code 1 when the database has ended
 * by itself. A database that ended, or cannot start, for want of room is started again here as soon as there is room: that is nobody's
 * fault, and no restart of this part would help. Any other fault is one line on stderr and exit code 1.
 */
const log = pino({ name: 'database', level: process.env['LOG_LEVEL'] ?? 'info' }, pino.destination({ dest: 2, sync: true }))
const ROOM_MS = 2000

let stopping = false
let running: Cluster | null = null
let starting = false

async function end(): Promise<void> {
  const again = stopping
  stopping = true
  // While it starts there is nothing to stop yet: the start sees `stopping`.
  if (again || starting) return
  await stop()
}
async function stop(): Promise<void> {
  await running?.stop()
  process.exit(0)
}
process.on('SIGTERM', () => void end())
process.on('SIGINT', () => void end())
process.on('disconnect', () => void end())

const fail = (line: string): never => {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

async function start(): Promise<Cluster> {
  starting = true
  try {
    return await startCluster({ dataDir: process.env['DATA_DIR'] ?? '.data', log })
  } finally {
    starting = false
  }
}

/** Starts the database, as often as it takes where there is no room. */
async function startWithRoom(): Promise<Cluster> {
  let told = false
  for (;;) {
    try {
      return await start()
    } catch (cause) {
      if (stopping) process.exit(0)
      if (!(cause instanceof NoRoom)) throw cause
      if (!told) process.stderr.write(`furrow: ${cause.message}\n`)
      told = true
      await new Promise((resume) => setTimeout(resume, ROOM_MS))
    }
  }
}

try {
  for (;;) {
    running = await startWithRoom()
    if (stopping) await stop()
    process.stdout.write(`${JSON.stringify({ url: running.url })}\n`)
    process.send?.({ url: running.url })
    // What waits for its end keeps this process alive, also where no parent holds a channel to it.
    const alive = setInterval(() => undefined, 2 ** 30)
    const { lackedRoom } = await running.ended
    clearInterval(alive)
    // The end that was asked for ends this process itself.
    if (stopping) break
    if (!lackedRoom) fail('furrow: the database ended by itself')
    running = null
    await new Promise((resume) => setTimeout(resume, ROOM_MS))
  }
} catch (cause) {
  fail(cause instanceof StartFailure ? cause.message : String(cause))
}
