import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { gatherMs, permissionBook } from '#src/session/permissions.ts'

const GATHER_MS = 100
const wait = () => GATHER_MS

describe('the permission book', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const holding = (...held: string[]) =>
    vi.fn((codes: readonly string[]) => Promise.resolve(codes.map((code) => ({ code, approve: held.includes(code) }))))

  test('asks once for all questions that come within its time, each code once (PERMISSIONS-02)', async () => {
    const ask = holding('a')
    const book = permissionBook(ask, wait)
    book.want(['a', 'b'])
    await vi.advanceTimersByTimeAsync(GATHER_MS - 1)
    book.want(['b', 'c'])
    expect(ask).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(ask.mock.calls).toEqual([[['a', 'b', 'c']]])
    expect([book.get('a'), book.get('b'), book.get('c'), book.get('d')]).toEqual([true, false, false, undefined])
  })

  test('that has ended asks nothing more, and whoever waits for it goes on', async () => {
    const ask = holding('a')
    const book = permissionBook(ask, wait)
    const heard = book.heard(['a'])
    book.end()
    await heard
    book.want(['b'])
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    expect(ask).not.toHaveBeenCalled()
  })

  test('never asks again for what it knows or is asking', async () => {
    const ask = holding('a')
    const book = permissionBook(ask, wait)
    book.want(['a'])
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    book.want(['a'])
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    expect(ask).toHaveBeenCalledTimes(1)
  })

  test('tells when it has heard, at once where it knows, and also where it could not ask', async () => {
    const ask = vi.fn<(codes: readonly string[]) => Promise<{ code: string; approve: boolean }[] | null>>()
    ask.mockResolvedValueOnce([{ code: 'a', approve: true }]).mockResolvedValueOnce(null)
    const book = permissionBook(ask, wait)
    const told: string[] = []
    void book.heard(['a']).then(() => told.push('a'))
    await vi.advanceTimersByTimeAsync(GATHER_MS - 1)
    expect(told).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(told).toEqual(['a'])
    void book.heard(['a', 'b']).then(() => told.push('b'))
    void book.heard(['a']).then(() => told.push('known'))
    await vi.advanceTimersByTimeAsync(0)
    expect(told).toEqual(['a', 'known'])
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    expect(told).toEqual(['a', 'known', 'b'])
    expect(book.get('b')).toBeUndefined()
  })

  test('does not take a failed question for an answer', async () => {
    const ask = vi.fn<(codes: readonly string[]) => Promise<{ code: string; approve: boolean }[] | null>>().mockResolvedValueOnce(null)
    ask.mockResolvedValueOnce([{ code: 'a', approve: true }])
    const book = permissionBook(ask, wait)
    book.want(['a'])
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    expect(book.get('a')).toBeUndefined()
    book.want(['a'])
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    expect(book.get('a')).toBe(true)
  })

  test('asks anew for what is being asked when it is renewed, and the later question is the answer, whichever comes last', async () => {
    const answers: ((held: boolean) => void)[] = []
    const ask = vi.fn(
      (codes: readonly string[]) =>
        new Promise<{ code: string; approve: boolean }[]>((resolve) =>
          answers.push((approve) => resolve(codes.map((code) => ({ code, approve })))),
        ),
    )
    const book = permissionBook(ask, wait)
    book.want(['a'])
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    // The rights change while the first question is on its way.
    book.renew()
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    expect(ask.mock.calls).toEqual([[['a']], [['a']]])
    answers[1]!(false)
    await vi.advanceTimersByTimeAsync(0)
    expect(book.get('a')).toBe(false)
    answers[0]!(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(book.get('a')).toBe(false)
  })

  test('splits a long list into calls that the server takes', async () => {
    const ask = holding()
    const book = permissionBook(ask, wait)
    book.want(Array.from({ length: 1200 }, (_, at) => `code ${at}`))
    await vi.advanceTimersByTimeAsync(GATHER_MS + 10)
    expect(ask.mock.calls.map(([codes]) => codes.length)).toEqual([500, 500, 200])
  })
})

test.each([
  ['/web/farm/land', 100],
  ['/inventory/prment/aplionform/info/3', 100],
  ['/system/crop', 300],
  ['/home', 300],
  ['/webinar', 300],
])('at %s what is asked within %i ms goes out together (PERMISSIONS-02, -27)', (path, ms) => {
  expect(gatherMs(path)).toBe(ms)
})
