/**
 * What a listener hears of one topic. `subscribed`: from now on every message arrives (said again after each reconnect). `lost`: the
 * connection is down and messages are missed. `paused`: the page is hidden and asked for silence. `refused`: the broker said no.
 */
export type Heard<Payload> =
  | { readonly kind: 'subscribed' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'message'; readonly payload: Payload }

/** Live frames are counted per topic from the server's start. */
export interface Frame {
  /** The server's clock when it said this, ms UTC. */
  readonly at: number
  readonly seq: number
  readonly start: number
}
