import type pg from 'pg'
import type { UnreadDesk } from '../messages/unread.ts'
import type { Services } from '../services.ts'
import { clockDoubt, clockFacts, noteClock } from './clockTrust.ts'
import { monthsOf } from './months.ts'
import { HOUR } from './resolution.ts'
import { forgetOldHistory, forgetOldLogs } from './retention.ts'

const DAY = 24 * HOUR
/** Retention moves this often. */
const EVERY_MS = DAY
/** Of what is written row by row, no more than this much time goes at once. */
const SPAN_MS = 31 * DAY

/**
 * Forgets once a day what is older than the retention, while the clock is believed: at most a month at once, so that a clock or a setting
 * that is wrong costs one month and not all of them. More than that, or a clock that is not believed, is for
 * `npm run retention -- --until DAY`.
 */
export function createRetention(
  services: Pick<Services, 'config' | 'servicePool' | 'clock' | 'log'> & { owner: pg.Pool; unread: UnreadDesk },
): {
  look(stopped: () => boolean): Promise<void>
} {
  const { servicePool: pool, owner, clock, log } = services
  let lookedAt = -Infinity
  return {
    async look(stopped) {
      const now = clock()
      if (Math.abs(now - lookedAt) < EVERY_MS) return
      const facts = await clockFacts(pool, now)
      const rest = facts.last + EVERY_MS - now
      if (rest > 0 && rest <= EVERY_MS) return
      lookedAt = now
      const doubt = clockDoubt(facts)
      if (doubt != null) {
        log.warn(`history is kept as it is: ${doubt}; where that is right, npm run retention -- --until DAY goes on`)
        // One that is behind forgets nothing too much: from there it is believed again as it moves on.
        if (now < facts.last) await noteClock(pool, now)
        return
      }
      await noteClock(pool, now)
      const { readings, logs, messages, audit, alarms } = services.config.retention
      const history = await forgetOldHistory({ pool, owner }, now - readings, { most: 1, stopped }).catch((cause: Error) => {
        log.warn({ cause: cause.message }, 'a month of readings could not be dropped: tried again tomorrow')
        return { months: 0, items: 0 }
      })
      const { unreadIn, ...rows } = await forgetOldLogs(
        pool,
        { logs: now - logs, messages: now - messages, changes: now - readings, audit: now - audit, alarms: now - alarms },
        { span: SPAN_MS, stopped },
      )
      const forgotten = { ...history, ...rows }
      if (Object.values(forgotten).some((count) => count > 0)) log.info(forgotten, 'what was older than the retention was dropped')
      const due = (await monthsOf(owner)).filter(({ to }) => to <= now - readings).length
      if (due > 0) log.warn({ months: due }, 'more months are older than the retention: one goes a day, all with npm run retention')
      await Promise.all([...unreadIn].map((tenantId) => services.unread.tell(tenantId, null)))
    },
  }
}
