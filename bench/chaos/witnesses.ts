import { of } from 'rxjs'
import { liveCalls, liveReadings } from '#contract/devices/live'
import { CLIENT_ID, CLIENT_SECRET } from '#contract/session/oauth'
import { userCalls } from '#contract/session/user'
import { openBroker } from '#streams/broker'
import { type ReadingChange, readings, readReadingsFrame } from '#streams/devices/readings'
import type { LiveTable } from '#streams/live'
import type { LiveReading } from '#streams/devices/readings'
import { encryptPassword } from '#tests/encryptPassword'
import { connectPublisher, type Publisher } from '../load.ts'
import type { Stage } from './stage.ts'

const PATIENCE_MS = 30_000
const IN_FLIGHT = 20
const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms))
/** The real one: this process's clock is never shifted. */
const now = () => Date.now()

/** A user who signs in anew whenever the server no longer knows the token. */
export function aUser(stage: Stage, username: string) {
  let token: string | null = null
  const signIn = async () => {
    const key = await (await fetch(`${stage.url}/oauth/public/key`)).text()
    const form = new URLSearchParams({
      grant_type: 'password',
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      username,
      password: encryptPassword(key, 'Furrow2026'),
    })
    const answer = await fetch(`${stage.url}/oauth/oauth/token`, { method: 'POST', body: form, signal: AbortSignal.timeout(PATIENCE_MS) })
    const told = (await answer.json()) as { access_token?: string }
    if (!told.access_token) throw new Error(`no sign-in: ${answer.status}`)
    token = told.access_token
  }
  const get = async (path: string): Promise<Response> => {
    if (token === null) await signIn()
    const answer = await fetch(`${stage.url}${path}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (answer.status === 401) token = null
    return answer
  }
  return {
    get,
    /** A token that the server takes at this moment. */
    async token(): Promise<string> {
      for (;;) {
        try {
          const answer = await get(userCalls.self.path)
          if (answer.ok) return token!
        } catch {
          // Away: tried again.
        }
        await pause(300)
      }
    },
  }
}
export type User = ReturnType<typeof aUser>

export interface DeviceWitness {
  /** Every value that was sent, by item code; a value is sent once and never again. */
  readonly sent: number
  readonly acknowledged: ReadonlyMap<string, ReadonlySet<number>>
  stop(): Promise<void>
}

/** How a device dates its readings: not at all, by a clock that is right, by one that is an hour ahead, or as a backlog of a month ago. */
export type Dating = 'untimed' | 'timed' | 'an hour ahead' | 'late'

/**
 * A device that publishes for as long as it may, at most `perSecond` readings, in bursts. What was not acknowledged when a connection
 * ended is not sent again: so each value may be stored at most once, and each acknowledged one must be.
 */
export function aDevice(
  at: { host: string; port: number; tenantId: number; eui: string; secret: string },
  { dating, perSecond, each }: { dating: Dating; perSecond: number; each: number },
): DeviceWitness {
  const acknowledged = new Set<number>()
  let next = 1
  let running = true
  let open: Publisher | null = null
  const began = now()
  const LATE_MS = 40 * 86_400_000
  const dated = (value: number) => {
    const values = { v: value }
    if (dating === 'untimed') return values
    // A millisecond a reading at the most: two of one moment with different values are the device's own contradiction.
    const ts = Math.max(now(), began + value) + (dating === 'an hour ahead' ? 3_600_000 : 0)
    return { ts: dating === 'late' ? began - LATE_MS + value : dating === 'timed' ? began - 3_600_000 + value * 7 : ts, values }
  }
  const done = (async () => {
    while (running) {
      try {
        open = await connectPublisher({
          host: at.host,
          port: at.port,
          clientId: `${at.eui}-chaos`,
          userName: `${at.tenantId}/${at.eui}`,
          password: at.secret,
        })
      } catch {
        await pause(200)
        continue
      }
      const publisher = open
      let up = true
      void publisher.closed.then(() => (up = false))
      while (running && up) {
        if (publisher.inFlight() < IN_FLIGHT) {
          const values = Array.from({ length: each }, () => next++)
          const payload = JSON.stringify(each === 1 ? dated(values[0]!) : values.map(dated))
          void publisher.publish(`furrow/${at.tenantId}/${at.eui}/readings`, payload).then(() => {
            for (const value of values) acknowledged.add(value)
          })
        }
        await pause((1000 * each) / perSecond)
      }
      // What is on its way at the end is waited for, so that the end itself loses nothing.
      if (!running && up) {
        const until = now() + PATIENCE_MS
        while (up && publisher.inFlight() > 0 && now() < until) await pause(20)
      }
      publisher.close()
    }
  })()
  return {
    get sent() {
      return next - 1
    },
    acknowledged: new Map([['v', acknowledged]]),
    async stop() {
      running = false
      await done
    },
  }
}

export interface CallWitness {
  /** Answers by status; `error` for a connection that failed, `silent` for none within patience. */
  readonly answers: Map<string, number>
  /** The longest wait for an answer, ms. */
  readonly longest: () => number
  stop(): Promise<void>
}

/** Somebody who keeps reading the same pages' calls. */
export function aCaller(stage: Stage, user: User, paths: readonly string[]): CallWitness {
  const answers = new Map<string, number>()
  let longest = 0
  let running = true
  const done = (async () => {
    for (let at = 0; running; at++) {
      const began = now()
      let said: string
      try {
        const answer = await user.get(paths[at % paths.length]!)
        await answer.arrayBuffer()
        said = String(answer.status)
      } catch (cause) {
        said =
          (cause as Error).name === 'TimeoutError' ? 'silent' : (cause as Error).message.startsWith('no sign-in') ? 'signed out' : 'error'
      }
      answers.set(said, (answers.get(said) ?? 0) + 1)
      longest = Math.max(longest, now() - began)
      await pause(said === '200' ? 20 : 200)
    }
  })()
  return {
    answers,
    longest: () => longest,
    async stop() {
      running = false
      await done
    },
  }
}

export interface ConsoleWitness {
  readonly table: LiveTable<LiveReading>
  stop(): void
}

/** An open console: the browser's own connection and table, without a browser. */
export function aConsole(stage: Stage, user: User, place: { tenantId: number; areaId: number }): ConsoleWitness {
  const broker = openBroker({
    url: `${stage.url.replace('http', 'ws')}/mqtt`,
    accessToken: () => user.token(),
    visible$: of(true),
  })
  const params = { t: place.tenantId, areaId: place.areaId }
  const path = liveCalls.snapshot.path.replace('{t}', String(place.tenantId))
  const table = readings({
    heard$: broker.listen(liveReadings, params, readReadingsFrame),
    async snapshot(): Promise<ReadingChange[]> {
      const answer = await user.get(`${path}?${new URLSearchParams({ areaId: String(place.areaId), topic: 'readings' })}`)
      if (!answer.ok) throw new Error(`the snapshot answered ${answer.status}`)
      return ((await answer.json()) as { readings: ReadingChange[] }).readings
    },
    frames: {
      request(flush) {
        const timer = setTimeout(flush, 16)
        return () => clearTimeout(timer)
      },
    },
  })
  const watching = table.changes$.subscribe()
  return {
    table,
    stop() {
      watching.unsubscribe()
      broker.close()
    },
  }
}
