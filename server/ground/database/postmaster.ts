import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** How often a postmaster is looked after, in ms. */
const LOOK_MS = 250
/** How long what a dead postmaster left may take to end by itself, in ms. */
const LEAVE_MS = 2000
/** PostgreSQL cannot go on without room for another piece of its log (16 MB) and a few pages beside it. */
const LEAST_ROOM = 32 * 1024 * 1024

/** The port of the live postmaster of this directory, or null. */
export function runningPort(directory: string): number | null {
  const lines = pidLines(directory)
  const port = Number(lines[3])
  return isPostgres(Number(lines[0]), directory) && Number.isInteger(port) && port > 0 ? port : null
}

/** The port of the last start; PostgreSQL keeps the words of its command beside its data. */
export function lastPort(directory: string): number | null {
  const found = /\bport='?(\d+)/.exec(textOf(join(directory, 'postmaster.opts')))
  return found ? Number(found[1]) : null
}

/** Resolves when the postmaster that is there now is gone. Keeps no process alive. */
export function untilGone(directory: string): Promise<void> {
  const pid = Number(pidLines(directory)[0])
  return new Promise((gone) => {
    const looking = setInterval(() => {
      if (isPostgres(pid, directory)) return
      clearInterval(looking)
      gone()
    }, LOOK_MS)
    looking.unref()
  })
}

/**
 * Ends the processes that a postmaster left which was killed: while one of them is there no other postmaster may touch the data, and
 * one that is busy does not notice by itself. Answers how many there were. Only where /proc tells whose they are.
 */
export async function endLeftovers(directory: string): Promise<number> {
  const left = leftovers(directory)
  const kill = (signal: NodeJS.Signals) => {
    for (const pid of leftovers(directory)) {
      try {
        process.kill(pid, signal)
      } catch {
        // It has ended meanwhile.
      }
    }
  }
  const until = Date.now() + LEAVE_MS
  if (left.length > 0) kill('SIGQUIT')
  while (leftovers(directory).length > 0) {
    if (Date.now() > until) kill('SIGKILL')
    await new Promise((resume) => setTimeout(resume, 50))
  }
  return left.length
}

/** PostgreSQL's processes work in their data directory, wherever they came from. */
function leftovers(directory: string): number[] {
  if (!existsSync('/proc/self/cwd') || !existsSync(directory)) return []
  const place = realpathSync(directory)
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      if (!Number.isInteger(pid) || pid === process.pid) return false
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === place && readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')
      } catch {
        return false
      }
    })
}

/** A pid file whose number now belongs to another program (after a power cut) would keep PostgreSQL from starting. */
export function forgetStalePid(directory: string): void {
  if (isPostgres(Number(pidLines(directory)[0]), directory)) return
  rmSync(join(directory, 'postmaster.pid'), { force: true })
}

/** Whether a database here lacks room: by what it said, or by what the disk says, since on a full one nothing may have been written. */
export function lacksRoom(directory: string, said: string): boolean {
  if (/No space left on device|Disk quota exceeded/.test(said)) return true
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize < LEAST_ROOM
  } catch {
    return false
  }
}

/** Marks where a log stands now; answers what was added since, at most its last pages. */
export function startOfLog(path: string): () => string {
  const from = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return () => readFileSafely(path).subarray(from).subarray(-LOG_TAIL).toString('utf8')
}
const LOG_TAIL = 16_000

function readFileSafely(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    return Buffer.alloc(0)
  }
}
const textOf = (path: string) => readFileSafely(path).toString('utf8')

const pidLines = (directory: string): string[] => textOf(join(directory, 'postmaster.pid')).split('\n')

function isPostgres(pid: number, directory: string): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false
  try {
    process.kill(pid, 0)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  try {
    // Of one that has ended and that nobody has fetched yet this is empty.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(directory)
  } catch {
    return process.platform !== 'linux'
  }
}
