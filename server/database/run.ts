import pino from 'pino'
import { StartFailure } from '../startFailure.ts'
import { startCluster } from './cluster.ts'

/**
 * Child-process entry: runs the product's own PostgreSQL for DATA_DIR. Prints one JSON line `{"url":...}` and sends the same to
 * the parent; stops the database on SIGTERM, SIGINT or when the parent is gone. A fault is one line on stderr and exit code 1.
 */
const log = pino({ name: 'database', level: process.env['LOG_LEVEL'] ?? 'info' }, pino.destination({ dest: 2, sync: true }))

let stopping = false
let stop: (() => Promise<void>) | null = null

async function end(): Promise<void> {
  stopping = true
  // Before it has started there is nothing to stop yet: the start below sees `stopping`.
  if (stop == null) return
  const stopCluster = stop
  stop = null
  await stopCluster()
  process.exit(0)
}
process.on('SIGTERM', () => void end())
process.on('SIGINT', () => void end())
process.on('disconnect', () => void end())

try {
  const cluster = await startCluster({ dataDir: process.env['DATA_DIR'] ?? '.data', log })
  stop = cluster.stop
  if (stopping) await end()
  process.stdout.write(`${JSON.stringify({ url: cluster.url })}\n`)
  process.send?.({ url: cluster.url })
  // The timer keeps this process alive when no parent holds a channel to it.
  setInterval(() => undefined, 2 ** 30)
} catch (cause) {
  process.stderr.write(`${cause instanceof StartFailure ? cause.message : String(cause)}\n`)
  process.exit(1)
}
