import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Self } from '#contract/session/user'
import { holdObjectUrl } from '#src/files/objectUrls.ts'
import { session } from '#src/session/session.ts'

const made: string[] = []
const revoked: string[] = []
let asked = 0
const answer = vi.fn(async () => new Response('picture'))

beforeEach(() => {
  vi.useFakeTimers()
  made.length = 0
  revoked.length = 0
  asked = 0
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return answer()
  })
  URL.createObjectURL = () => `blob:${made.push('one')}`
  URL.revokeObjectURL = (url) => void revoked.push(url)
})
afterEach(() => vi.useRealTimers())

const signIn = (id: number, tenantId: number) => session.set({ ...session.get(), status: 'signedIn', self: { id } as Self, tenantId })

test('a picture that many show is read once, and let go of some time after the last one', async () => {
  const [one, other] = [holdObjectUrl('/hfle/a'), holdObjectUrl('/hfle/a')]
  expect(await one.url).toBe(await other.url)
  expect(asked).toBe(1)
  one.release()
  one.release()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(revoked).toEqual([])
  other.release()
  const again = holdObjectUrl('/hfle/a')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(revoked).toEqual([])
  again.release()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(revoked).toEqual([await one.url])
})

test('a picture that could not be read is asked for again the next time', async () => {
  answer.mockResolvedValueOnce(new Response('{"failed":true}', { status: 404, headers: { 'content-type': 'application/json' } }))
  const failed = holdObjectUrl('/hfle/b')
  expect(await failed.url).toBeNull()
  failed.release()
  expect(await holdObjectUrl('/hfle/b').url).toMatch(/^blob:/)
})

test('no picture outlives the person or the tenant that it was read for', async () => {
  signIn(1, 1)
  const mine = holdObjectUrl('/hfle/c')
  const url = await mine.url
  signIn(1, 2)
  await vi.advanceTimersByTimeAsync(0)
  expect(revoked).toContain(url)
  const before = asked
  await holdObjectUrl('/hfle/c').url
  expect(asked).toBe(before + 1)
  mine.release()
})
