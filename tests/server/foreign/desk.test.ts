import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foreignDesk } from '#server/ground/foreign/desk'
import type { Job } from '#server/ground/foreign/job'
import { silentLog } from '../database/testDatabase.ts'
import { jobs } from './oddJobs.ts'

const desk = foreignDesk(jobs, { log: silentLog, module: new URL('./oddJobs.ts', import.meta.url).href })
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'furrow-foreign-'))
})
afterAll(async () => {
  await desk.close()
  await rm(folder, { recursive: true, force: true })
})
const outcome = (name: keyof typeof jobs, tenantId = 1) =>
  desk
    .run(tenantId, jobs[name] as Job, () => 'x' as never)
    .then(
      () => 'done',
      ({ code, status }: { code: string; status: number }) => `${code} ${status}`,
    )

describe('a job on a foreign file', () => {
  test.each<[keyof typeof jobs, string]>([
    ['spin', 'error.file.tooMuch 422'],
    ['leaves', 'error.file.tooMuch 422'],
    ['hoardsObjects', 'error.file.tooMuch 422'],
    ['hoardsBytes', 'error.file.tooMuch 422'],
    ['throws', 'error.file.unreadable 422'],
  ])('that %s is %s, and the next one is done', async (name, said) => {
    expect(await outcome(name)).toBe(said)
    expect(await desk.run(1, jobs.echo, () => 'next')).toMatchObject({ text: 'next' })
  })

  test('is done where nothing of another tenant was, and beside the last of its own', async () => {
    const first = await desk.run(5, jobs.echo, () => '')
    const again = await desk.run(5, jobs.echo, () => '')
    const other = await desk.run(6, jobs.echo, () => '')
    expect(again.pid).toBe(first.pid)
    expect(other.pid).not.toBe(first.pid)
    expect(first.pid).not.toBe(process.pid)
  })
})

test('a tenant with fifty slow jobs keeps nobody else waiting', async () => {
  const gate = join(folder, 'open')
  let done = 0
  const slow = Array.from({ length: 50 }, () => desk.run(1, jobs.waitFor, () => gate).then(() => (done += 1)))
  expect(await desk.run(2, jobs.echo, () => 'there')).toMatchObject({ text: 'there' })
  expect(await desk.run(3, jobs.echo, () => 'too')).toMatchObject({ text: 'too' })
  expect(done).toBe(0)
  await writeFile(gate, '')
  await Promise.all(slow)
  expect(done).toBe(50)
})

test('who has a hundred waiting is told to come back', async () => {
  const gate = join(folder, 'later')
  const slow = Array.from({ length: 102 }, () => desk.run(1, jobs.waitFor, () => gate))
  expect(await outcome('echo')).toBe('error.busy 429')
  await writeFile(gate, '')
  await Promise.all(slow)
})
