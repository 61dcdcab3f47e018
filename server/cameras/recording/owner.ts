import { locksOf } from '../../ground/database/locks.ts'
import type { Services } from '../../ground/services.ts'

const LOCK = `hashtextextended('furrow camera recorder', 0)`

/** Who of several servers records: the one that holds a lock. `lost` is told when it holds it no longer. */
export function createOwner(pool: Services['servicePool'], lost: () => void) {
  const locks = locksOf(pool)
  return {
    /** Whether it is this one; tries to become it where nobody is. */
    isMine: () => locks.take(LOCK, lost),
    release: () => void locks.give(LOCK),
  }
}
