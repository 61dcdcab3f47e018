import net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aConsole, type Farm, startFarm } from './farm.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(() => farm?.close())

/** Asks for a WebSocket at any address whatever, and answers what came until the server closed. */
function upgrade(address: string): Promise<string> {
  const { hostname, port } = new URL(farm.webSocketUrl)
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname)
    let heard = ''
    socket.setEncoding('utf8').setTimeout(5000, () => socket.destroy(new Error(`${address} was left open, after "${heard}"`)))
    socket.on('data', (chunk: string) => (heard += chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(heard))
    socket.write(
      `GET ${address} HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    )
  })
}

test.each(['//[', '//', 'http://[', '/mqtt/..//[', '/elsewhere', '*', '/%'])(
  'an upgrade of %s is answered and closed, and the server goes on',
  async (address) => {
    expect(await upgrade(address)).toMatch(/^HTTP\/1\.1 40[04] /)
    const page = await farm.console(aConsole(farm, {}))
    expect(page.connected).toBe(true)
  },
)
