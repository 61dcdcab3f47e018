import fc from 'fast-check'
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { GivenLive } from '#src/live/LiveProvider.tsx'
import { LiveNumber } from '#src/live/LiveNumber.tsx'
import { useConnection } from '#src/live/useConnection.ts'
import { useLiveArea } from '#src/live/useLiveArea.ts'
import { usePresence } from '#src/live/usePresence.ts'
import { useReading } from '#src/live/useReading.ts'
import { useSwitchCommand } from '#src/live/useSwitchCommand.ts'
import { useSwitchState } from '#src/live/useSwitchState.ts'
import { useUnread } from '#src/live/useUnread.ts'
import { fakeLive } from '../devices/fakeLive.ts'
import { aLiveFarm } from './aLiveFarm.tsx'

const READINGS = 'live/1/5/readings'
const SWITCHES = 'live/1/5/switches'
const PRESENCE = 'live/1/5/presence'
const SNAPSHOT = '/wfpe/v1/1/device/concentrator/live?areaId=5&topic='
const frame = (seq: number, v: unknown[], c?: unknown[]) => ({ at: 0, seq, start: 1, v, ...(c ? { c } : {}) })

type Reply = { status?: number; body: unknown }
let replies: Record<string, (request: { url: string; body: string }) => Reply>
let requests: string[]
const snapshot = (more: object = {}) => ({ readings: [], switches: [], commands: [], presence: [], ...more })

beforeEach(() => {
  requests = []
  replies = {
    [`${SNAPSHOT}readings`]: () => ({ body: snapshot({ readings: [[7, 100, 20]] }) }),
    [`${SNAPSHOT}switches`]: () => ({ body: snapshot({ switches: [[4, 100, 0]], commands: [[6, 'y', 'sent', 90, 1, null]] }) }),
    [`${SNAPSHOT}presence`]: () => ({ body: snapshot({ presence: [[3, 100, 'online']] }) }),
    '/hmsg/v1/1/messages/user/count': () => ({ body: { announce: 1, notify: 2 } }),
  }
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : String(input), 'http://furrow.test')
    requests.push(url.pathname + url.search)
    const reply = (replies[url.pathname + url.search] ?? replies[url.pathname])?.({
      url: url.pathname + url.search,
      body: typeof init?.body === 'string' ? init.body : '',
    }) ?? {
      status: 404,
      body: { failed: true, code: 'error.notFound', message: '' },
    }
    return Promise.resolve(
      new Response(JSON.stringify(reply.body), { status: reply.status ?? 200, headers: { 'content-type': 'application/json' } }),
    )
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const counted = (path: string) => requests.filter((one) => one === path).length

describe('a reading', () => {
  test('is the snapshot, then what is said, painted with the frame', async () => {
    const farm = aLiveFarm()
    const { result } = renderHook(() => useReading(5, 7), { wrapper: farm.Around })
    expect(result.current).toBeUndefined()
    farm.hear(READINGS, { kind: 'subscribed' })
    await waitFor(() => expect(counted(`${SNAPSHOT}readings`)).toBe(1))
    await waitFor(() => {
      act(farm.paint)
      expect(result.current).toEqual({ value: 20, ts: 100 })
    })
    act(() => farm.say(READINGS, frame(1, [[7, 110, 21.5]])))
    expect(result.current).toEqual({ value: 20, ts: 100 })
    act(farm.paint)
    expect(result.current).toEqual({ value: 21.5, ts: 110 })
  })

  test("renders nothing for another item's change", async () => {
    const farm = aLiveFarm()
    let renders = 0
    renderHook(
      () => {
        renders++
        return useReading(5, 7)
      },
      { wrapper: farm.Around },
    )
    farm.hear(READINGS, { kind: 'subscribed' })
    await waitFor(() => expect(farm.live.area(5).readings.get(7)).toBeDefined())
    act(farm.paint)
    const before = renders
    act(() => farm.say(READINGS, frame(1, [[8, 110, 1]])))
    act(farm.paint)
    expect(renders).toBe(before)
  })

  test('of an item that never reported, or without a base, is nothing', () => {
    const farm = aLiveFarm()
    const { result } = renderHook(() => [useReading(null, 7), useReading(5, null)], { wrapper: farm.Around })
    expect(result.current).toEqual([undefined, undefined])
    expect(farm.opened()).toBe(0)
  })
})

describe('a base', () => {
  test('is the same object for all who look, and a table that nobody looks at costs nothing', async () => {
    const farm = aLiveFarm()
    const { result } = renderHook(() => [useLiveArea(5), useLiveArea(5), useLiveArea(null)] as const, { wrapper: farm.Around })
    expect(result.current[0]).toBe(result.current[1])
    expect(result.current[2]).toBeNull()
    result.current[0]!.presence.status$.subscribe().unsubscribe()
    await waitFor(() => expect(farm.listeners(PRESENCE)).toBe(1))
    expect(farm.listeners(READINGS)).toBe(0)
  })

  test('a change of tab fetches nothing', async () => {
    const farm = aLiveFarm()
    const first = renderHook(() => usePresence(5, 3), { wrapper: farm.Around })
    farm.hear(PRESENCE, { kind: 'subscribed' })
    await waitFor(() => expect(farm.live.area(5).presence.get(3)).toEqual({ presence: 'online', heardAt: 100 }))
    first.unmount()
    const second = renderHook(() => usePresence(5, 3), { wrapper: farm.Around })
    expect(second.result.current).toEqual({ presence: 'online', heardAt: 100 })
    expect(counted(`${SNAPSHOT}presence`)).toBe(1)
    expect(farm.opened()).toBe(1)
  })

  test('a page that opens while a command is on its way knows of it', async () => {
    const farm = aLiveFarm()
    renderHook(() => useSwitchState(5, 6), { wrapper: farm.Around })
    farm.hear(SWITCHES, { kind: 'subscribed' })
    const command = { id: 'y', state: 'sent', at: 90, status: 1, message: null }
    await waitFor(() => expect(farm.live.area(5).switches.get(6)).toEqual({ status: null, ts: 0, command }))
  })

  test('a switch is its state and its newest command', async () => {
    const farm = aLiveFarm()
    const { result } = renderHook(() => useSwitchState(5, 4), { wrapper: farm.Around })
    farm.hear(SWITCHES, { kind: 'subscribed' })
    await waitFor(() => {
      act(farm.paint)
      expect(result.current).toEqual({ status: 0, ts: 100, command: null })
    })
    act(() => farm.say(SWITCHES, frame(1, [[4, 120, 1]], [[4, 'x', 'observed', 120, 1, null]])))
    act(farm.paint)
    expect(result.current).toEqual({ status: 1, ts: 120, command: { id: 'x', state: 'observed', at: 120, status: 1, message: null } })
  })
})

describe('the connection and the badge', () => {
  test('useConnection follows the connection', async () => {
    const farm = aLiveFarm()
    const { result } = renderHook(() => useConnection(), { wrapper: farm.Around })
    expect(result.current).toBe('connecting')
    await waitFor(() => expect(farm.status$.observed).toBe(true))
    act(() => farm.status$.next('online'))
    expect(result.current).toBe('online')
    act(() => farm.status$.next('offline'))
    expect(result.current).toBe('offline')
  })

  test('useUnread is no number before it is known, then the sum of the kinds, then what is said of this tenant', async () => {
    const farm = aLiveFarm()
    const { result } = renderHook(() => useUnread(), { wrapper: farm.Around })
    expect(result.current).toBeNull()
    farm.hear('user/9/unread', { kind: 'subscribed' })
    await waitFor(() => expect(result.current).toBe(3))
    act(() => farm.say('user/9/unread', { at: 1, tenantId: 1, counts: { announce: 0, notify: 1 } }))
    expect(result.current).toBe(1)
    act(() => farm.say('user/9/unread', { at: 1, tenantId: 2, counts: { announce: 5, notify: 5 } }))
    expect(result.current).toBe(1)
  })

  test('without a live layer everything is quiet', () => {
    const { result } = renderHook(() => [useConnection(), useUnread(), useReading(5, 7), useLiveArea(5)])
    expect(result.current).toEqual(['connecting', null, undefined, null])
  })
})

describe('a live number', () => {
  async function shown(element: React.ReactNode) {
    const farm = aLiveFarm()
    let renders = 0
    render(
      <Profiler id="number" onRender={() => renders++}>
        <div data-testid="cell">{element}</div>
      </Profiler>,
      { wrapper: farm.Around },
    )
    farm.hear(READINGS, { kind: 'subscribed' })
    await waitFor(() => expect(farm.live.area(5).readings.get(7)).toBeDefined())
    farm.paint()
    return { farm, cell: screen.getByTestId('cell').firstElementChild as HTMLElement, renders: () => renders }
  }

  test('writes its text without rendering, with at most its digits', async () => {
    const { farm, cell, renders } = await shown(<LiveNumber areaId={5} itemId={7} />)
    expect(cell.textContent).toBe('20')
    const before = renders()
    farm.say(READINGS, frame(1, [[7, 110, 1234.5678]]))
    expect(cell.textContent).toBe('20')
    farm.paint()
    expect(cell.textContent).toBe('1,234.57')
    expect(renders()).toBe(before)
  })

  test('never becomes narrower, so that nothing beside it moves', async () => {
    const { farm, cell } = await shown(<LiveNumber areaId={5} itemId={7} digits={1} />)
    farm.say(READINGS, frame(1, [[7, 110, 1000.2]]))
    farm.paint()
    expect(cell.style.minWidth).toBe('7ch')
    farm.say(READINGS, frame(2, [[7, 120, 3]]))
    farm.paint()
    expect(cell.textContent).toBe('3')
    expect(cell.style.minWidth).toBe('7ch')
  })

  test('a sensor\'s own "no value" is a dash, and before anything is known it shows what it was given', async () => {
    const farm = aLiveFarm()
    render(
      <div data-testid="cell">
        <LiveNumber areaId={5} itemId={7} initial={{ value: 4, ts: 90 }} />
      </div>,
      { wrapper: farm.Around },
    )
    const cell = screen.getByTestId('cell')
    expect(cell.textContent).toBe('4')
    farm.hear(READINGS, { kind: 'subscribed' })
    await waitFor(() => expect(farm.live.area(5).readings.get(7)).toBeDefined())
    farm.say(READINGS, frame(1, [[7, 110, null]]))
    farm.paint()
    expect(cell.textContent).toBe('--')
  })
})

test('a live value that is older than the stored one is not shown under its age, in whatever order they arrive', () => {
  const moment = fc.integer({ min: 1, max: 6 }).map((ts) => ({ ts, value: ts * 10 }))
  const word = fc.oneof(
    moment.map((one) => ({ stored: one })),
    moment.map((one) => ({ heard: one })),
  )
  fc.assert(
    fc.property(moment, fc.array(word, { maxLength: 8 }), (first, words) => {
      const { live, readings } = fakeLive()
      let stored = first
      let newest = first.ts
      const page = () => (
        <GivenLive value={live}>
          <LiveNumber areaId={5} itemId={7} initial={stored} />
        </GivenLive>
      )
      const { container, rerender, unmount } = render(page())
      for (const one of words) {
        if ('heard' in one) readings.put(7, one.heard)
        else rerender(((stored = one.stored), page()))
        newest = Math.max(stored.ts, readings.get(7)?.ts ?? 0)
        expect(container.textContent).toBe(String(newest * 10))
      }
      unmount()
    }),
    { numRuns: 60 },
  )
})

describe('a switch under the hand', () => {
  const control = (state: string) => () => ({ body: { result: 1, commandId: 'c1', state, message: null } })

  test('asks, climbs the ladder by the live topic, and shows only what the device confirmed', async () => {
    const bodies: string[] = []
    replies['/wfpe/v1/1/mqtt/control/switch'] = ({ body }) => {
      bodies.push(body)
      return control('sent')()
    }
    const farm = aLiveFarm()
    const { result } = renderHook(() => useSwitchCommand(5, 4, { eui: 'g1', circuit: 2 }), { wrapper: farm.Around })
    farm.hear(SWITCHES, { kind: 'subscribed' })
    await waitFor(() => {
      act(farm.paint)
      expect(result.current.status).toBe(0)
    })
    act(() => result.current.ask(1))
    expect(result.current).toMatchObject({ step: 'sending', wanted: 1, status: 0, underWay: true })
    act(() => result.current.ask(0))
    await waitFor(() => expect(result.current.step).toBe('sent'))
    expect(bodies.map((body) => JSON.parse(body) as unknown)).toEqual([{ switchId: 4, sw: 1, eui: 'g1', circuit: 2 }])
    act(() => farm.say(SWITCHES, frame(1, [], [[4, 'c1', 'acknowledged', 110, 1, null]])))
    act(farm.paint)
    expect(result.current).toMatchObject({ step: 'acknowledged', status: 0 })
    act(() => farm.say(SWITCHES, frame(2, [[4, 120, 1]], [[4, 'c1', 'observed', 120, 1, null]])))
    act(farm.paint)
    expect(result.current).toMatchObject({ step: 'confirmed', status: 1, underWay: false })
    act(() => result.current.dismiss())
    expect(result.current.step).toBe('idle')
  })

  test('a pump is asked by its own call, and a refusal says why', async () => {
    const refusal = () => ({ status: 403, body: { failed: true, code: 'error.permission.denied', message: 'No permissions!' } })
    replies['/wfpe/v2/1/aerator/open/4'] = refusal
    const farm = aLiveFarm()
    const { result } = renderHook(() => useSwitchCommand(5, 4, 'pump'), { wrapper: farm.Around })
    act(() => result.current.ask(1))
    await waitFor(() => expect(result.current.step).toBe('refused'))
    expect(result.current).toMatchObject({ code: 'error.permission.denied', message: 'No permissions!' })
  })

  test('takes up a command that is under way in the list', () => {
    const farm = aLiveFarm()
    const known = { status: 0, ts: 100, command: { id: 'c9', state: 'sent' as const, stateAt: 110, status: 1, message: null } }
    const { result } = renderHook(() => useSwitchCommand(5, 4, { eui: 'g1', circuit: 2 }, known), { wrapper: farm.Around })
    expect(result.current).toMatchObject({ step: 'sent', wanted: 1, status: 0, underWay: true })
  })
})
