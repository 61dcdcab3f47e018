import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { createHeartbeat } from '#server/ground/heartbeat'
import type { Health } from '#server/ground/health'
import { silentLog } from '../database/testDatabase.ts'

const ends: (() => void)[] = []
afterEach(() => ends.splice(0).forEach((end) => end()))

async function aListener() {
  const heard: string[] = []
  let status = 200
  const server: Server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`)
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => server.close())
  return { heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ping`, answer: (next: number) => (status = next) }
}

test('whoever listens is called at its pace while the server is well, and not while something is missing', async () => {
  const listener = await aListener()
  let state: Health = { ready: true }
  const health = vi.fn(async () => state)
  const heartbeat = createHeartbeat({ url: listener.url, every: 20, health, log: silentLog })
  ends.push(() => heartbeat.close())
  await vi.waitFor(() => expect(listener.heard.length).toBeGreaterThanOrEqual(3))
  expect(new Set(listener.heard)).toEqual(new Set(['GET /ping']))
  state = { ready: false, why: 'database' }
  const asked = health.mock.calls.length
  await vi.waitFor(() => expect(health.mock.calls.length).toBeGreaterThanOrEqual(asked + 3))
  const before = listener.heard.length
  const later = health.mock.calls.length
  await vi.waitFor(() => expect(health.mock.calls.length).toBeGreaterThanOrEqual(later + 3))
  expect(listener.heard.length).toBe(before)
})

test('a listener that refuses, or is away, is said once until it is back', async () => {
  const listener = await aListener()
  listener.answer(500)
  const error = vi.fn()
  const health = vi.fn(async (): Promise<Health> => ({ ready: true }))
  const heartbeat = createHeartbeat({ url: listener.url, every: 20, health, log: { error } as never })
  ends.push(() => heartbeat.close())
  await vi.waitFor(() => expect(listener.heard.length).toBeGreaterThanOrEqual(4))
  expect(error).toHaveBeenCalledTimes(1)
  expect(JSON.stringify(error.mock.calls)).not.toContain('ping')
})
