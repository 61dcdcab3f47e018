import type pg from 'pg'
import type { Logger } from 'pino'
import { StartFailure } from '../startFailure.ts'
import { Connection } from './connection.ts'

/** How often the holder says something on the lock's connection, in ms: it shows others that it lives, and itself that it holds. */
const WORD_MS = 2000
/** No answer to that word for this long: the connection is dead, in ms. */
const SILENT_MS = 4000
/** A predecessor that is stopping is waited for, in ms. */
const STOPPING_MS = 10_000
/** One that shows no sign of life is waited for until the database has noticed that it is gone, in ms. */
const VANISHED_MS = 45_000
const AGAIN_MS = 500

const KEY = `hashtext('furrow'), 2`
const HOLDER = `
select a.application_name as title, host(a.client_addr) as address, a.backend_start as since, a.state_change as word
from pg_locks l join pg_stat_activity a on a.pid = l.pid
where l.locktype = 'advisory' and l.granted and l.objsubid = 2 and l.objid = 2
  and l.classid::bigint = (hashtext('furrow')::bigint & 4294967295) and l.database = (select oid from pg_database where datname = current_database())`

interface Holder {
  readonly title: string
  readonly address: string | null
  readonly since: Date
  readonly word: Date
}

/**
 * Holds the database for one server, by an advisory lock on a connection of its own, for as long as the server lives: the broker's door
 * has one side only (docs/decisions/0067). Throws StartFailure where another server holds it and lives. A connection that
 * is lost is made anew and the lock taken again; where another server has taken it meanwhile, `onTaken` is told, once: this one has to end.
 */
export async function holdForLife(given: {
  config: pg.ClientConfig
  log: Logger
  onTaken: (line: string) => void
}): Promise<{ release: () => Promise<void> }> {
  const { config, log } = given
  let released = false
  let held: Connection | null = null
  let again: NodeJS.Timeout | undefined

  async function open(): Promise<Connection> {
    const client = new Connection(config)
    await client.connect()
    return client
  }

  /** Keeps a connection that has the lock, until it is lost. */
  function keep(client: Connection): void {
    held = client
    let asked = 0
    const words = setInterval(() => {
      if (asked > 0) {
        if (performance.now() - asked > SILENT_MS) client.cut('The connection of the lock went dead')
        return
      }
      asked = performance.now()
      client
        .query('select 1')
        .catch(() => undefined)
        .finally(() => (asked = 0))
    }, WORD_MS)
    words.unref()
    const lose = () => {
      clearInterval(words)
      if (held !== client) return
      held = null
      if (released) return
      log.warn('the connection that holds this database for this server was lost')
      again = setTimeout(() => void retake(client.title), 0)
    }
    client.on('error', lose)
    client.on('end', lose)
  }

  async function retake(before: string): Promise<void> {
    if (released) return
    try {
      const client = await open()
      // What is left of the lost connection over there may hold it still.
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [before])
      if (await take(client)) {
        if (released) return void client.end().catch(() => undefined)
        log.info('this database is held for this server again')
        keep(client)
        return
      }
      const holder = await holderOf(client)
      await client.end().catch(() => undefined)
      if (holder && holder.title !== before) {
        released = true
        given.onTaken(`Another Furrow has taken this database${named(holder)} while the connection to it was lost: this one ends`)
        return
      }
    } catch (cause) {
      log.debug({ cause: (cause as Error).message }, 'this database cannot be held yet')
    }
    again = setTimeout(() => void retake(before), AGAIN_MS)
  }

  const first = await open()
  try {
    await takeAtStart(first)
  } catch (cause) {
    await first.end().catch(() => undefined)
    throw cause
  }
  keep(first)
  return {
    async release() {
      released = true
      clearTimeout(again)
      const client = held
      held = null
      if (client) await client.end().catch(() => undefined)
    },
  }
}

async function takeAtStart(client: pg.Client): Promise<void> {
  const since = performance.now()
  let before: Holder | null = null
  let lives = false
  while (!(await take(client))) {
    const holder = await holderOf(client)
    if (holder && before?.title === holder.title && holder.word.getTime() !== before.word.getTime()) lives = true
    before = holder ?? before
    if (performance.now() - since > (lives ? STOPPING_MS : VANISHED_MS))
      throw new StartFailure(
        `Another Furrow uses this database${before ? named(before) : ''}: stop it, or give this one a database of its own in DATABASE_URL`,
      )
    await new Promise((resume) => setTimeout(resume, AGAIN_MS))
  }
}

const take = async (client: pg.Client): Promise<boolean> =>
  (await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${KEY}) as mine`)).rows[0]!.mine

const holderOf = async (client: pg.Client): Promise<Holder | null> => (await client.query<Holder>(HOLDER)).rows[0] ?? null

const named = ({ title, address, since }: Holder) => ` (${title}${address ? ` from ${address}` : ''}, since ${since.toISOString()})`
