/** How the connection stands: on its way for the first time, there, or gone (it is being tried again). */
export type ConnectionStatus = 'connecting' | 'online' | 'offline'

/** What the machine knows of a connection: when anything last came on it, ms UTC. */
interface Heard {
  readonly heardAt: number
}

/**
 * Where the one connection of a page stands. Every connection is in the hand of its state: whoever leaves a state ends what the next one does
 * not name, and the timer or question with which the state began.
 */
export type State<Link extends Heard> =
  /** Nobody sees the page. */
  | { readonly name: 'resting' }
  /** Nobody sees the page, and its connection is kept for a while, with nothing subscribed to. */
  | { readonly name: 'silent'; readonly link: Link }
  /** For the next try. `attempt`: how many failed in a row before the last one; `since`: when that began, or when anything last came on it, ms UTC. */
  | { readonly name: 'waiting'; readonly attempt: number; readonly since: number }
  /** For a token. */
  | { readonly name: 'asking'; readonly attempt: number }
  | { readonly name: 'opening'; readonly attempt: number; readonly link: Link }
  /** `tried`: its renewal failed, and is tried again. */
  | { readonly name: 'online'; readonly link: Link; readonly tried: boolean }
  /** Its token ends soon: the session is asked for the next one. */
  | { readonly name: 'renewing'; readonly link: Link }
  | { readonly name: 'succeeding'; readonly link: Link; readonly successor: Link }
  /** The successor is there and subscribes to all that the old one hears. */
  | { readonly name: 'joining'; readonly link: Link; readonly successor: Link }
  /** One of two is kept. What the other one brought, or still brings, comes on this one, too. */
  | { readonly name: 'parting'; readonly link: Link; readonly old: Link }
  | { readonly name: 'closed' }

export type Event<Link> =
  /** Somebody sees the page again, or nobody has for a while. */
  | { readonly type: 'seen' | 'hidden' }
  /** A try may be worth it at once. */
  | { readonly type: 'hopeful' }
  /** The time of the state is over. */
  | { readonly type: 'due' }
  /** The token is there, and a connection is being made with it. */
  | { readonly type: 'begun'; readonly link: Link }
  /** The session gave no token, or no newer one. `since`: when it was asked, ms UTC. */
  | { readonly type: 'noToken'; readonly since: number }
  | { readonly type: 'connected' | 'ended'; readonly link: Link }
  /** The successor hears all that is listened to. */
  | { readonly type: 'joined' }
  | { readonly type: 'close' }

/** The state after an event; the same object where the event means nothing to it. */
export function next<Link extends Heard>(state: State<Link>, event: Event<Link>): State<Link> {
  if (state.name === 'closed') return state
  switch (event.type) {
    case 'close':
      return { name: 'closed' }
    case 'hidden':
      return 'link' in state && state.name !== 'opening' ? { name: 'silent', link: state.link } : { name: 'resting' }
    case 'seen':
      if (state.name === 'silent') return online(state.link)
      return state.name === 'resting' ? { name: 'asking', attempt: 0 } : tryNow(state)
    case 'hopeful':
      return tryNow(state)
    case 'due':
      if (state.name === 'online') return { name: 'renewing', link: state.link }
      if (state.name === 'parting') return online(state.link)
      return state.name === 'silent' ? { name: 'resting' } : tryNow(state)
    case 'begun':
      if (state.name === 'asking') return { name: 'opening', attempt: state.attempt, link: event.link }
      return state.name === 'renewing' ? { name: 'succeeding', link: state.link, successor: event.link } : state
    case 'noToken':
      if (state.name === 'asking') return { name: 'waiting', attempt: state.attempt, since: event.since }
      return state.name === 'renewing' ? online(state.link, true) : state
    case 'connected':
      if (state.name === 'opening') return online(event.link)
      return state.name === 'succeeding' ? { ...state, name: 'joining' } : state
    case 'joined':
      return state.name === 'joining' ? { name: 'parting', link: state.successor, old: state.link } : state
    case 'ended':
      return without(state, event.link)
  }
}

const online = <Link extends Heard>(link: Link, tried = false): State<Link> => ({ name: 'online', link, tried })
const tryNow = <Link extends Heard>(state: State<Link>): State<Link> =>
  state.name === 'waiting' ? { name: 'asking', attempt: state.attempt + 1 } : state

function without<Link extends Heard>(state: State<Link>, gone: Link): State<Link> {
  if (!linksOf(state).includes(gone) || !('link' in state)) return state
  const isMain = state.link === gone
  switch (state.name) {
    case 'silent':
      return { name: 'resting' }
    case 'succeeding':
      return isMain ? { name: 'opening', attempt: 1, link: state.successor } : online(state.link, true)
    case 'joining':
      return { name: 'parting', link: isMain ? state.successor : state.link, old: gone }
    default:
      // That an old one is over changes nothing: its time ends by itself.
      return isMain ? { name: 'waiting', attempt: state.name === 'opening' ? state.attempt : 0, since: gone.heardAt } : state
  }
}

/** The connections of a state: all others have ended. */
export const linksOf = <Link extends Heard>(state: State<Link>): readonly Link[] => [
  ...('link' in state ? [state.link] : []),
  ...('successor' in state ? [state.successor] : []),
  ...('old' in state ? [state.old] : []),
]

/** The connections on which all that is listened to is subscribed to; nothing is on the others. */
export function hearing<Link extends Heard>(state: State<Link>): readonly Link[] {
  if (state.name === 'joining') return [state.link, state.successor]
  return 'link' in state && state.name !== 'opening' && state.name !== 'silent' ? [state.link] : []
}

export function statusOf<Link extends Heard>(state: State<Link>): ConnectionStatus {
  if (state.name === 'waiting') return 'offline'
  if (state.name === 'asking' || state.name === 'opening') return state.attempt === 0 ? 'connecting' : 'offline'
  return 'link' in state ? 'online' : 'connecting'
}
