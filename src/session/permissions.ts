import { userCalls } from '#contract/session/user'
import { call, isFailure } from '#src/api/call.ts'
import { createStore, type Readable } from '#src/createStore.ts'

/** PERMISSIONS-02, -27: how long questions are gathered into one call, on pages of the farm and the inventory, and on all others. */
export const gatherMs = (path: string) => (/^\/(web|inventory)(\/|$)/.test(path) ? 100 : 300)
/** The most codes that one call may ask (contract/session/user.ts). */
const MOST = 500

type Ask = (codes: readonly string[]) => Promise<readonly { code: string; approve: boolean }[] | null>

export interface PermissionBook {
  /** Whether a code is held; undefined until the server has said. */
  readonly get: (code: string) => boolean | undefined
  /** Asks for what is not known yet, together with whoever asks a little later. */
  readonly want: (codes: readonly string[]) => void
  /** Resolves once the server has said of all of these codes, or could not be asked. */
  readonly heard: (codes: readonly string[]) => Promise<void>
  /** Counts up with every answer, so that a reader knows when to look again. */
  readonly version: Readable<number>
  /** Asks again for every code that was ever asked for; each answer holds until the new one is there. */
  readonly renew: () => void
  /** Asks nothing more: what is not known stays so. */
  readonly end: () => void
}

/** Asks the server for permission codes in merged batches, `wait()` ms after the first of a batch, and remembers each answer. A book is of one user in one tenant. */
export function permissionBook(ask: Ask, wait: () => number): PermissionBook {
  const known = new Map<string, boolean>()
  let wanted = new Set<string>()
  /** The newest question that a code is in: an older one that is answered later says nothing of it. */
  const asked = new Map<string, number>()
  let questions = 0
  let timer: ReturnType<typeof setTimeout> | null = null
  const version = createStore(0)
  let ended = false

  const askSoon = () => {
    if (!ended && wanted.size > 0) timer ??= setTimeout(() => void flush(), wait())
  }
  async function flush(): Promise<void> {
    timer = null
    const codes = [...wanted].slice(0, MOST)
    wanted = new Set([...wanted].slice(MOST))
    if (wanted.size > 0) timer = setTimeout(() => void flush(), 0)
    const question = ++questions
    for (const code of codes) asked.set(code, question)
    const answers = await ask(codes)
    const answered = codes.filter((code) => asked.get(code) === question)
    for (const code of answered) asked.delete(code)
    // A failed question is not an answer: the next reader asks again, until then nothing is allowed.
    if (answers != null) {
      const approved = new Map(answers.map(({ code, approve }) => [code, approve]))
      for (const code of answered) known.set(code, approved.get(code) ?? false)
    }
    version.set(version.get() + 1)
  }

  function want(codes: readonly string[]): void {
    if (ended) return
    for (const code of codes) if (!known.has(code) && !asked.has(code)) wanted.add(code)
    askSoon()
  }

  return {
    get: (code) => known.get(code),
    want,
    heard(codes) {
      want(codes)
      const isOpen = () => codes.some((code) => !known.has(code) && (asked.has(code) || wanted.has(code)))
      return new Promise((resolve) => {
        if (!isOpen()) {
          resolve()
          return
        }
        const stop = version.subscribe(() => {
          if (isOpen()) return
          stop()
          resolve()
        })
      })
    },
    version,
    renew() {
      for (const code of [...known.keys(), ...asked.keys()]) wanted.add(code)
      askSoon()
    },
    end() {
      ended = true
      if (timer !== null) clearTimeout(timer)
      wanted.clear()
      version.set(version.get() + 1)
    },
  }
}

const KEPT = 'permissions'
/** What the server said last of these codes, where nobody answers: it decides again over all that is sent. */
async function keptRights(owner: string, codes: readonly string[]) {
  const { keptAnswer } = await import('#src/kept/reads.ts')
  const known = (await keptAnswer(owner, KEPT))?.answer as Readonly<Record<string, boolean>> | undefined
  return known === undefined ? null : codes.map((code) => ({ code, approve: known[code] === true }))
}

export const newPermissionBook = (owner: string) =>
  permissionBook(
    async (codes) => {
      const answer = await call(userCalls.checkResources, { body: [...codes] }, { quiet: true })
      if (isFailure(answer)) return (answer.status === 0 || answer.status > 501) && owner !== '' ? keptRights(owner, codes) : null
      if (owner !== '')
        void import('#src/kept/reads.ts').then(({ keepFacts }) =>
          keepFacts(owner, KEPT, Object.fromEntries(answer.map(({ code, approve }) => [code, approve]))),
        )
      return answer
    },
    () => gatherMs(location.pathname),
  )
