import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { startTestServer } from '../harness.ts'

test('a start that fails before anything serves leaves nothing of cameras at work', { timeout: 30_000 }, async () => {
  const said: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) })
  // What serves the pages is made once the areas are there.
  const tiles = [null as never]
  await expect(startTestServer({ log, config: { tiles } })).rejects.toThrow(TypeError)
  const failedAt = performance.now()
  // What is held is looked for twice a second; without a database that would be said.
  await vi.waitUntil(() => performance.now() - failedAt > 1500, { timeout: 5000 })
  expect(said.filter((line) => line.includes('a camera'))).toEqual([])
})
