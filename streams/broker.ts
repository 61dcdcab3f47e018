import { asyncScheduler, BehaviorSubject, distinctUntilChanged, Observable, type SchedulerLike, Subject, Subscription } from 'rxjs'
import type { AnyTopic, Topic, TopicPayload } from '#contract/core/topic'
import type { Heard } from './heard.ts'
import { type MqttSocket, openMqtt } from './mqttSocket.ts'

/** How the connection stands: on its way for the first time, there, or gone (it is being tried again). */
export type ConnectionStatus = 'connecting' | 'online' | 'offline'

/** A hidden page falls silent after this long; a glance at another tab costs nothing. */
export const HIDDEN_GRACE_MS = 5000
/** A page that stays hidden gives its connection back. */
export const HIDDEN_CLOSE_MS = 60_000
/** A token is replaced this long before it ends: the session renews its own 30 s before. */
export const RENEW_BEFORE_MS = 25_000
const RENEW_RETRY_MS = 5000
const CONNECT_TIMEOUT_MS = 4000
// A subscription that is not answered says that the connection is dead, long before the keepalive does.
const ANSWER_TIMEOUT_MS = 4000
/** A connection on which nothing came for this long is gone, whether it was closed or not: a page says so no later than this. */
export const KEEPALIVE_MS = 10_000
/** After so long a silence the broker is asked for a sign of life. */
const QUIET_MS = KEEPALIVE_MS / 2
/** Where something else says that the connection is gone, the broker has this long to show that it is not. */
export const DOUBT_MS = 2000
const REFUSED_CODE = 0x80

/** First within a second, later at most 3 s, never all consoles at once. `random` in [0, 1). */
export function retryDelay(attempt: number, random: number): number {
  if (attempt === 0) return 100 + random * 800
  return Math.min(3000, 1000 * 2 ** attempt) * (0.5 + random / 2)
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

interface Entry {
  readonly name: string
  readonly accepts: (raw: unknown) => unknown
  readonly heard: Subject<Heard<unknown>>
  listeners: number
  /** The last word that was not a message, for who comes later. */
  standing: Heard<unknown> | null
}

interface Link {
  readonly client: MqttSocket
  readonly endsAt: number | null
  readonly token: string
  gone: boolean
  heardAt: number
}

const decoder = new TextDecoder()

/** Opens the connection and keeps it; see {@link Broker}. Call `close` when the page signs out. */
export function openBroker(needs: BrokerNeeds): Broker {
  const scheduler = needs.scheduler ?? asyncScheduler
  const random = needs.random ?? Math.random
  const status = new BehaviorSubject<ConnectionStatus>('connecting')
  const entries = new Map<string, Entry>()
  const life = new Subscription()

  let link: Link | null = null
  let successor: Link | null = null
  let opening = false
  // Counts the attempts, so that one that was given up does not take the place of a later one.
  let openings = 0
  let attempt = 0
  let seen = true
  // Silent: hidden for longer than the grace, nothing is subscribed to.
  let silent = false
  let closed = false
  let retryTimer: Subscription | null = null
  let renewTimer: Subscription | null = null
  let hideTimer: Subscription | null = null
  let asking: Set<Entry> | null = null
  let received = 0
  let malformed = 0
  let heardAt: number | null = null

  const tell = (entry: Entry, heard: Heard<unknown>) => {
    if (heard.kind !== 'message') entry.standing = heard
    entry.heard.next(heard)
  }
  const tellAll = (heard: Heard<unknown>) => {
    for (const entry of entries.values()) tell(entry, heard)
  }
  const later = (delay: number, work: () => void) => {
    const timer = scheduler.schedule(() => {
      life.remove(timer)
      work()
    }, delay)
    life.add(timer)
    return timer
  }

  function take(topic: string, payload: Uint8Array) {
    const entry = entries.get(topic)
    if (!entry) return
    received++
    let parsed: unknown
    try {
      parsed = entry.accepts(JSON.parse(decoder.decode(payload)))
    } catch {
      parsed = null
    }
    if (parsed === null) malformed++
    else entry.heard.next({ kind: 'message', payload: parsed })
  }

  /** Subscribes on one connection; `done` is told once all were answered, with those that were refused. */
  function subscribe(on: Link, wanted: readonly Entry[], done: (refused: ReadonlySet<Entry>) => void) {
    if (wanted.length === 0) {
      done(new Set())
      return
    }
    let answered = false
    const patience = later(ANSWER_TIMEOUT_MS, () => {
      if (!answered && !on.gone) dropped(on)
    })
    on.client.subscribe(
      wanted.map((entry) => entry.name),
      (granted) => {
        answered = true
        life.remove(patience)
        patience.unsubscribe()
        if (on.gone || closed) return
        done(new Set(wanted.filter((_entry, at) => (granted[at]! & REFUSED_CODE) !== 0)))
      },
    )
  }
  function sayGranted(wanted: readonly Entry[], refused: ReadonlySet<Entry>) {
    for (const entry of wanted) {
      if (entries.get(entry.name) === entry) tell(entry, { kind: refused.has(entry) ? 'refused' : 'subscribed' })
    }
  }

  /** Every attempt is a connection of its own, with the token of its moment. */
  function open(token: string, { connected, ended }: { connected: (made: Link) => void; ended: (made: Link) => void }): Link {
    const client = openMqtt({
      url: needs.url,
      username: 'console',
      password: token,
      clientId: `console-${Math.floor(random() * 2 ** 48).toString(36)}-${Math.floor(scheduler.now()).toString(36)}`,
      keepAliveMs: KEEPALIVE_MS,
      connectMs: CONNECT_TIMEOUT_MS,
      connected: () => {
        watch(made)
        connected(made)
      },
      // A connection that fell silent is noticed by this.
      received: () => mark(made),
      published: (topic, payload) => {
        if (!made.gone) take(topic, payload)
      },
      ended: () => ended(made),
    })
    const made: Link = { client, token, endsAt: tokenEnd(token), gone: false, heardAt: scheduler.now() }
    return made
  }
  function mark(one: Link) {
    one.heardAt = scheduler.now()
    if (one === link) heardAt = one.heardAt
  }
  /** Ends a connection on which nothing comes any more, though nobody closed it. */
  function watch(one: Link) {
    if (one.gone || closed) return
    const quiet = scheduler.now() - one.heardAt
    if (quiet >= KEEPALIVE_MS) {
      dropped(one)
      return
    }
    if (quiet >= QUIET_MS) one.client.ping()
    later((quiet >= QUIET_MS ? KEEPALIVE_MS : QUIET_MS) - quiet, () => watch(one))
  }
  function doubt(one: Link) {
    const before = one.heardAt
    one.client.ping()
    later(DOUBT_MS, () => {
      if (!one.gone && one.heardAt === before) dropped(one)
    })
  }
  function discard(old: Link | null) {
    if (!old || old.gone) return
    old.gone = true
    old.client.end()
  }

  function start() {
    if (closed || opening || link) return
    retryTimer?.unsubscribe()
    retryTimer = null
    opening = true
    const mine = ++openings
    needs.accessToken().then(
      (token) => {
        if (closed || mine !== openings) return
        link = open(token, {
          connected(made) {
            opening = false
            attempt = 0
            status.next('online')
            planRenewal(made)
            if (silent) return
            const wanted = [...entries.values()]
            subscribe(made, wanted, (refused) => sayGranted(wanted, refused))
          },
          ended: dropped,
        })
      },
      () => {
        if (closed || mine !== openings) return
        opening = false
        fail()
      },
    )
  }
  function dropped(one: Link) {
    if (one.gone) return
    discard(one)
    if (one === successor) {
      successor = null
      return
    }
    if (one !== link) return
    link = null
    opening = false
    renewTimer?.unsubscribe()
    fail()
  }
  function fail() {
    if (closed) return
    status.next('offline')
    if (!silent) tellAll({ kind: 'lost' })
    if (silent) return
    retryTimer?.unsubscribe()
    retryTimer = later(retryDelay(attempt++, random()), start)
  }

  function planRenewal(one: Link) {
    renewTimer?.unsubscribe()
    if (one.endsAt === null) return
    renewTimer = later(Math.max(0, one.endsAt - RENEW_BEFORE_MS - scheduler.now()), () => renew(one))
  }
  /** A second connection under the new token takes over once it hears all that the old one hears: nothing is missed. */
  function renew(old: Link) {
    if (closed || old !== link || old.gone || silent) return
    const tryLater = () => {
      if (old === link && !closed) renewTimer = later(RENEW_RETRY_MS, () => renew(old))
    }
    needs.accessToken().then((token) => {
      if (closed || old !== link || silent) return
      // The session has no newer token yet.
      if (token === old.token) {
        tryLater()
        return
      }
      successor = open(token, {
        connected(made) {
          const wanted = silent ? [] : [...entries.values()]
          subscribe(made, wanted, (refused) => {
            if (successor !== made) return
            successor = null
            link = made
            discard(old)
            for (const entry of wanted) if (refused.has(entry)) tell(entry, { kind: 'refused' })
            // Topics that were asked for meanwhile stand on the old connection only.
            const missed = [...entries.values()].filter((entry) => !wanted.includes(entry))
            if (!silent) subscribe(made, missed, (no) => sayGranted(missed, no))
            planRenewal(made)
          })
        },
        ended(made) {
          if (made === successor) tryLater()
          dropped(made)
        },
      })
    }, tryLater)
  }

  function hush() {
    silent = true
    const names = [...entries.keys()]
    if (link?.client.connected && names.length > 0) link.client.unsubscribe(names)
    discard(successor)
    successor = null
    tellAll({ kind: 'paused' })
    retryTimer?.unsubscribe()
    hideTimer = later(HIDDEN_CLOSE_MS, () => {
      discard(link)
      link = null
      opening = false
      openings++
      renewTimer?.unsubscribe()
    })
  }
  function wake() {
    hideTimer?.unsubscribe()
    if (!silent) {
      // A page that comes back is worth a try at once.
      if (!link && !opening) start()
      return
    }
    silent = false
    if (!link) {
      status.next('connecting')
      attempt = 0
      start()
      return
    }
    if (!link.client.connected) return
    const wanted = [...entries.values()]
    subscribe(link, wanted, (refused) => sayGranted(wanted, refused))
    planRenewal(link)
  }

  life.add(
    needs.visible$.pipe(distinctUntilChanged()).subscribe((visible) => {
      seen = visible
      hideTimer?.unsubscribe()
      if (visible) wake()
      else hideTimer = later(HIDDEN_GRACE_MS, hush)
    }),
  )
  if (needs.networkBack$) {
    life.add(
      needs.networkBack$.subscribe(() => {
        attempt = 0
        if (seen && !link && !opening) start()
      }),
    )
  }
  if (needs.networkLost$) {
    life.add(
      needs.networkLost$.subscribe(() => {
        if (link?.client.connected) doubt(link)
      }),
    )
  }
  start()

  /** Topics that are asked for in one go travel in one packet. */
  function ask(entry: Entry) {
    if (asking) {
      asking.add(entry)
      return
    }
    asking = new Set([entry])
    queueMicrotask(() => {
      const wanted = [...(asking ?? [])].filter((one) => entries.get(one.name) === one && one.standing === null)
      asking = null
      const on = link
      if (on?.client.connected && !silent) subscribe(on, wanted, (refused) => sayGranted(wanted, refused))
      else if (silent) for (const one of wanted) tell(one, { kind: 'paused' })
      else if (status.value === 'offline') for (const one of wanted) tell(one, { kind: 'lost' })
    })
  }

  return {
    status$: status.pipe(distinctUntilChanged()),
    listen<T extends AnyTopic>(topic: T, params: Parameters<T['of']>[0], accepts?: (raw: unknown) => TopicPayload<T> | null) {
      type Payload = TopicPayload<T>
      const name = (topic as Topic).of(params)
      return new Observable<Heard<Payload>>((subscriber) => {
        let entry = entries.get(name)
        const fresh = entry === undefined
        if (!entry) {
          entry = {
            name,
            accepts: accepts ?? ((raw) => topic.payload.safeParse(raw).data ?? null),
            heard: new Subject(),
            listeners: 0,
            standing: null,
          }
          entries.set(name, entry)
        }
        const own = entry
        own.listeners++
        if (own.standing) subscriber.next(own.standing as Heard<Payload>)
        const inner = (own.heard as Subject<Heard<Payload>>).subscribe(subscriber)
        if (fresh) ask(own)
        return () => {
          inner.unsubscribe()
          if (--own.listeners > 0) return
          entries.delete(name)
          if (link?.client.connected && !silent) link.client.unsubscribe([name])
        }
      })
    },
    counts: () => ({ received, malformed }),
    heardAt: () => heardAt,
    close() {
      if (closed) return
      closed = true
      life.unsubscribe()
      discard(link)
      discard(successor)
      link = successor = null
      for (const entry of entries.values()) entry.heard.complete()
      entries.clear()
      status.complete()
    },
  }
}
