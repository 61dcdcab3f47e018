import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to the database that can be cut like a cable: what is sent goes nowhere, and nobody is told. */
export interface Cable {
  readonly port: number
  /** From now on no byte passes, on no connection, and new ones get no answer. */
  cut(): void
  /** New connections pass again. Those of before stay silent for ever, as behind a firewall that forgot them. */
  heal(): void
  close(): void
}

export async function layCable(to: () => number): Promise<Cable> {
  let isCut = false
  const pairs = new Set<[Socket, Socket]>()
  const silent = new Set<Socket>()
  const server = createServer((near) => {
    near.on('error', () => near.destroy())
    if (isCut) {
      silent.add(near)
      near.pause()
      return
    }
    const far = connect(to(), '127.0.0.1')
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    const end = () => {
      if (!pairs.delete(pair)) return
      near.destroy()
      far.destroy()
    }
    for (const one of pair) {
      one.setNoDelay(true)
      one.on('error', end)
      one.on('close', end)
    }
    near.on('data', (bytes) => pairs.has(pair) && far.write(bytes))
    far.on('data', (bytes) => pairs.has(pair) && near.write(bytes))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      for (const pair of pairs) {
        const [near, far] = pair
        pairs.delete(pair)
        silent.add(near)
        near.removeAllListeners('data').pause()
        // The database loses its side, so that it does not hold the locks of who can no longer speak; the server hears nothing of it.
        far.removeAllListeners('close').destroy()
      }
    },
    heal() {
      isCut = false
    },
    close() {
      for (const pair of pairs) for (const one of pair) one.destroy()
      for (const one of silent) one.destroy()
      server.close()
    },
  }
}
