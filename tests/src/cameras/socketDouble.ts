import { act } from '@testing-library/react'
import type { StreamWord } from '#contract/cameras/stream'

export const sockets: Socket[] = []

/** Stands for a WebSocket. `sockets` are all that were opened. */
export class Socket extends EventTarget {
  binaryType = ''
  isOpen = true
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    sockets.push(this)
  }
  close() {
    this.isOpen = false
  }
  says(data: unknown) {
    act(() => void this.dispatchEvent(new MessageEvent('message', { data })))
  }
  word(state: StreamWord['state'], why: string | null = null, at?: number) {
    this.says(JSON.stringify({ state, why, lastAt: null, dropped: 0, at }))
  }
  picture() {
    this.says(new ArrayBuffer(8))
  }
}
