import type pg from 'pg'
import type { Logger } from 'pino'

const RETRY_MS = 1000
/** It only listens, so that it went dead shows when it is asked something. */
const ASK_MS = 2000

/**
 * What hears one channel. `onHearing` says whether notices can be heard now: while they cannot, nothing that depends on them may be
 * remembered for long.
 */
interface Ear {
  readonly channel: string
  readonly log: Logger
  readonly onNotice: (payload: string) => void
  readonly onHearing: (hearing: boolean) => void
}

/** The one connection of each pool that listens. */
const hearers = new WeakMap<pg.Pool, ReturnType<typeof createHearer>>()

/** Hears the database's notices on one channel, on the connection of the pool that hears all channels, and is made again when it is lost. */
export function listen({ pool, ...ear }: Ear & { pool: pg.Pool }): Promise<{ close: () => void }> {
  const hearer = hearers.get(pool) ?? createHearer(pool)
  hearers.set(pool, hearer)
  return hearer.add(ear)
}

function createHearer(pool: pg.Pool) {
  const ears = new Set<Ear>()
  let client: pg.PoolClient | null = null
  let connecting: Promise<void> | null = null
  let retry: NodeJS.Timeout | undefined
  let asks: NodeJS.Timeout | undefined
  let asking = false

  /** Saying it again changes nothing. */
  const say = (to: pg.PoolClient, some: Iterable<Ear>) => to.query([...some].map(({ channel }) => `listen ${channel}`).join('; '))
  const ask = () => {
    if (!client || asking) return
    asking = true
    // A failure ends the connection, which is heard as its error.
    say(client, ears)
      .catch(() => undefined)
      .finally(() => (asking = false))
  }
  const again = () => {
    retry ??= setTimeout(() => {
      retry = undefined
      void connect()
    }, RETRY_MS)
  }
  const giveUp = () => {
    clearTimeout(retry)
    retry = undefined
  }
  const lose = (lost: pg.PoolClient) => {
    if (client !== lost) return
    client = null
    lost.release(true)
    const [first] = ears
    first?.log.warn({ channels: [...ears].map(({ channel }) => channel) }, 'the database connection that hears notices was lost')
    for (const { onHearing } of ears) onHearing(false)
    again()
  }
  /** Has a connection listen for some, and tells them that it does. */
  async function hear(mine: pg.PoolClient, some: readonly Ear[]): Promise<void> {
    await say(mine, some)
    if (client === mine) for (const ear of some) if (ears.has(ear)) ear.onHearing(true)
  }

  /** Each try ends in one connection that is held, or in one more try: two at once would leave a connection that nobody gives back. */
  const connect = (): Promise<void> =>
    (connecting ??= tryToConnect().finally(() => {
      connecting = null
      if (!client && ears.size > 0) again()
    }))
  async function tryToConnect(): Promise<void> {
    let made: pg.PoolClient | null = null
    try {
      made = await pool.connect()
      if (ears.size === 0) return made.release(true)
      const mine = made
      client = mine
      mine.on('error', () => lose(mine))
      mine.on('end', () => lose(mine))
      mine.on('notification', ({ channel, payload }) => {
        for (const ear of ears) if (ear.channel === channel) ear.onNotice(payload ?? '')
      })
      await hear(mine, [...ears])
    } catch (cause) {
      const [first] = ears
      if (first === undefined) return
      first.log.warn({ cause: (cause as Error).message }, 'notices of the database cannot be heard yet')
      if (made) lose(made)
    }
  }

  function remove(ear: Ear): void {
    ears.delete(ear)
    if (ears.size > 0) return
    giveUp()
    clearInterval(asks)
    const held = client
    client = null
    held?.release(true)
  }

  return {
    async add(ear: Ear): Promise<{ close: () => void }> {
      if (ears.size === 0) {
        asks = setInterval(ask, ASK_MS)
        asks.unref()
        giveUp()
      }
      ears.add(ear)
      const mine = client
      if (mine) await hear(mine, [ear]).catch(() => lose(mine))
      else await connect()
      return { close: () => remove(ear) }
    },
  }
}
