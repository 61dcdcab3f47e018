import { readdirSync, readFileSync } from 'node:fs'

interface Process {
  readonly parent: number
  /** On a core so far, s. */
  readonly seconds: number
}
const TICKS_A_SECOND = 100

function processes(): Map<number, Process> {
  const found = new Map<number, Process>()
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      // The name of the program stands in brackets, and may hold any sign.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      found.set(Number(name), { parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND })
    } catch {
      // It ended while we looked.
    }
  }
  return found
}

/** A process with all that it started, and how long each was on a core, s. */
function familyOf(pid: number): Map<number, number> {
  const all = processes()
  const family = new Map<number, number>()
  const add = (one: number): void => {
    family.set(one, all.get(one)?.seconds ?? 0)
    for (const [child, { parent }] of all) if (parent === one && !family.has(child)) add(child)
  }
  add(pid)
  return family
}

/** How long a process and its children are on a core meanwhile, s; of one that ends meanwhile nothing is counted. */
export function clockOf(pid: number): () => number {
  const before = familyOf(pid)
  return () => [...familyOf(pid)].reduce((sum, [one, seconds]) => sum + seconds - (before.get(one) ?? 0), 0)
}

const wordsOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
/** The children of a process whose command holds this. */
export const childrenOf = (pid: number, word: string): number[] =>
  [...processes()].filter(([child, { parent }]) => parent === pid && wordsOf(child).includes(word)).map(([child]) => child)
