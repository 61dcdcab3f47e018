import {
  asyncScheduler,
  BehaviorSubject,
  defer,
  distinctUntilChanged,
  map,
  Observable,
  of,
  type SchedulerLike,
  Subject,
  Subscription,
  switchMap,
  timeout,
  timer,
} from 'rxjs'
import type { AnyTopic, Topic, TopicPayload } from '#contract/core/topic'
import { type ConnectionStatus, type Event, hearing, linksOf, next, type State, statusOf } from './connection.ts'
import type { Heard } from './heard.ts'
import { type MqttSocket, openMqtt } from './mqttSocket.ts'

/** A hidden page falls silent after this long; a glance at another tab costs nothing. */
export const HIDDEN_GRACE_MS = 5000
/** A page that stays hidden gives its connection back. */
export const HIDDEN_CLOSE_MS = 60_000
/** A token is replaced this long before it ends: the session renews its own 30 s before. */
export const RENEW_BEFORE_MS = 25_000
const RENEW_RETRY_MS = 5000
const CONNECT_TIMEOUT_MS = 4000
// A question that is not answered, to the session or by a subscription, says that the way is dead, long before the keepalive does.
const ANSWER_TIMEOUT_MS = 4000
/** Something is sent to the broker at least so often. */
const KEEPALIVE_MS = 10_000
/** After so long a silence the broker is asked for a sign of life. */
export const QUIET_MS = 1500
/** Where it is asked, or something else says that the connection is gone, the broker has this long to show that it is not. */
export const DOUBT_MS = 2000
/** A timer that is later than this did not run while the machine slept or the page was busy: what came meanwhile may not have been read yet. */
const LATE_MS = 500
/** So long both connections are heard when one takes over from the other: what the old one has on its way comes before it ends. */
export const PARTING_MS = 2000
const REFUSED_CODE = 0x80

/**
 * First within a second, later at most 3 s, never all consoles at once; what was `spent` on the try that failed, ms, counts. `random` in [0, 1).
 */
export function retryDelay(attempt: number, random: number, spent = 0): number {
  const first = 100 + random * 800
  return attempt === 0 ? first : Math.max(first / 2, Math.min(3000, 1000 * 2 ** attempt) * (0.5 + random / 2) - spent)
}

/** The end of a token (ms UTC) as its own claims say, null where it has none. Nothing is verified: the broker does that. */
export function tokenEnd(token: string): number | null {
  const claims = token.split('.')[1]
  if (claims === undefined) return null
  try {
    const said: unknown = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
    const exp = typeof said === 'object' && said !== null && 'exp' in said ? said.exp : null
    return typeof exp === 'number' ? exp * 1000 : null
  } catch {
    return null
  }
}

export interface BrokerNeeds {
  /** `ws://` or `wss://`, ending in `/mqtt`. */
  url: string
  /** A token that is good for some time yet; asked before each connection. */
  accessToken: () => Promise<string>
  /** Whether the page is seen: now, and as it changes. */
  visible$: Observable<boolean>
  /** The network came back: worth a try at once. */
  networkBack$?: Observable<unknown>
  /** The network is said to be gone: the broker is asked at once. */
  networkLost$?: Observable<unknown>
  scheduler?: SchedulerLike
  /** In [0, 1). */
  random?: () => number
}

/** The one connection of a page to the server's broker. */
export interface Broker {
  readonly status$: Observable<ConnectionStatus>
  /**
   * What is said on one topic, while subscribed to; the topic is subscribed to once however many listen, and each message is parsed once.
   * `accepts` answers the payload or null (malformed: counted and dropped); without it the declaration's own schema judges.
   */
  listen<T extends AnyTopic>(
    topic: T,
    params: Parameters<T['of']>[0],
    accepts?: (raw: unknown) => TopicPayload<T> | null,
  ): Observable<Heard<TopicPayload<T>>>
  /** Messages since the start of the page. */
  counts(): { received: number; malformed: number }
  /** When anything last came, by the clock of the page (ms UTC); null before the first connection. */
  heardAt(): number | null
  close(): void
}

type Word = Exclude<Heard<unknown>, { kind: 'message' }>['kind']

interface Entry {
  readonly name: string
  readonly accepts: (raw: unknown) => unknown
  readonly heard: Subject<Heard<unknown>>
  listeners: number
  /** The last word that was not a message, for who comes later. */
  standing: Word | null
}

interface Asked {
  readonly entry: Entry
  /** null while it was not answered. */
  answer: 'subscribed' | 'refused' | null
}

interface Link {
  readonly client: MqttSocket
  readonly token: string
  readonly endsAt: number | null
  /** What it was asked to subscribe to, and what came of it. */
  readonly topics: Map<Entry, Asked>
  /** Its timers. */
  readonly life: Subscription
  /** That of its next sign of life. */
  watch: Subscription
  packets: number
  heardAt: number
}

const decoder = new TextDecoder()

/** Opens the connection and keeps it; see {@link Broker}. Call `close` when the page signs out. */
export function openBroker(needs: BrokerNeeds): Broker {
  const scheduler = needs.scheduler ?? asyncScheduler
  const random = needs.random ?? Math.random
  const entries = new Map<string, Entry>()
  const counts = { received: 0, malformed: 0 }
  let heardAt: number | null = null
  // While there are two connections: what came on one of them and not yet on the other.
  let once: { readonly on: Link; readonly said: string }[] = []

  let state: State<Link> = { name: 'asking', attempt: 0 }
  /** What the state began: its timer, or its question to the session. */
  let running = new Subscription()
  const status = new BehaviorSubject(statusOf(state))

  const after = (delay: number, work: () => void) => timer(Math.max(0, delay), scheduler).subscribe(work)
  const due = (delay: number) => after(delay, () => on({ type: 'due' }))

  /** The one way from state to state. */
  function on(event: Event<Link>): void {
    const before = state
    state = next(before, event)
    if (state === before) return
    running.unsubscribe()
    const links = linksOf(state)
    for (const one of linksOf(before)) if (!links.includes(one)) end(one)
    if (links.length < 2) once = []
    running = begin(state)
    settle()
  }
  function begin(now: State<Link>): Subscription {
    switch (now.name) {
      case 'waiting':
        return due(retryDelay(now.attempt, random(), scheduler.now() - now.since))
      case 'asking':
        return ask(null)
      case 'renewing':
        return ask(now.link.token)
      case 'online':
        if (now.tried) return due(RENEW_RETRY_MS)
        return now.link.endsAt === null ? Subscription.EMPTY : due(now.link.endsAt - RENEW_BEFORE_MS - scheduler.now())
      case 'parting':
        return due(PARTING_MS)
      case 'silent':
        return due(HIDDEN_CLOSE_MS)
      default:
        return Subscription.EMPTY
    }
  }

  function ask(used: string | null): Subscription {
    const since = scheduler.now()
    const none = () => on({ type: 'noToken', since })
    return defer(needs.accessToken)
      .pipe(timeout({ first: ANSWER_TIMEOUT_MS, scheduler }))
      .subscribe({
        // The session may have no newer token yet.
        next: (token) => (token === used ? none() : on({ type: 'begun', link: open(token) })),
        error: none,
      })
  }
  /** Every attempt is a connection of its own, with the token of its moment. */
  function open(token: string): Link {
    const client = openMqtt({
      url: needs.url,
      username: 'console',
      password: token,
      clientId: `console-${Math.floor(random() * 2 ** 48).toString(36)}-${Math.floor(scheduler.now()).toString(36)}`,
      keepAliveMs: KEEPALIVE_MS,
      connectMs: CONNECT_TIMEOUT_MS,
      connected() {
        watch(link)
        on({ type: 'connected', link })
      },
      received() {
        link.packets++
        link.heardAt = heardAt = scheduler.now()
      },
      published: (topic, payload) => take(link, topic, payload),
      ended: () => on({ type: 'ended', link }),
    })
    const link: Link = {
      client,
      token,
      endsAt: tokenEnd(token),
      topics: new Map(),
      life: new Subscription(),
      watch: Subscription.EMPTY,
      packets: 0,
      heardAt: scheduler.now(),
    }
    return link
  }
  function end(link: Link): void {
    link.life.unsubscribe()
    link.client.end()
  }

  /** Ends a connection on which nothing comes any more, though nobody closed it. */
  function watch(link: Link): void {
    lookIn(link, link.heardAt + QUIET_MS - scheduler.now(), () => doubt(link))
  }
  function doubt(link: Link): void {
    const until = scheduler.now() + DOUBT_MS
    link.client.ping()
    lookIn(link, DOUBT_MS, () => {
      if (scheduler.now() - until > LATE_MS) doubt(link)
      else on({ type: 'ended', link })
    })
  }
  /** Does that where nothing has come by then. */
  function lookIn(link: Link, delay: number, silent: () => void): void {
    const { packets } = link
    link.watch.unsubscribe()
    link.watch = after(delay, () => (link.packets === packets ? silent() : watch(link)))
    link.life.add(link.watch)
  }

  function take(link: Link, topic: string, payload: Uint8Array): void {
    const entry = entries.get(topic)
    if (!entry || state.name === 'silent') return
    const text = decoder.decode(payload)
    if (linksOf(state).length === 2) {
      const said = `${topic} ${text}`
      const other = once.findIndex((one) => one.on !== link && one.said === said)
      if (other >= 0) {
        once.splice(other, 1)
        return
      }
      once.push({ on: link, said })
    }
    counts.received++
    let parsed: unknown
    try {
      parsed = entry.accepts(JSON.parse(text))
    } catch {
      parsed = null
    }
    if (parsed === null) counts.malformed++
    else entry.heard.next({ kind: 'message', payload: parsed })
  }

  /** Brings what is subscribed to, what listeners were told and the status to what the state says. */
  function settle(): void {
    if (state.name === 'closed') return
    const hears = hearing(state)
    for (const one of linksOf(state)) subscribe(one, hears.includes(one) ? [...entries.values()] : [])
    status.next(statusOf(state))
    for (const entry of entries.values()) {
      const word = wordOf(entry)
      if (word === null || word === entry.standing) continue
      entry.standing = word
      entry.heard.next({ kind: word })
    }
    if (state.name === 'joining' && [...state.successor.topics.values()].every(({ answer }) => answer !== null)) on({ type: 'joined' })
  }
  /** Topics that are asked for in one go travel in one packet. */
  const settleSoon = () => queueMicrotask(settle)
  function wordOf(entry: Entry): Word | null {
    if (state.name === 'resting' || state.name === 'silent') return 'paused'
    const [link] = hearing(state)
    if (!link) return statusOf(state) === 'offline' ? 'lost' : null
    // Who took over from a connection that ended may not hear all of it yet.
    return link.topics.get(entry)?.answer ?? (entry.standing === 'subscribed' ? 'lost' : null)
  }
  function subscribe(link: Link, wanted: readonly Entry[]): void {
    const surplus = [...link.topics.keys()].filter((entry) => !wanted.includes(entry))
    if (surplus.length > 0) link.client.unsubscribe(surplus.map(({ name }) => name))
    for (const entry of surplus) link.topics.delete(entry)
    const missing = wanted.filter((entry) => !link.topics.has(entry))
    if (missing.length === 0) return
    const asked = missing.map((entry): Asked => ({ entry, answer: null }))
    for (const one of asked) link.topics.set(one.entry, one)
    const patience = after(ANSWER_TIMEOUT_MS, () => on({ type: 'ended', link }))
    link.life.add(patience)
    link.client.subscribe(
      missing.map(({ name }) => name),
      (granted) => {
        patience.unsubscribe()
        for (const [at, one] of asked.entries()) one.answer = (granted[at]! & REFUSED_CODE) === 0 ? 'subscribed' : 'refused'
        settle()
      },
    )
  }

  const life = needs.visible$
    .pipe(switchMap((visible) => (visible ? of('seen' as const) : timer(HIDDEN_GRACE_MS, scheduler).pipe(map(() => 'hidden' as const)))))
    .subscribe((type) => on({ type }))
  life.add(needs.networkBack$?.subscribe(() => on({ type: 'hopeful' })))
  life.add(
    needs.networkLost$?.subscribe(() => {
      for (const one of linksOf(state)) if (one.client.connected) doubt(one)
    }),
  )
  running = begin(state)

  return {
    status$: status.pipe(distinctUntilChanged()),
    listen<T extends AnyTopic>(topic: T, params: Parameters<T['of']>[0], accepts?: (raw: unknown) => TopicPayload<T> | null) {
      type Payload = TopicPayload<T>
      const name = (topic as Topic).of(params)
      return new Observable<Heard<Payload>>((subscriber) => {
        let entry = entries.get(name)
        if (!entry) {
          entry = {
            name,
            accepts: accepts ?? ((raw) => topic.payload.safeParse(raw).data ?? null),
            heard: new Subject(),
            listeners: 0,
            standing: null,
          }
          entries.set(name, entry)
          settleSoon()
        }
        const own = entry
        own.listeners++
        if (own.standing) subscriber.next({ kind: own.standing })
        const inner = (own.heard as Subject<Heard<Payload>>).subscribe(subscriber)
        return () => {
          inner.unsubscribe()
          if (--own.listeners > 0) return
          entries.delete(name)
          settleSoon()
        }
      })
    },
    counts: () => ({ ...counts }),
    heardAt: () => heardAt,
    close() {
      life.unsubscribe()
      on({ type: 'close' })
      for (const entry of entries.values()) entry.heard.complete()
      entries.clear()
      status.complete()
    },
  }
}
