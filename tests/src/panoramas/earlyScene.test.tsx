import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Route, Routes } from 'react-router-dom'
import { beginEarly, takeEarly } from '#src/screens/panoramas/preview/earlyScene.ts'
import TourPage from '#src/screens/panoramas/preview/TourPage.tsx'
import { alarmServer } from '../alarms/alarmServer.ts'
import { show } from '../crud/showing.tsx'
import { sceneOf, words } from './panoramaServer.ts'

interface Made {
  readonly box: HTMLElement
  readonly show: ReturnType<typeof vi.fn>
  readonly destroy: ReturnType<typeof vi.fn>
}
const made: Made[] = []
let reads: () => Promise<void>
let cannot = false
/** jsdom has no WebGL: what a stage does is counted. */
vi.mock('#src/screens/panoramas/viewer/stage.ts', () => ({
  openStage: (box: HTMLElement) => {
    if (cannot) throw new Error('no WebGL')
    const one = {
      box,
      show: vi.fn(() => reads()),
      destroy: vi.fn(),
      place: () => undefined,
      ahead: () => undefined,
      followsPhone: () => Promise.resolve(false),
      onFollow: () => () => undefined,
    }
    made.push(one)
    return one
  },
}))
vi.mock('#src/screens/panoramas/viewer/hasWebGl.ts', () => ({ hasWebGl: () => true }))

const VIEW = JSON.stringify({ hlookat: 40, vlookat: 5, fov: 70 })
const tour = { vrName: 'Round', vrCover: '', description: '', scenes: [sceneOf(1, { visualJson: VIEW }), sceneOf(2)] }
let answer: () => Response
const page = (at = '/tour/a-key') =>
  show(
    <Routes>
      <Route path="/tour/:key" element={<TourPage />} />
    </Routes>,
    { at },
  )
beforeEach(() => {
  made.length = 0
  cannot = false
  reads = () => Promise.resolve()
  answer = () => Response.json(tour)
  alarmServer([], ({ path }) => (path.includes('tour') ? answer() : undefined))
})
afterEach(() => {
  cleanup()
  takeEarly(-1, document.body)
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

test('the first scene of a tour is shown over the window before its page, which takes it over as it is', async () => {
  await beginEarly('a-key', '')
  expect(made).toHaveLength(1)
  const [{ box, show: shows, destroy }] = made as [Made]
  expect(box.parentElement).toBe(document.body)
  expect(shows.mock.calls).toEqual([
    [expect.objectContaining({ scenesId: 1 }), expect.objectContaining({ hlookat: 40, fov: 70 }), expect.anything()],
  ])
  page()
  const place = await screen.findByTestId('panorama')
  await waitFor(() => expect(box.parentElement).toBe(place))
  expect(box.style.position).toBe('absolute')
  // Nothing was made or read a second time.
  expect([made.length, shows.mock.calls.length]).toEqual([1, 1])
  cleanup()
  expect([destroy.mock.calls.length, box.isConnected]).toEqual([1, false])
})

test('a browser without WebGL is left nothing over its window', async () => {
  cannot = true
  await beginEarly('a-key', '')
  expect([made.length, document.body.children.length]).toEqual([0, 0])
})

test('the scene and the look of an address are what it begins with', async () => {
  await beginEarly('a-key', '?scene=2&yaw=30&pitch=-5&fov=60')
  expect(made[0]!.show.mock.calls[0]).toMatchObject([{ scenesId: 2 }, {}, { hlookat: 30, vlookat: 5, fov: 60 }])
  page('/tour/a-key?scene=2&yaw=30&pitch=-5&fov=60')
  await waitFor(async () => expect(made[0]!.box.parentElement).toBe(await screen.findByTestId('panorama')))
  expect(made).toHaveLength(1)
})

test('one that comes later than its page lies over nothing: the page shows it itself', async () => {
  let come: (answer: Response) => void = () => undefined
  const late = new Promise<Response>((on) => (come = on))
  const asked = globalThis.fetch
  // The early question is answered last.
  vi.stubGlobal('fetch', (...given: Parameters<typeof fetch>) => (given.length === 1 ? late : asked(...given)))
  const begun = beginEarly('a-key', '')
  expect(made[0]!.box.style.visibility).toBe('hidden')
  page()
  await waitFor(() => expect(made).toHaveLength(2))
  expect([made[0]!.box.isConnected, made[0]!.destroy.mock.calls.length]).toEqual([false, 1])
  come(Response.json(tour))
  await begun
  expect([made[0]!.show.mock.calls.length, made[1]!.show.mock.calls.length]).toEqual([0, 1])
  expect(made[1]!.box).toBe(screen.getByTestId('panorama'))
})

test('one that is still being read is taken over by its page, and ends there', async () => {
  let seen: () => void = () => undefined
  reads = () => new Promise<void>((on) => (seen = on))
  const begun = beginEarly('a-key', '')
  await waitFor(() => expect(made[0]!.show).toHaveBeenCalled())
  expect(made[0]!.box.style.visibility).toBe('hidden')
  page()
  await waitFor(async () => expect(made[0]!.box.parentElement).toBe(await screen.findByTestId('panorama')))
  expect(made[0]!.box.style.visibility).toBe('')
  seen()
  await begun
  expect([made.length, made[0]!.show.mock.calls.length]).toEqual([1, 1])
})

test('one that cannot be read is said where it stands, and tried again', async () => {
  reads = () => Promise.reject(new Error('no tile'))
  await beginEarly('a-key', '')
  page()
  expect(await screen.findByText(words.viewer.lost)).toBeTruthy()
  reads = () => Promise.resolve()
  await userEvent.click(screen.getByRole('button', { name: /again|Retry/i }))
  await waitFor(() => expect(screen.queryByText(words.viewer.lost)).toBeNull())
  expect(made[0]!.show).toHaveBeenCalledTimes(2)
})

test.each([
  ['is gone', () => new Response('{}', { status: 404 })],
  ['is being made', () => Response.json({ ...tour, scenes: [sceneOf(1, { state: 'making' })] })],
  ['has no scene', () => Response.json({ ...tour, scenes: [] })],
])('of a tour that %s nothing is left over the window', async (_, said) => {
  answer = said
  await beginEarly('a-key', '')
  expect(document.body.children).toHaveLength(0)
  expect(made[0]!.destroy).toHaveBeenCalledTimes(1)
})

test('a tour that is gone by the time of its page takes the early picture with it', async () => {
  await beginEarly('a-key', '')
  answer = () => Response.json({ failed: true, code: 'error.notFound', message: 'Gone' }, { status: 404 })
  page()
  expect(await screen.findByText(words.tour.gone)).toBeTruthy()
  expect([made[0]!.box.isConnected, made[0]!.destroy.mock.calls.length]).toEqual([false, 1])
})
