import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { findProgram, programFinder } from '#server/ground/files/ffmpeg'

const folder = mkdtempSync(join(tmpdir(), 'program-'))
const own = join(folder, 'ffmpeg')
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

test('the program is the first on PATH, never one that cannot be run', () => {
  writeFileSync(own, '#!/bin/sh\n', { mode: 0o755 })
  expect(findProgram(`/nowhere:${folder}`)).toBe(own)
  writeFileSync(join(folder, 'plain'), '')
  expect(findProgram(`${join(folder, 'plain')}:/nowhere`)).toBeNull()
})

test('where there is none the log says once, in words, what to install, and it is found once it is', () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg) })
  vi.stubEnv('PATH', '/nowhere')
  const program = programFinder(log)
  expect([program(), program()]).toEqual([null, null])
  expect(lines).toEqual([expect.stringMatching(/no ffmpeg.*cameras show no pictures.*apt-get install ffmpeg/)])
  const later = mkdtempSync(join(tmpdir(), 'program-'))
  writeFileSync(join(later, 'ffmpeg'), '#!/bin/sh\n', { mode: 0o755 })
  vi.stubEnv('PATH', later)
  expect(program()).toBe(join(later, 'ffmpeg'))
  expect(lines).toHaveLength(1)
  rmSync(later, { recursive: true })
})
