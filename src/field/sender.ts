import { clockAhead } from '#src/api/reach.ts'
import { changeQueue, readQueue } from '#src/kept/queue.ts'
import { confirmed, newOperationId, nextOf, type Operation } from '#src/kept/operation.ts'
import { session } from '#src/session/session.ts'
import { sendOne } from './sendOne.ts'

const LOCK = 'furrow.field'
const MINUTES_MS = 5 * 60_000
/** The moment at which something was done, by the server's clock: a phone's may be a day off. */
export function timed(one: Operation, ahead: number): Operation {
  const { when, body, moments = [] } = one.sending
  // What somebody typed to the minute is left alone by a clock that is right to the minute.
  const wrong = Math.abs(ahead) < MINUTES_MS ? [] : moments
  const moved = wrong.flatMap((name) => (typeof body[name] === 'number' ? [[name, Math.round(body[name] - ahead)] as const] : []))
  const done = when === null ? {} : { at: Math.round(when - ahead) }
  return { ...one, sending: { ...one.sending, when: null, moments: [], body: { ...body, ...Object.fromEntries(moved), ...done } } }
}

const mine = (queue: readonly Operation[], owner: string) => queue.filter((one) => one.owner === owner)
const ownerNow = () => {
  const { self, tenantId } = session.get()
  return self === null ? null : { userId: self.id, owner: `${self.id} ${tenantId}` }
}

/** Takes the next one and marks it in one step: what joins it meanwhile goes with it, and from now on it may have been done and is never changed. */
async function takeNext({ userId, owner }: { readonly userId: number; readonly owner: string }, ahead: number): Promise<Operation | null> {
  const taken: Operation[] = []
  await changeQueue(userId, (queue) => {
    const queued = nextOf(mine(queue, owner))
    if (queued === null) return queue
    const next = queued.left ? queued : { ...timed(queued, ahead), left: true }
    taken.push(next)
    return queue.map((one) => (one === queued ? next : one))
  })
  return taken[0] ?? null
}

/** Sends what waits of whoever is signed in, in its tenant, one after another; what it met last says whether anything is left to try. */
async function sendAll(): Promise<'done' | 'later'> {
  const who = ownerNow()
  if (who === null || nextOf(mine(await readQueue(who.userId), who.owner)) === null) return 'done'
  const ahead = await clockAhead()
  if (ahead === null) return 'later'
  for (;;) {
    if (ownerNow()?.owner !== who.owner) return 'done'
    const next = await takeNext(who, ahead)
    if (next === null) return 'done'
    const outcome = await sendOne(next)
    if (outcome === 'later') return 'later'
    if (outcome === 'anew') {
      await changeQueue(who.userId, (queue) =>
        queue.map((one) => (one.id === next.id ? { ...one, id: newOperationId(), left: false } : one)),
      )
      continue
    }
    await changeQueue(who.userId, (queue) => {
      const known = queue.find(({ id }) => id === next.id)
      if (known === undefined) return queue
      return 'confirmed' in outcome
        ? confirmed(queue, known, outcome.confirmed)
        : queue.map((one) => (one === known ? { ...known, trouble: outcome.trouble } : one))
    })
  }
}

let running: Promise<'done' | 'later'> | null = null
let isAsked = false
const inTurn = (): Promise<'done' | 'later'> =>
  navigator.locks == null ? sendAll() : (navigator.locks.request(LOCK, sendAll) as Promise<'done' | 'later'>)

/** Whoever asks while the last of it is under way may have written what was not seen any more: then it looks once more. */
async function sendAsked(): Promise<'done' | 'later'> {
  try {
    for (;;) {
      isAsked = false
      const outcome = await inTurn()
      if (outcome === 'later' || !isAsked) return outcome
    }
  } finally {
    running = null
  }
}

/** Sends what waits, once for all who ask meanwhile; another tab that sends does so under the same keys. */
export function sendQueue(): Promise<'done' | 'later'> {
  isAsked = true
  running ??= sendAsked()
  return running
}
