import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, test } from 'vitest'
import { findProgram } from '#server/ground/files/ffmpeg'

/** A log and the lines of warning that it was given. */
function aLog() {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg) })
  return { log, lines }
}
const nothing = () => Promise.reject(new Error('not for this system'))

test('the program of this system goes before the packaged one, and neither is said in the log', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'program-'))
  const own = join(folder, 'ffmpeg')
  writeFileSync(own, '#!/bin/sh\n', { mode: 0o755 })
  const { log, lines } = aLog()
  expect(await findProgram(log, `/nowhere:${folder}`, nothing)).toBe(own)
  expect(await findProgram(log, '', () => Promise.resolve(own))).toBe(own)
  expect(lines).toEqual([])
  rmSync(folder, { recursive: true })
})

test('where there is none, and where the packaged one cannot be run, that is said in the log in words', async () => {
  const { log, lines } = aLog()
  expect(await findProgram(log, '', nothing)).toBeNull()
  expect(await findProgram(log, '/nowhere', () => Promise.resolve('/nowhere/ffmpeg'))).toBeNull()
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(line).toMatch(/no ffmpeg.*cameras show no pictures/)
})
