import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSessionStore, KEPT_SESSIONS, MOST_FILTERS, type SessionStore } from '#server/ground/broker/sessions'

const HOUR = 3_600_000
interface Asked {
  addSubscriptions(client: { id: string }, subscriptions: { topic: string; qos: number }[]): Promise<void>
  subscriptionsByClient(client: { id: string }): Promise<{ topic: string }[]>
  cleanSubscriptions(client: { id: string }): Promise<void>
  outgoingEnqueue(to: { clientId: string }, packet: object): Promise<void>
  outgoingUpdate(client: { id: string }, packet: object): Promise<void>
  outgoingClearMessageId(client: { id: string }, packet: object): Promise<{ topic: string } | undefined>
  outgoingStream(client: { id: string }): AsyncIterable<{ topic: string; messageId?: number }>
}

let now = 0
let store: SessionStore
let asked: Asked
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  now = 0
  store = createSessionStore(() => now)
  asked = store.persistence as Asked
})
afterEach(() => {
  store.close()
  vi.useRealTimers()
})
const topicsOf = async (id: string) => (await asked.subscriptionsByClient({ id })).map(({ topic }) => topic)
const pass = (ms: number) => {
  now += ms
  vi.advanceTimersByTime(ms)
}

describe('sessions that outlive their connection', () => {
  test('are eight a device; one that begins anew without a session makes room', async () => {
    for (let at = 0; at < KEPT_SESSIONS; at++) expect(store.keep('1/d', `1/d|${at}`)).toBe(true)
    expect(store.hasRoom('1/d', '1/d|new')).toBe(false)
    expect(store.keep('1/d', '1/d|new')).toBe(false)
    expect(store.keep('1/d', '1/d|0')).toBe(true)
    expect(store.keep('1/other', '1/other|new')).toBe(true)
    await asked.cleanSubscriptions({ id: '1/d|3' })
    expect(store.keep('1/d', '1/d|new')).toBe(true)
  })
  test('are forgotten a day after their connection ended, not while it is open', async () => {
    store.keep('1/d', 'open')
    store.keep('1/d', 'gone')
    for (const id of ['open', 'gone']) void asked.addSubscriptions({ id }, [{ topic: 't', qos: 1 }])
    store.away('gone')
    pass(23 * HOUR)
    expect(await topicsOf('gone')).toEqual(['t'])
    pass(2 * HOUR)
    expect(await topicsOf('gone')).toEqual([])
    expect(await topicsOf('open')).toEqual(['t'])
  })
  test('are ten thousand in all: the one that is away the longest goes', async () => {
    for (let at = 0; at < 10_000; at++) store.keep(`1/d${at}`, `s${at}`)
    expect(store.keep('1/new', 'new')).toBe(false)
    now = 5
    store.away('s7')
    now = 3
    store.away('s9')
    expect(store.keep('1/new', 'new')).toBe(true)
    expect(store.keep('1/d9', 's9')).toBe(true)
    expect(store.keep('1/d7', 's7')).toBe(false)
  })
  test('hold a bounded number of filters, and of commands that were not acknowledged', async () => {
    store.keep('1/d', 's')
    await asked.addSubscriptions(
      { id: 's' },
      Array.from({ length: 500 }, (_, at) => ({ topic: `t${at}`, qos: 1 })),
    )
    expect(await topicsOf('s')).toHaveLength(MOST_FILTERS)
    for (let at = 0; at < 100; at++) {
      await asked.outgoingEnqueue({ clientId: 's' }, { brokerId: 'b', brokerCounter: at, topic: `c${at}` })
      await asked.outgoingUpdate({ id: 's' }, { brokerId: 'b', brokerCounter: at, messageId: at + 1 })
    }
    const left: string[] = []
    for await (const { topic } of asked.outgoingStream({ id: 's' })) left.push(topic)
    expect(left).toHaveLength(64)
    expect(left.at(-1)).toBe('c99')
    expect(await asked.outgoingClearMessageId({ id: 's' }, { messageId: 100 })).toMatchObject({ topic: 'c99' })
    expect(await asked.outgoingClearMessageId({ id: 's' }, { messageId: 100 })).toBeUndefined()
  })
  test('of a device that was dropped are gone', async () => {
    store.keep('1/d', 's')
    await asked.addSubscriptions({ id: 's' }, [{ topic: 't', qos: 1 }])
    store.forgetOwner('1/d')
    expect(await topicsOf('s')).toEqual([])
    expect(store.hasRoom('1/d', 'x')).toBe(true)
  })
})

test('a message of QoS 2 that comes again and again while it is being committed waits three times, and is done once', () => {
  const answers: (string | null)[] = []
  const answer = (failure?: Error | null) => void answers.push(failure?.message ?? null)
  let commit: (failure?: Error | null) => void = () => undefined
  let done = 0
  for (let at = 0; at < 5; at++)
    store.once(
      's',
      7,
      (finish) => {
        done++
        commit = finish
      },
      answer,
    )
  expect(answers).toEqual(['delivered again too often', 'delivered again too often'])
  commit()
  expect(answers.slice(2)).toEqual([null, null, null])
  expect(done).toBe(1)
})
