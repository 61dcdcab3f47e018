import fc from 'fast-check'
import { BehaviorSubject, Subject, type Subscription } from 'rxjs'
import { describe, expect, test, vi } from 'vitest'
import { liveReadings } from '#contract/devices/live'
import { DOUBT_MS, HIDDEN_CLOSE_MS, HIDDEN_GRACE_MS, openBroker, PARTING_MS, QUIET_MS, RENEW_BEFORE_MS } from '#streams/broker'
import { type ConnectionStatus, next } from '#streams/connection'
import type { MqttNeeds, MqttSocket } from '#streams/mqttSocket'
import { Clock, FakeServer } from './fakeServer.ts'

const socket = vi.hoisted(() => ({ open: (_needs: unknown): unknown => undefined }))
vi.mock('#streams/mqttSocket', () => ({ openMqtt: (needs: MqttNeeds) => socket.open(needs) as MqttSocket }))

const TOKEN_LIFE_MS = 60_000
/** The session has a new token this long before the end of the old one. */
const EARLY_MS = 30_000
const RIGHT_MS = 5000

/** A page, its network and its session, all in one time. */
function aPage(seed = 0, tokenDelay = 10) {
  const clock = new Clock()
  const server = new FakeServer(clock)
  socket.open = (needs) => server.connect(needs as MqttNeeds)
  const session = { answers: 'soon' as 'soon' | 'never' | 'no', end: 0, asked: 0, delay: tokenDelay }
  const waiting = { tokens: 0 }
  const token = () => `h.${btoa(JSON.stringify({ exp: session.end / 1000 }))}.s`
  const visible$ = new BehaviorSubject(true)
  const networkBack$ = new Subject<void>()
  const networkLost$ = new Subject<void>()
  let random = seed
  const broker = openBroker({
    url: 'ws://furrow.test/mqtt',
    accessToken: () =>
      new Promise((resolve, reject) => {
        session.asked++
        if (session.answers === 'never') return
        if (session.answers === 'no') {
          reject(new Error('unreachable'))
          return
        }
        waiting.tokens++
        clock.after(session.delay, () => {
          waiting.tokens--
          if (clock.now() > session.end - EARLY_MS) session.end = clock.now() + TOKEN_LIFE_MS
          resolve(token())
        })
      }),
    visible$,
    networkBack$,
    networkLost$,
    scheduler: clock,
    random: () => (random = (random * 9301 + 49_297) % 233_280) / 233_280,
  })
  const statuses: ConnectionStatus[] = []
  let isComplete = false
  broker.status$.subscribe({ next: (status) => statuses.push(status), complete: () => (isComplete = true) })
  /** By topic, the numbers that were heard. */
  const listeners: { areaId: number; words: string[]; heard: number[]; since: number; subscription: Subscription }[] = []
  let areas = 0
  const listen = () => {
    const areaId = ++areas
    const words: string[] = []
    const heard: number[] = []
    const subscription = broker
      .listen(liveReadings, { t: 1, areaId }, (raw) => raw as never)
      .subscribe((one) => {
        if (one.kind === 'message') heard.push((one.payload as unknown as { seq: number }).seq)
        else words.push(one.kind)
      })
    const made = { areaId, words, heard, since: said, subscription }
    listeners.push(made)
    return made
  }
  let said = 0
  /** A new number on every topic. */
  const say = () => {
    said++
    for (const { areaId } of listeners) server.say(`live/1/${areaId}/readings`, { seq: said, at: clock.now() })
    return said
  }
  const leave = () => {
    const one = listeners.shift()
    one?.subscription.unsubscribe()
  }
  listen()
  listen()
  return {
    clock,
    server,
    session,
    broker,
    statuses,
    listeners,
    listen,
    leave,
    say,
    visible$,
    networkBack$,
    networkLost$,
    said: () => said,
    isComplete: () => isComplete,
    isAsking: () => waiting.tokens > 0,
    status: () => statuses.at(-1),
    token,
    /** When the connection that stands asks for its successor. */
    untilRenewal: () => session.end - RENEW_BEFORE_MS - clock.now(),
  }
}
type Page = ReturnType<typeof aPage>

/** Time in which somebody speaks all the while. */
async function talk(page: Page, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 50) {
    page.say()
    await page.clock.pass(Math.min(50, left))
  }
}
/** Steps of the clock, until something is so. */
async function until(page: Page, isSo: () => boolean, most = 100_000): Promise<void> {
  for (let spent = 0; !isSo(); spent += 5) {
    if (spent > most) throw new Error('it never came to that')
    await page.clock.pass(5)
  }
}

const connected = ({ server }: Page) => server.open().filter(({ phase }) => phase === 'connected')
const hearsAll = (page: Page, at: number) => {
  const line = connected(page)[at]
  return line !== undefined && page.listeners.every(({ areaId }) => line.topics.has(`live/1/${areaId}/readings`))
}
const nearRenewal = async (page: Page) => {
  await until(page, () => hearsAll(page, 0))
  await page.clock.pass(page.untilRenewal() - 5)
}

/** How a page comes to each state, as it is seen from outside. */
const STATES: Record<string, (page: Page) => Promise<void>> = {
  asking: (page) => until(page, () => page.isAsking()),
  opening: (page) => until(page, () => page.server.open().length === 1),
  'connected and not yet subscribed': (page) => until(page, () => connected(page).length === 1),
  online: (page) => until(page, () => page.listeners.every(({ words }) => words.at(-1) === 'subscribed')),
  async renewing(page) {
    await nearRenewal(page)
    await until(page, () => page.isAsking())
  },
  async 'with a successor that is opened'(page) {
    await nearRenewal(page)
    await until(page, () => page.server.open().length === 2)
  },
  async 'with a successor that subscribes'(page) {
    await nearRenewal(page)
    await until(page, () => connected(page).length === 2)
  },
  async 'with a successor that has taken over'(page) {
    await nearRenewal(page)
    await until(page, () => hearsAll(page, 1))
    await page.clock.pass(45)
  },
  async waiting(page) {
    await STATES['online']!(page)
    page.server.close()
    await page.clock.pass(50)
  },
  async silent(page) {
    await STATES['online']!(page)
    page.visible$.next(false)
    await page.clock.pass(HIDDEN_GRACE_MS + 50)
  },
  async resting(page) {
    await STATES['online']!(page)
    page.visible$.next(false)
    await page.clock.pass(HIDDEN_GRACE_MS + HIDDEN_CLOSE_MS + 50)
  },
}

/** What happens to a page. A network that was lost and a broker that refuses stay so until the end of the disturbance. */
const EVENTS: Record<string, (page: Page) => void | Promise<void>> = {
  async 'the renewal is due'(page) {
    const left = page.untilRenewal()
    if (left > 0) await page.clock.pass(left)
  },
  'the machine sleeps for an hour': ({ clock, server }) => {
    server.cut()
    clock.sleep(3_600_000)
  },
  'the line is cut and nobody says so': ({ server }) => server.cut(),
  'the broker ends the connections': ({ server }) => server.close(),
  'the broker ends the older connection': ({ server }) => server.close(server.open().slice(0, 1)),
  'the broker ends the newer connection': ({ server }) => server.close(server.open().slice(-1)),
  'the broker starts anew': (page) => {
    page.server.close()
    page.server.door = 'refuses'
    page.clock.after(1500, () => (page.server.door = 'open'))
  },
  'the network swallows everything for a while': ({ server, clock }) => {
    server.cut()
    server.door = 'swallows'
    clock.after(1500, () => (server.door = 'open'))
  },
  'a successor takes over': (page) => page.clock.pass(150),
  'the session gives no token for a while': ({ session, clock }) => {
    session.answers = 'no'
    clock.after(1500, () => (session.answers = 'soon'))
  },
  'the session says nothing for a while': ({ session, clock }) => {
    session.answers = 'never'
    clock.after(1500, () => (session.answers = 'soon'))
  },
  'the page is hidden': ({ visible$ }) => visible$.next(false),
  'the page is hidden for long': async (page) => {
    page.visible$.next(false)
    await page.clock.pass(HIDDEN_GRACE_MS + 10)
  },
  'the page is seen': ({ visible$ }) => visible$.next(true),
  'the network is said to be lost': ({ networkLost$ }) => networkLost$.next(),
  'the network is said to be back': ({ networkBack$ }) => networkBack$.next(),
  'somebody begins to listen': (page) => void page.listen(),
  'somebody stops to listen': (page) => page.leave(),
  'the page is closed': ({ broker }) => broker.close(),
}

/** Once all is well around the page, it is right within 5 s, and nothing is left of what was. */
async function mustBeRight(page: Page): Promise<void> {
  const { server, clock, broker } = page
  const left = page.isComplete() ? clock.timers() : 0
  page.visible$.next(true)
  // What was begun before may still be on its way to its own end.
  await talk(page, 1500)
  page.visible$.next(true)
  await talk(page, RIGHT_MS)
  const wrong: string[] = []
  const must = (is: boolean, what: string) => void (is || wrong.push(what))
  for (const { heard } of page.listeners) must(new Set(heard).size === heard.length, 'a message was heard twice')
  must(left === 0, `${left} timers right after the end`)
  must(server.most <= 2, `${server.most} connections at a time`)
  if (page.isComplete()) {
    must(server.open().length === 0, 'a connection after the end')
  } else {
    must(page.status() === 'online', `the page is ${page.status()}`)
    for (const { words } of page.listeners) must(words.at(-1) === 'subscribed', `a listener is ${words.at(-1)}`)
    const from = page.said() + 1
    await talk(page, 500)
    await clock.pass(50)
    for (const { heard } of page.listeners)
      must(heard.filter((seq) => seq >= from).length === page.said() - from + 1, 'a message was not heard once')
    // A renewal may be under way, and ends by itself.
    if (server.open().length > 1) await talk(page, RIGHT_MS + PARTING_MS)
    must(server.open().length === 1, `${server.open().length} connections`)
    const names = page.listeners.map(({ areaId }) => `live/1/${areaId}/readings`)
    must([...(server.open()[0]?.topics ?? [])].toSorted().join() === names.toSorted().join(), 'other topics than are listened to')
    must(server.twice === 0, 'a topic was subscribed to twice')
    for (const { heard } of page.listeners) must(new Set(heard).size === heard.length, 'a message was heard twice')
    broker.close()
  }
  await clock.pass(100)
  must(page.isComplete(), 'the status goes on')
  must(server.open().length === 0, 'a connection after the end')
  must(clock.timers() === 0, `${clock.timers()} timers after the end`)
  if (wrong.length > 0) throw new Error([...new Set(wrong)].join('; '))
}

describe('a state', () => {
  const [link, other] = [{ heardAt: 1 }, { heardAt: 2 }]
  test('that is closed stays so', () => {
    const closed = { name: 'closed' } as const
    for (const type of ['seen', 'hidden', 'hopeful', 'due', 'joined', 'close'] as const) expect(next(closed, { type })).toBe(closed)
    expect(next(closed, { type: 'begun', link })).toBe(closed)
  })
  test('takes no connection that it did not ask for, nor an end that is not its own', () => {
    for (const state of [
      { name: 'online', link, tried: false },
      { name: 'silent', link },
    ] as const) {
      expect(next(state, { type: 'begun', link: other })).toBe(state)
      expect(next(state, { type: 'noToken', since: 1 })).toBe(state)
      expect(next(state, { type: 'ended', link: other })).toBe(state)
      expect(next(state, { type: 'joined' })).toBe(state)
    }
  })
})

describe('a page', () => {
  for (const state of Object.keys(STATES))
    describe(state, () => {
      test.each(Object.keys(EVENTS))('is right after: %s, and whatever comes next', { timeout: 60_000 }, async (first) => {
        const wrong: string[] = []
        for (const second of Object.keys(EVENTS))
          for (const gap of [0, 30, 700]) {
            const page = aPage(gap)
            await STATES[state]!(page)
            await EVENTS[first]!(page)
            await talk(page, gap)
            if (!page.isComplete()) await EVENTS[second]!(page)
            await mustBeRight(page).catch((cause: Error) =>
              wrong.push(`${second}, ${gap} ms later: ${cause.message.replaceAll(/\s+/g, ' ')}`),
            )
          }
        expect(wrong).toEqual([])
      })
    })

  test('is right after whatever happens to it', { timeout: 60_000 }, async () => {
    const step = fc.record({ event: fc.constantFrom(...Object.keys(EVENTS)), gap: fc.constantFrom(0, 5, 20, 45, 100, 700, 3000, 20_000) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.nat(1000), async (steps, seed) => {
        const page = aPage(seed)
        for (const { event, gap } of steps) {
          if (!page.isComplete()) await EVENTS[event]!(page)
          await talk(page, gap)
        }
        await mustBeRight(page)
      }),
      { numRuns: 150 },
    )
  })
})

const seqs = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

describe('a connection that ends while its successor', () => {
  test('is opened leaves the page to the successor: no third one is made', async () => {
    const page = aPage()
    await STATES['with a successor that is opened']!(page)
    page.server.close(page.server.open().slice(0, 1))
    await page.clock.pass(RIGHT_MS)
    expect(page.server.lines).toHaveLength(2)
    expect(page.statuses).toEqual(['connecting', 'online', 'offline', 'online'])
    expect(page.listeners[0]!.words).toEqual(['subscribed', 'lost', 'subscribed'])
  })

  test('subscribes costs what was said until it hears, and the page says no more than that', async () => {
    const page = aPage()
    await STATES['with a successor that subscribes']!(page)
    page.server.answersSubscriptions = false
    page.server.close(page.server.open().slice(0, 1))
    await page.clock.pass(100)
    expect(page.listeners[0]!.words).toEqual(['subscribed', 'lost'])
    page.server.answersSubscriptions = true
    await page.clock.pass(RIGHT_MS)
    expect(page.statuses).not.toContain('closed')
    expect(page.listeners[0]!.words.at(-1)).toBe('subscribed')
    expect(page.server.open()).toHaveLength(1)
  })

  test.each([
    ['the older', 5, 400],
    ['the newer', 400, 5],
  ])('subscribes leaves no message to be heard twice, where %s one ends and the other one is slow', async (which, first, second) => {
    const page = aPage()
    page.server.delay = first
    await until(page, () => hearsAll(page, 0))
    await page.clock.pass(2 * first)
    page.server.delay = second
    page.server.judges = 300
    await page.clock.pass(page.untilRenewal() - 5)
    await until(page, () => hearsAll(page, 1))
    // The quick one brings it, and ends; the slow one brings it later.
    page.say()
    await page.clock.pass(10)
    page.server.close(page.server.open().slice(...(which === 'the older' ? [0, 1] : [1])))
    await page.clock.pass(1000)
    for (const { heard } of page.listeners) expect(heard).toEqual([1])
  })

  test('has just taken over is missed by nobody', async () => {
    const page = aPage()
    await STATES['with a successor that has taken over']!(page)
    page.server.close(page.server.open().slice(0, 1))
    await talk(page, 2 * PARTING_MS)
    expect(page.statuses).toEqual(['connecting', 'online'])
    expect(page.listeners[0]!.words).toEqual(['subscribed'])
    expect(page.server.lines).toHaveLength(2)
  })
})

describe('a renewal', () => {
  test.each([
    ['quicker', 400, 5],
    ['slower', 5, 400],
  ])('over a %s way brings every message once', async (_, first, second) => {
    const page = aPage()
    page.server.delay = first
    await until(page, () => hearsAll(page, 0))
    await page.clock.pass(2 * first)
    page.server.delay = second
    await talk(page, page.untilRenewal() + RIGHT_MS + PARTING_MS)
    await page.clock.pass(1000)
    expect(page.server.lines).toHaveLength(2)
    expect(page.server.open()).toHaveLength(1)
    for (const { heard, words } of page.listeners) {
      expect(heard.toSorted((a, b) => a - b)).toEqual(seqs(1, page.said()))
      expect(words).toEqual(['subscribed'])
    }
  })

  test('does not take for heard what an earlier one left over', async () => {
    const page = aPage()
    page.server.judges = 300
    for (let round = 0; round < 2; round++) {
      await until(page, () => page.server.open().length === 1 && hearsAll(page, 0))
      await page.clock.pass(page.untilRenewal() - 5)
      await until(page, () => connected(page).length === 2)
      // The successor does not hear yet, so that it comes once.
      page.server.say('live/1/1/readings', { seq: 7 })
      await page.clock.pass(RIGHT_MS)
    }
    expect(page.listeners[0]!.heard).toEqual([7, 7])
  })

  test('brings the same words as often as they are said', async () => {
    const page = aPage()
    page.server.judges = 300
    await nearRenewal(page)
    const say = async (seq: number, ms: number) => {
      page.server.say('live/1/1/readings', { seq })
      await page.clock.pass(ms)
    }
    // By the one that stands alone, twice.
    await until(page, () => connected(page).length === 2)
    await say(7, 5)
    await say(7, 5)
    // By both, then by the successor that has taken over.
    await until(page, () => hearsAll(page, 1))
    await say(8, 600)
    await say(8, 100)
    expect(page.listeners[0]!.heard).toEqual([7, 7, 8, 8])
  })

  test('is given up where the page falls silent, and made up for when it is seen', async () => {
    const page = aPage()
    await nearRenewal(page)
    page.server.door = 'swallows'
    page.visible$.next(false)
    await page.clock.pass(HIDDEN_GRACE_MS + 50)
    expect(page.server.open()).toHaveLength(1)
    page.server.door = 'open'
    await page.clock.pass(RIGHT_MS)
    expect(page.server.open()).toHaveLength(1)
    page.visible$.next(true)
    await page.clock.pass(RIGHT_MS)
    expect(page.server.open().map(({ needs }) => needs.password)).toEqual([page.token()])
    expect(page.listeners[0]!.words).toEqual(['subscribed', 'paused', 'subscribed'])
  })

  test('that fails leaves what stands, and is tried again', async () => {
    const page = aPage()
    await nearRenewal(page)
    page.server.door = 'refuses'
    await talk(page, 8000)
    expect(page.server.lines.length).toBeGreaterThan(2)
    expect(page.server.lines.length).toBeLessThan(5)
    page.server.door = 'open'
    await talk(page, 8000)
    expect(page.listeners[0]!.words).toEqual(['subscribed'])
    expect(page.listeners[0]!.heard.toSorted((a, b) => a - b)).toEqual(seqs(1, page.said()))
    expect(page.server.open().map(({ needs }) => needs.password)).toEqual([page.token()])
  })

  test('with a session that has no newer token, or none, asks again and makes no connection', async () => {
    const page = aPage()
    await nearRenewal(page)
    const before = page.session.asked
    page.session.answers = 'no'
    await talk(page, 6000)
    expect(page.session.asked - before).toBe(2)
    expect(page.server.lines).toHaveLength(1)
    page.session.answers = 'soon'
    page.session.end += 20_000
    await talk(page, 12_000)
    expect(page.server.lines).toHaveLength(2)
    expect(page.statuses).toEqual(['connecting', 'online'])
  })
})

describe('a broker that refuses', () => {
  test('is tried a second or more apart', async () => {
    const page = aPage()
    page.server.door = 'refuses'
    await page.clock.pass(20_000)
    expect(page.server.lines.length).toBeGreaterThan(5)
    expect(page.server.lines.length).toBeLessThan(20)
  })
})

describe('a session', () => {
  test('that never answers is given up after 4 s and asked again, and what it says late is not used', async () => {
    const page = aPage(0, 6000)
    await until(page, () => page.status() === 'offline')
    page.session.delay = 10
    await page.clock.pass(RIGHT_MS)
    expect(page.server.lines).toHaveLength(1)
    expect(page.statuses).toEqual(['connecting', 'offline', 'online'])
  })

  test('that answers when the page is long hidden opens nothing', async () => {
    const page = aPage(0, 6000)
    page.visible$.next(false)
    await page.clock.pass(20_000)
    expect(page.server.lines).toEqual([])
    expect(page.listeners[0]!.words.at(-1)).toBe('paused')
  })
})

test('a network that is said to be lost again and again is asked about once at a time', async () => {
  const page = aPage()
  await STATES['online']!(page)
  await page.clock.pass(100)
  const timers = page.clock.timers()
  for (let time = 0; time < 10; time++) page.networkLost$.next()
  await page.clock.pass(RIGHT_MS)
  expect(page.clock.timers()).toBe(timers)
  expect(page.server.lines).toHaveLength(1)
})

test('a network that is said to be lost while a connection is opened leaves it its time', async () => {
  const page = aPage()
  page.server.delay = 1200
  await until(page, () => page.server.open().length === 1)
  page.networkLost$.next()
  await page.clock.pass(RIGHT_MS)
  expect(page.server.lines).toHaveLength(1)
  expect(page.status()).toBe('online')
})

describe('a connection on which nothing comes', () => {
  const silence = QUIET_MS + DOUBT_MS
  test('is asked, and given up for another one within 5 s of its last word', async () => {
    const page = aPage()
    await STATES['online']!(page)
    page.server.cut()
    const cutAt = page.clock.now()
    await until(page, () => page.status() === 'offline')
    expect(page.clock.now() - cutAt).toBeLessThanOrEqual(silence + 10)
    await until(page, () => page.listeners[0]!.words.at(-1) === 'subscribed')
    expect(page.clock.now() - cutAt).toBeLessThanOrEqual(RIGHT_MS)
  })

  test('because the page was busy or slept a little is asked first, and kept where it answers', async () => {
    const page = aPage()
    await STATES['online']!(page)
    page.clock.sleep(8000)
    await page.clock.pass(RIGHT_MS)
    // Also where it stood still while the answer was waited for.
    const [line] = page.server.open()
    const before = line!.pings
    await until(page, () => line!.pings > before)
    line!.isCut = true
    page.clock.sleep(4000)
    await page.clock.pass(0)
    line!.isCut = false
    await page.clock.pass(RIGHT_MS)
    expect(page.server.lines).toHaveLength(1)
    expect(page.listeners[0]!.words).toEqual(['subscribed'])
  })
})

describe('a page that has just fallen silent', () => {
  test('hears nothing of what was still on its way', async () => {
    const page = aPage()
    await STATES['online']!(page)
    page.visible$.next(false)
    await page.clock.pass(HIDDEN_GRACE_MS - 10)
    page.say()
    await page.clock.pass(100)
    expect(page.listeners[0]!.words).toEqual(['subscribed', 'paused'])
    expect(page.listeners[0]!.heard).toEqual([])
  })

  test('before its connection was there gives that up', async () => {
    const page = aPage(0, 3990)
    page.visible$.next(false)
    page.server.door = 'swallows'
    await page.clock.pass(HIDDEN_GRACE_MS - 10)
    expect(page.server.open()).toHaveLength(1)
    await page.clock.pass(20)
    expect(page.server.open()).toEqual([])
    page.visible$.next(true)
    expect(page.status()).toBe('connecting')
  })
})

describe('what is subscribed to', () => {
  test('follows who comes and goes while a successor subscribes', async () => {
    const page = aPage()
    await STATES['with a successor that subscribes']!(page)
    page.leave()
    const late = page.listen()
    await talk(page, RIGHT_MS)
    expect([...page.server.open()[0]!.topics].toSorted()).toEqual(page.listeners.map(({ areaId }) => `live/1/${areaId}/readings`))
    expect(late.words).toEqual(['subscribed'])
    expect(new Set(late.heard).size).toBe(late.heard.length)
  })

  test('is not said to be heard by an answer to what was taken back meanwhile', async () => {
    const page = aPage()
    await STATES['online']!(page)
    for (const line of page.server.open()) line.delay = 800
    page.visible$.next(false)
    await page.clock.pass(HIDDEN_GRACE_MS - 100)
    const { words } = page.listen()
    await page.clock.pass(200)
    expect(words).toEqual(['paused'])
    page.visible$.next(true)
    await page.clock.pass(RIGHT_MS)
    expect(words).toEqual(['paused', 'subscribed'])
  })
})
