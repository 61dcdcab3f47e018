import type pg from 'pg'
import type { Logger } from 'pino'
import { listen } from '../database/listen.ts'

/**
 * Hears of devices whose being has changed, and of the gateways concerned, by their ids; those of one moment together. After a time in
 * which nothing could be heard, anything may have changed: 'any'.
 */
export async function hearDeviceChanges(given: {
  pool: pg.Pool
  log: Logger
  changed: (ids: ReadonlySet<number> | 'any') => Promise<void>
}): Promise<{ close: () => void }> {
  let ids = new Set<number>()
  let any = false
  let working = false

  async function work(): Promise<void> {
    while (ids.size > 0 || any) {
      const now = any ? ('any' as const) : ids
      ids = new Set()
      any = false
      await given.changed(now)
    }
    working = false
  }
  function plan(): void {
    if (working) return
    working = true
    setImmediate(() => void work())
  }

  let wasLost = false
  return listen({
    pool: given.pool,
    channel: 'furrow_device',
    log: given.log,
    onNotice(payload) {
      for (const word of payload.split(' ')) ids.add(Number(word))
      plan()
    },
    onHearing(hearing) {
      any ||= hearing && wasLost
      wasLost = !hearing
      if (any) plan()
    },
  })
}
