import type { IncomingMessage } from 'node:http'
import net from 'node:net'
import type { Duplex } from 'node:stream'
import type { Client } from 'aedes'
import type { Logger } from 'pino'
import { WebSocketServer } from 'ws'
import { MAX_CONNECT_BYTES, MAX_PACKET_BYTES } from '#contract/devices/protocol'
import type { Upgrades } from '../http/upgrades.ts'
import { StartFailure } from '../startFailure.ts'
import { type Flow, guardPackets } from './packetGuard.ts'
import { packetStream } from './packetStream.ts'

const FRAME_OVERHEAD = 64 * 1024

export interface MqttListeners {
  /** MQTT over WebSocket: takes upgrades of `/mqtt`. */
  attach(upgrades: Upgrades): void
  /** MQTT over TCP. Throws StartFailure where the port is taken. */
  listen(port: number, host: string): Promise<{ mqttPort: number }>
  /** How a connection's bytes are let in. */
  flowOf(client: Client): Flow | undefined
  /** Takes no further connection. */
  stop(): void
  /** Resolves when every connection is gone. */
  close(): Promise<void>
}

/** Where connections come in: each as a stream of packets of a bounded size, given to the broker. */
export function createMqttListeners(given: {
  log: Logger
  handle: (stream: Duplex, request?: IncomingMessage) => Client
  refused: (client: Client, reason: string, bytes: number | null) => void
}): MqttListeners {
  const { log } = given
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_PACKET_BYTES + FRAME_OVERHEAD,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has('mqtt') ? 'mqtt' : offered.has('mqttv3.1') ? 'mqttv3.1' : false),
  })
  const flows = new WeakMap<Client, Flow>()
  const detach: (() => void)[] = []
  let server: net.Server | null = null
  let closing = false

  /** Gives a connection to the broker; `tooLarge` refuses it for a packet of this many bytes, once. */
  function handle(stream: Duplex, request?: IncomingMessage): { tooLarge: (bytes: number | null) => void } {
    let client: Client | null = null
    let accepted = false
    let refused = false
    const tooLarge = (bytes: number | null) => {
      if (client && !refused) given.refused(client, accepted ? 'over 256 KB' : 'over 4 KB before CONNECT', bytes)
      refused = true
      stream.destroy()
    }
    const flow = guardPackets(
      stream,
      () => {
        accepted ||= client?.connected === true
        return accepted ? MAX_PACKET_BYTES : MAX_CONNECT_BYTES
      },
      tooLarge,
    )
    client = given.handle(stream, request)
    flows.set(client, flow)
    return { tooLarge }
  }

  function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (closing) {
      socket.destroy()
      return
    }
    ;(socket as Partial<net.Socket>).setNoDelay?.(true)
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const { tooLarge } = handle(packetStream(opened), request)
      opened.on('error', (cause) => {
        if ((cause as { code?: string }).code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') tooLarge(null)
      })
    })
  }

  let stopped: Promise<unknown> | null = null
  return {
    attach: (upgrades) => void detach.push(upgrades.take('/mqtt', onUpgrade)),
    listen(port, host) {
      return new Promise((resolve, reject) => {
        const made = net.createServer({ noDelay: true, keepAlive: true }, (socket) => void handle(socket))
        made.once('error', (cause: NodeJS.ErrnoException) =>
          reject(cause.code === 'EADDRINUSE' ? new StartFailure(`MQTT_PORT ${port} is taken on ${host}`) : cause),
        )
        made.listen(port, host, () => {
          made.removeAllListeners('error')
          made.on('error', (cause) => log.error({ cause: cause.message }, 'the MQTT listener failed'))
          server = made
          resolve({ mqttPort: (made.address() as net.AddressInfo).port })
        })
      })
    },
    flowOf: (client) => flows.get(client),
    stop() {
      closing = true
      for (const off of detach.splice(0)) off()
      const listening = server
      server = null
      stopped = listening ? new Promise((resolve) => listening.close(resolve)) : null
    },
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      await stopped
    },
  }
}
