import { randomBytes } from 'node:crypto'
import type { PlaybackSpeed } from '#contract/cameras/recording'
import { TICKET_MS } from '#contract/cameras/stream'
import type { Quality } from '../drivers/driver.ts'

/** Who may watch what: of one who was let in when the ticket was made. */
export interface Pass {
  readonly userId: number
  readonly sessionId: string
  readonly tenantId: number
  readonly cameraId: number
  readonly quality: Quality
  /** Of what is kept: from which moment on (ms), and how fast. */
  readonly play?: { readonly at: number; readonly speed: PlaybackSpeed }
}
/** Of one user: the oldest are forgotten for newer ones. */
const MOST_OF_USER = 64

/** Tickets that each open one stream, once, within TICKET_MS. They are known to this process alone, as the streams are. */
export function createTickets(clock: () => number) {
  const known = new Map<string, { pass: Pass; until: number }>()
  const forget = (gone: (entry: { pass: Pass; until: number }) => boolean) => {
    for (const [ticket, entry] of known) if (gone(entry)) known.delete(ticket)
  }
  return {
    make(pass: Pass): string {
      const now = clock()
      forget(({ until }) => until <= now || until > now + TICKET_MS)
      const own = [...known].filter(([, entry]) => entry.pass.userId === pass.userId)
      for (const [ticket] of own.slice(0, Math.max(0, own.length - MOST_OF_USER + 1))) known.delete(ticket)
      const ticket = randomBytes(24).toString('base64url')
      known.set(ticket, { pass, until: now + TICKET_MS })
      return ticket
    },
    /** What it opens; null where it is none, was used, or is too old. */
    use(ticket: string): Pass | null {
      const entry = known.get(ticket)
      known.delete(ticket)
      return entry && clock() < entry.until ? entry.pass : null
    },
    /** Those of a session that ended. */
    dropSession: (sessionId: string) => forget(({ pass }) => pass.sessionId === sessionId),
  }
}
