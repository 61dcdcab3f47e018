import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { Subject } from 'rxjs'
import { describe, expect, test, vi } from 'vitest'
import { calls } from '#contract/calls'
import { CHANGES } from '#contract/areas'
import type { ChangeName } from '#contract/core/change'
import { noteStands } from '#src/api/readStands.ts'
import { followChanges } from '#src/live/followChanges.ts'
import type { Stand } from '#streams/session/changes'

/** The notices in the hand of the test, and a client that holds queries. */
function aConsole() {
  const topics = new Map<ChangeName, Subject<void>>()
  const begins = new Map<ChangeName, (stand: Stand) => void>()
  const queries = new QueryClient()
  const stop = followChanges(
    {
      refreshes(name, begin) {
        begins.set(name, begin!)
        if (!topics.has(name)) topics.set(name, new Subject())
        return topics.get(name)!
      },
    },
    queries,
  )
  const holding = (queryKey: string[], follows: readonly ChangeName[], answer: Promise<unknown> = Promise.resolve(1)) => {
    const read = vi.fn(() => answer)
    const observer = new QueryObserver(queries, { queryKey, queryFn: read, staleTime: Infinity, retry: false, meta: { follows } })
    const answered = () =>
      vi.waitFor(() => expect(queries.getQueryState(queryKey)).toMatchObject({ status: 'success', fetchStatus: 'idle' }))
    return { read, answered, show: () => observer.subscribe(() => undefined) }
  }
  return {
    queries,
    stop,
    holding,
    /** The subscription stands, and the server has counted the name so far. */
    begins: (name: ChangeName, stand: Stand) => begins.get(name)!(stand),
    tell: (name: ChangeName) => topics.get(name)?.next(),
    heard: (name: ChangeName) => topics.get(name)?.observed === true,
  }
}

test('every name that is told is followed by a call, and every name that a call follows is told', () => {
  const followed = new Set(calls.flatMap(({ follows }) => follows))
  expect([...followed].toSorted()).toEqual([...CHANGES].toSorted())
})

test('a shown list is read again when what its call follows has changed, and for nothing else', async () => {
  const { holding, tell } = aConsole()
  const switches = holding(['switches'], ['switch', 'gateway'])
  const plots = holding(['plots'], ['land'])
  switches.show()
  plots.show()
  await Promise.all([switches.answered(), plots.answered()])
  tell('switch')
  await switches.answered()
  expect(switches.read).toHaveBeenCalledTimes(2)
  tell('gateway')
  await vi.waitFor(() => expect(switches.read).toHaveBeenCalledTimes(3))
  expect(plots.read).toHaveBeenCalledTimes(1)
})

test('a list that is held but not shown is read again when it is shown, not before', async () => {
  const { holding, tell } = aConsole()
  const plots = holding(['plots'], ['land'])
  const hide = plots.show()
  await plots.answered()
  hide()
  tell('land')
  expect(plots.read).toHaveBeenCalledTimes(1)
  plots.show()
  await vi.waitFor(() => expect(plots.read).toHaveBeenCalledTimes(2))
})

test('a change that comes while the first answer is on its way is not lost', async () => {
  const { holding, tell } = aConsole()
  const first = Promise.withResolvers<number>()
  const plots = holding(['plots'], ['land'], first.promise)
  plots.show()
  expect(plots.read).toHaveBeenCalledTimes(1)
  tell('land')
  first.resolve(1)
  await vi.waitFor(() => expect(plots.read).toHaveBeenCalledTimes(2))
})

test('what a form put there before it was ever read is followed from when it is shown', async () => {
  const { queries, holding, tell, heard } = aConsole()
  queries.setQueryData(['rule'], { devices: 0 })
  const rule = holding(['rule'], ['alarmRule'])
  const hide = rule.show()
  expect(heard('alarmRule')).toBe(true)
  expect(rule.read).not.toHaveBeenCalled()
  tell('alarmRule')
  await vi.waitFor(() => expect(rule.read).toHaveBeenCalledTimes(1))
  await rule.answered()
  hide()
  tell('alarmRule')
  expect(rule.read).toHaveBeenCalledTimes(1)
  rule.show()
  await vi.waitFor(() => expect(rule.read).toHaveBeenCalledTimes(2))
  const cache = queries.getQueryCache()
  const query = cache.find({ queryKey: ['rule'] })!
  cache.remove(query)
  expect(heard('alarmRule')).toBe(false)
  cache.add(query)
  expect(heard('alarmRule')).toBe(true)
})

describe('what was read before anybody listened', () => {
  const stands = (land: number, start = 1) => JSON.stringify({ start, seq: { land } })
  async function read(said: string | null) {
    const made = aConsole()
    const plots = made.holding(['plots'], ['land'])
    plots.show()
    if (said != null) noteStands(made.queries, ['plots'], said)
    await plots.answered()
    return { ...made, plots }
  }

  test.each([
    ['a change was counted since', stands(3), { start: 1, seq: 4 }],
    ['the server has started anew', stands(3), { start: 2, seq: 0 }],
  ])('is read again where %s', async (_, said, stand) => {
    const { begins, plots } = await read(said)
    begins('land', stand)
    await vi.waitFor(() => expect(plots.read).toHaveBeenCalledTimes(2))
  })

  test.each([
    ['nothing was counted since', stands(3)],
    ['more was counted before the answer than when the subscription stood', stands(4)],
    ['the server does not say', null],
  ])('is kept where %s', async (_, said) => {
    const { begins, plots } = await read(said)
    begins('land', { start: 1, seq: 3 })
    await plots.answered()
    expect(plots.read).toHaveBeenCalledTimes(1)
  })

  test('and is being read again is judged by what it has where that fails', async () => {
    const { begins, plots, queries } = await read(stands(3))
    const second = Promise.withResolvers<number>()
    plots.read.mockImplementationOnce(() => second.promise)
    void queries.refetchQueries().catch(() => undefined)
    begins('land', { start: 1, seq: 4 })
    second.reject(new Error('no answer'))
    await vi.waitFor(() => expect(plots.read.mock.calls.length).toBeGreaterThan(2))
  })

  test('and is still on its way is judged by what it then says', async () => {
    const { queries, holding, begins } = aConsole()
    const first = Promise.withResolvers<number>()
    const plots = holding(['plots'], ['land'], first.promise)
    plots.show()
    begins('land', { start: 1, seq: 4 })
    noteStands(queries, ['plots'], stands(3))
    first.resolve(1)
    await vi.waitFor(() => expect(plots.read).toHaveBeenCalledTimes(2))
  })
})

test('a topic is listened to as long as some query is held that follows it', () => {
  const { holding, heard, queries, stop } = aConsole()
  holding(['one'], ['land'])
  holding(['two'], ['land', 'crop'])
  expect([heard('land'), heard('crop'), heard('switch')]).toEqual([true, true, false])
  queries.removeQueries({ queryKey: ['two'] })
  expect([heard('land'), heard('crop')]).toEqual([true, false])
  stop()
  expect(heard('land')).toBe(false)
})
