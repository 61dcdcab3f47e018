import type { ChildProcess } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** When a process of this system began, in its own ticks; null where there is none, or nobody can tell. */
function beganAt(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program stands in brackets, and may hold any sign.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

export interface Register {
  add(child: ChildProcess): void
}

/**
 * The processes of this server that read cameras, a file each in `folder`. They end by themselves when nobody reads them any more; those
 * that a server which was killed left behind, and that have not noticed yet, are ended here at its next start.
 */
export function openRegister(folder: string): Register {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) {
    const pid = Number(name)
    const file = join(folder, name)
    // A pid is given anew: it is the same process where it began at the same time.
    if (Number.isInteger(pid) && pid > 1 && beganAt(pid) !== null && readFileSync(file, 'utf8') === beganAt(pid)) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It ended meanwhile.
      }
    }
    rmSync(file, { force: true })
  }
  return {
    add(child) {
      const { pid } = child
      const began = pid === undefined ? null : beganAt(pid)
      if (pid === undefined || began === null) return
      const file = join(folder, String(pid))
      writeFileSync(file, began)
      child.on('exit', () => rmSync(file, { force: true }))
    },
  }
}
