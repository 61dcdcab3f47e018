import { readFileSync, statfsSync } from 'node:fs'
import { resolve } from 'node:path'
import type pg from 'pg'

/** An answer is remembered for a moment, so that a probe costs nothing. */
const KNOWN_MS = 500
const PATIENCE_MS = 2000
/** A message that waits longer than this for its commit: devices are no longer acknowledged. */
const WAITING_MS = 10_000
/** The database needs room for a piece of its log (16 MB), uploads for themselves. */
const LEAST_ROOM = 32 * 1024 * 1024

export type Health = { readonly ready: true } | { readonly ready: false; readonly why: 'starting' | 'database' | 'ingest' | 'room' }

/**
 * Whether all that the product needs is there: the server has started, the database answers, what devices say is committed, and the
 * disk of the data directory (and of the own database, where it is elsewhere) has room.
 */
export function healthOf(given: {
  pool: pg.Pool
  dataDir: string
  started: () => boolean
  /** How long the oldest message has waited for its commit, in ms. */
  waitingFor: () => number
}): () => Promise<Health> {
  let known: { at: number; answer: Promise<Health> } | null = null
  const ask = async (): Promise<Health> => {
    if (!(await answers(given.pool))) return { ready: false, why: 'database' }
    if (given.waitingFor() > WAITING_MS) return { ready: false, why: 'ingest' }
    return hasRoom(given.dataDir) ? { ready: true } : { ready: false, why: 'room' }
  }
  return async () => {
    if (!given.started()) return { ready: false, why: 'starting' }
    if (known == null || performance.now() - known.at > KNOWN_MS) known = { at: performance.now(), answer: ask() }
    return known.answer
  }
}

function answers(pool: pg.Pool): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((answer) => (timer = setTimeout(() => answer(false), PATIENCE_MS)))
  const answered = pool.query('select 1').then(
    () => true,
    () => false,
  )
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}

const hasRoom = (dataDir: string) => [dataDir, ownCluster(dataDir)].every((place) => place == null || roomAt(place) >= LEAST_ROOM)

function roomAt(place: string): number {
  try {
    const { bavail, bsize } = statfsSync(place)
    return bavail * bsize
  } catch {
    // A place that cannot be asked is not known to be full.
    return Infinity
  }
}

/** Where the own database of this data directory stands; null where it has none. */
function ownCluster(dataDir: string): string | null {
  try {
    return resolve(dataDir, (JSON.parse(readFileSync(resolve(dataDir, 'cluster.json'), 'utf8')) as { directory: string }).directory)
  } catch {
    return null
  }
}
