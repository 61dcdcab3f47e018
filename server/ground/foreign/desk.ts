import { type ChildProcess, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { CallFailure } from '../failure.ts'
import { askChild } from './askChild.ts'
import type { Asked, Word } from './child.ts'
import type { Job, Jobs } from './job.ts'
import { fairTurns } from './turns.ts'

const PROCESSES = 3
const OF_TENANT = 2
const WAITING_OF_TENANT = 100
/** Of JavaScript's own. */
const HEAP_MB = 192
/** Of all that a process may write to; Node takes about 600 of it before it does anything. What a decoder cannot have it says, or dies. */
const DATA_MB = 1000
/** A process whose parent died while it was busy does not stay for ever. */
const CPU_SECONDS = 180
/** A process is kept for its tenant's next job, not for long and not for ever. */
const IDLE_MS = 10_000
const WORKED_MS = 60_000
const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url))

interface Kept {
  readonly child: ChildProcess
  readonly tenantId: number
  worked: number
  idle: NodeJS.Timeout | null
}

/**
 * Where foreign files are read, cleaned and drawn: in processes of their own, each with a deadline, a limit of memory that the system
 * holds, lower priority than the server, and nothing in it but the files of one tenant. A file that was made to break its reader breaks
 * that process alone. (Threads would not do: one that outgrows its memory in one step ends the whole process.)
 */
export function foreignDesk(jobs: Jobs, { log, module }: { log: Logger; module: string }) {
  const names = new Map<unknown, string>(Object.entries(jobs).map(([name, job]) => [job, name]))
  const inTurn = fairTurns({ atOnce: PROCESSES, ofTenant: OF_TENANT, waitingOfTenant: WAITING_OF_TENANT })
  const all = new Set<Kept>()
  let closed = false

  function end(kept: Kept): void {
    all.delete(kept)
    if (kept.idle) clearTimeout(kept.idle)
    kept.child.kill('SIGKILL')
  }

  function begin(tenantId: number): Kept {
    // Limits that this system does not know are left out; those of time and of the heap remain.
    const limits = `ulimit -d ${DATA_MB * 1024} 2>/dev/null; ulimit -t ${CPU_SECONDS} 2>/dev/null; exec "$0" "$@"`
    const child = spawn('/bin/sh', ['-c', limits, process.execPath, `--max-old-space-size=${HEAP_MB}`, CHILD, module], {
      // It needs nothing that we know. A date that names no zone is that of the file, and not of this machine.
      env: { UV_THREADPOOL_SIZE: '2', TZ: 'UTC' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    const kept: Kept = { child, tenantId, worked: 0, idle: null }
    all.add(kept)
    child.on('error', (cause) => {
      log.warn({ err: cause }, 'a process for foreign files failed')
      end(kept)
    })
    child.on('exit', () => end(kept))
    try {
      if (child.pid != null) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // It ended already, which its exit says.
    }
    return kept
  }

  /** One that this tenant used before, else a new one; nobody gets one that held another tenant's files. */
  function take(tenantId: number): Kept {
    const idle = [...all].filter((kept) => kept.idle != null)
    const own = idle.find((kept) => kept.tenantId === tenantId)
    if (own) {
      clearTimeout(own.idle!)
      own.idle = null
      return own
    }
    if (all.size >= PROCESSES && idle[0]) end(idle[0])
    return begin(tenantId)
  }

  function giveBack(kept: Kept): void {
    if (kept.worked > WORKED_MS || closed) return end(kept)
    kept.idle = setTimeout(() => end(kept), IDLE_MS)
    kept.idle.unref()
  }

  return {
    /**
     * `prepare` makes the input ready once it is this job's turn. Throws CallFailure: what the job refused, what its declaration says where
     * it broke, `error.busy` where this tenant has too many waiting.
     */
    run<Input, Answer>(tenantId: number, job: Job<Input, Answer>, prepare: () => Input | Promise<Input>): Promise<Answer> {
      return inTurn(tenantId, async () => {
        const { seconds, unreadable, tooMuch } = job
        const name = names.get(job)!
        const input = await prepare()
        if (closed) throw new CallFailure('error.unavailable')
        const kept = take(tenantId)
        const began = performance.now()
        const asked: Asked = { job: name, input }
        const word = await askChild<Word>(kept.child, asked, seconds * 1000)
        if (word === 'late' || word === 'died' || ('wantsMemory' in word && word.wantsMemory)) {
          end(kept)
          if (closed) throw new CallFailure('error.unavailable')
          log.warn({ tenantId, job: name, word }, 'a foreign file took too much')
          throw new CallFailure(tooMuch)
        }
        kept.worked += performance.now() - began
        giveBack(kept)
        if ('answer' in word) return word.answer as Answer
        if ('refused' in word) throw new CallFailure(word.refused, word.params)
        log.info({ tenantId, job: name, cause: word.threw }, 'a foreign file could not be read')
        throw new CallFailure(unreadable)
      })
    },
    async close(): Promise<void> {
      closed = true
      for (const kept of all) end(kept)
    },
  }
}
export type ForeignDesk = ReturnType<typeof foreignDesk>
