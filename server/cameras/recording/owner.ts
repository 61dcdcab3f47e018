import type { Services } from '../../ground/services.ts'

type Pool = Services['servicePool']
const LOCK = `hashtextextended('furrow camera recorder', 0)`

/** Who of several servers records: the one that holds a lock, for as long as the connection that it took it on lives. `lost` is told when that ended. */
export function createOwner(pool: Pool, lost: () => void) {
  let held: { release: (end: boolean) => void } | null = null
  return {
    /** Whether it is this one; tries to become it where nobody is. */
    async isMine(): Promise<boolean> {
      if (held) return true
      const client = await pool.connect()
      const gone = () => {
        if (held !== client) return
        held = null
        // Its pool waits, when it ends, for every connection that it gave out.
        client.release(true)
        lost()
      }
      client.on('error', gone)
      client.on('end', gone)
      try {
        const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${LOCK}) as mine`)
        if (rows[0]?.mine === true) {
          held = client
          return true
        }
      } catch (cause) {
        client.release(true)
        throw cause
      }
      client.release(true)
      return false
    },
    /** Its end gives the lock back. */
    release(): void {
      const client = held
      held = null
      client?.release(true)
    },
  }
}
