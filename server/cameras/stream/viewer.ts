import type { WebSocket } from 'ws'
import type { StreamWord } from '#contract/cameras/stream'
import type { Piece } from './packets.ts'

/** A viewer that has not taken so many bytes yet gets no more, until it has taken nearly all. */
const MOST_WAITING = 768 * 1024
const FEW_WAITING = 64 * 1024
/** How often a viewer is told at most that it lost more frames, ms. */
const TELL_EVERY_MS = 1000

export interface Viewer {
  send(piece: Piece): void
  say(word: Omit<StreamWord, 'dropped'>): void
  /** Gets a grey picture twice a second where it is the small picture. */
  look?(picture: Buffer): void
}

/** One who watches: it begins at a key frame, and loses frames rather than have others wait. */
export function viewerOf(socket: Pick<WebSocket, 'send' | 'bufferedAmount'>, clock: () => number): Viewer {
  let waitsForKey = true
  let dropped = 0
  let toldAt = 0
  let toldDropped = 0
  let last: Omit<StreamWord, 'dropped'> | null = null

  function tell(): void {
    if (last === null) return
    toldAt = clock()
    toldDropped = dropped
    socket.send(JSON.stringify({ ...last, dropped } satisfies StreamWord))
  }
  return {
    send({ bytes, keyAt, pictures }) {
      if (socket.bufferedAmount > MOST_WAITING) waitsForKey = true
      const begins = waitsForKey && keyAt >= 0 && socket.bufferedAmount <= FEW_WAITING
      if (waitsForKey && !begins) dropped += pictures
      else {
        waitsForKey = false
        socket.send(begins ? bytes.subarray(keyAt) : bytes)
      }
      if (dropped > toldDropped && clock() - toldAt >= TELL_EVERY_MS && socket.bufferedAmount <= MOST_WAITING) tell()
    },
    say(word) {
      last = word
      // What it gets from now on is of another run.
      if (word.state !== 'live') waitsForKey = true
      tell()
    },
  }
}
