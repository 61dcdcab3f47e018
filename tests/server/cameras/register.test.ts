import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openRegister } from '#server/cameras/stream/register'

const folder = mkdtempSync(join(tmpdir(), 'furrow-register-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a process that is left over is ended at the next start, and no other that has its number now', async () => {
  const left = spawn('sleep', ['60'])
  const stranger = spawn('sleep', ['60'])
  openRegister(folder).add(left)
  writeFileSync(join(folder, String(stranger.pid)), '1')
  writeFileSync(join(folder, 'no number'), '1')
  const gone = once(left, 'exit')
  openRegister(folder)
  expect((await gone)[1]).toBe('SIGKILL')
  expect(readdirSync(folder)).toEqual([])
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
  expect(existsSync(`/proc/${stranger.pid}`)).toBe(true)
  const ended = once(stranger, 'exit')
  stranger.kill('SIGKILL')
  await ended
})
