import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
const running = new Set<ChildProcess>()
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'furrow-owner-'))))
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})
const lock = () => join(folder, 'owner.lock')

/** A process that takes the data directory at `at`; answers what it says: `mine`, or why not. */
function take(at: number): Promise<string> {
  const script = `const { takeDataDir } = await import('./start.mjs')
    while (Date.now() < ${at});
    await takeDataDir()
    process.stdout.write('mine')
    setInterval(() => undefined, 1000)`
  const child = spawn('node', ['--input-type=module', '-e', script], {
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  return new Promise((said) => {
    for (const stream of [child.stdout, child.stderr]) stream.once('data', (chunk) => said(String(chunk)))
    child.once('exit', () => running.delete(child))
  })
}

test('of many that find the lock of a dead owner at once, one becomes the owner', async () => {
  for (let round = 0; round < 3; round++) {
    writeFileSync(lock(), '{"pid":999999999,"born":"1"}')
    const at = Date.now() + 700
    const said = await Promise.all(Array.from({ length: 6 }, () => take(at)))
    expect(said.filter((words) => words === 'mine')).toHaveLength(1)
    expect(said.filter((words) => words.includes('is held by another Furrow'))).toHaveLength(5)
    for (const child of running) child.kill('SIGKILL')
  }
})

test('a lock that a loss of power left empty is taken over', async () => {
  writeFileSync(lock(), '')
  const old = new Date(Date.now() - 3_600_000)
  utimesSync(lock(), old, old)
  expect(await take(0)).toBe('mine')
})
