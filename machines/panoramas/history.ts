/** How many steps back are kept. */
const MOST_STEPS_BACK = 100

/** What stands now, and the way back and forth. `tag` names the input that the newest change was made in. */
export interface History<Now> {
  readonly now: Now
  readonly past: readonly Now[]
  readonly future: readonly Now[]
  readonly tag: string | null
}

export const beginHistory = <Now>(now: Now): History<Now> => ({ now, past: [], future: [], tag: null })

/** Changes one after another under the same tag are one step back; what was undone can no longer be redone. */
export function change<Now>(history: History<Now>, now: Now, tag: string | null = null): History<Now> {
  if (now === history.now) return history
  const isSame = tag !== null && tag === history.tag
  return { now, past: isSame ? history.past : [...history.past, history.now].slice(-MOST_STEPS_BACK), future: [], tag }
}

export function undo<Now>({ now, past, future, ...rest }: History<Now>): History<Now> {
  const before = past.at(-1)
  return before === undefined
    ? { now, past, future, ...rest }
    : { now: before, past: past.slice(0, -1), future: [now, ...future], tag: null }
}

export function redo<Now>({ now, past, future, ...rest }: History<Now>): History<Now> {
  const [next, ...later] = future
  return next === undefined ? { now, past, future, ...rest } : { now: next, past: [...past, now], future: later, tag: null }
}
