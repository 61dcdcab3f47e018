import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CAMERAS_CONTROL, CAMERAS_READ } from '#contract/cameras/permission'
import words from '#locales/en-US/cameras' with { type: 'json' }
import frame from '#locales/en-US/frame' with { type: 'json' }
import { CameraView } from '#src/cameras/CameraView.tsx'
import { keepZone } from '#src/time/moment.ts'
import { clearToasts } from '#src/ui/toast.ts'
import { alarmServer, type Asked } from '../alarms/alarmServer.ts'
import { show } from '../crud/showing.tsx'
import { cameraOf } from './cameraFacts.ts'
import { Socket, sockets } from './socketDouble.ts'

vi.mock('jsmpeg-player', () => import('./jsmpegDouble.ts'))

const ZONE = 'Asia/Shanghai'
/** 10:00 in the clock of the base; the browser's is another. */
const AT = Date.UTC(2026, 10, 24, 2)
const MINUTE = 60_000
let asked: Asked[]
let timeline: unknown
let playback: unknown
const kept = {
  spans: [{ from: AT - 30 * MINUTE, to: AT + MINUTE }],
  motions: [{ from: AT, to: AT + 5000 }],
  days: ['2026-11-24'],
  zone: ZONE,
}
beforeEach(() => {
  keepZone(ZONE)
  sockets.length = 0
  timeline = kept
  playback = null
  asked = alarmServer([CAMERAS_READ, CAMERAS_CONTROL], ({ path, body }) => {
    if (path === 'camera/live')
      return { url: '/s?ticket=sd', hdUrl: '/s?ticket=hd', clarity: 1, accessToken: '', deviceSerial: '', cameraName: '' }
    if (path === 'camera/playback')
      return playback instanceof Response ? playback.clone() : { url: '/s?ticket=kept', at: (body as { at: number }).at }
    if (path === 'camera/5/recording/timeline') return timeline instanceof Response ? timeline.clone() : timeline
    if (path.endsWith('/list')) return Response.json([])
    if (path.endsWith('/data')) return { contentratorId: null, items: [] }
    return undefined
  })
  vi.stubGlobal('WebSocket', Socket)
})
afterEach(() => {
  cleanup()
  clearToasts()
  keepZone(null)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
const figure = () => screen.getByRole('figure', { name: /Eye 5/ })
const reach = (step: string) => waitFor(() => expect(figure().dataset.player).toBe(step))
const press = async (name: string | RegExp) => {
  const button = screen.getByRole('button', { name })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  await userEvent.click(button)
}
const asks = () => asked.filter(({ path }) => path === 'camera/playback').map(({ body }) => body)
const opened = async (count: number) => {
  await waitFor(() => expect(sockets).toHaveLength(count))
  const socket = sockets.at(-1)!
  socket.picture()
  return socket
}
const live = async () => {
  show(<CameraView camera={cameraOf(5)} />)
  await opened(1)
  await reach('playing')
}
const playing = async () => {
  await live()
  await press(words.playback.title)
  const socket = await opened(2)
  await reach('playing')
  return socket
}
const timelineOf = () => screen.findByRole('slider', { name: words.playback.timeline })

test('begins where something moved last, says of when it is in the clock of the base, and is never called live', async () => {
  const socket = await playing()
  expect(asks()).toEqual([{ cameraId: 5, at: AT, speed: 1 }])
  expect(figure().getAttribute('aria-label')).toBe(words.playback.picture.replace('{{name}}', 'Eye 5'))
  expect(screen.getByText('Recording of 2026-11-24 10:00:00')).toBeTruthy()
  expect(sockets[0]!.isOpen).toBe(false)
  socket.word('live', null, AT + 7000)
  expect(await screen.findByText('Recording of 2026-11-24 10:00:07')).toBeTruthy()
  expect((await timelineOf()).getAttribute('aria-valuetext')).toBe('2026-11-24 10:00:07')
})

test('is not turned, and what is turned and its sizes are there again when it is live', async () => {
  await playing()
  expect(screen.queryByRole('group', { name: words.ptz.title })).toBeNull()
  expect(screen.queryByRole('button', { name: words.player.hd })).toBeNull()
  expect(screen.getByText(words.playback.noTurning)).toBeTruthy()
  await press(words.playback.live)
  await opened(3)
  await reach('playing')
  expect(screen.getByRole('group', { name: words.ptz.title })).toBeTruthy()
  expect(screen.getByRole('button', { name: words.player.hd })).toBeTruthy()
  expect(screen.queryByText(/Recording of/)).toBeNull()
})

test('runs faster, is paused and goes on from the moment that is shown', async () => {
  const socket = await playing()
  socket.word('live', null, AT + 7000)
  await press('4x')
  const fast = await opened(3)
  expect(asks().at(-1)).toEqual({ cameraId: 5, at: AT + 7000, speed: 4 })
  expect(await screen.findByText('Recording of 2026-11-24 10:00:07 4x')).toBeTruthy()
  await press(words.playback.pause)
  await reach('paused')
  expect(fast.isOpen).toBe(false)
  expect(screen.getByText('Recording of 2026-11-24 10:00:07, paused 4x')).toBeTruthy()
  await press(words.player.play)
  await opened(4)
  expect(asks().at(-1)).toEqual({ cameraId: 5, at: AT + 7000, speed: 4 })
})

test('is led to another moment on its timeline', async () => {
  await playing()
  fireEvent.keyDown(await timelineOf(), { key: 'ArrowLeft' })
  await waitFor(() => expect(asks().at(-1)).toEqual({ cameraId: 5, at: AT - 10_000, speed: 1 }))
})

test('ends where nothing later is kept, and leads back to the live picture', async () => {
  const socket = await playing()
  socket.word('ended', null, AT + MINUTE)
  await reach('ended')
  expect(screen.getByText(words.playback.ended)).toBeTruthy()
  await press(words.playback.toLive)
  await opened(3)
  await reach('playing')
})

test('of a camera of which nothing is kept says so, of this day and from then on', async () => {
  timeline = { spans: [], motions: [], days: [], zone: ZONE }
  playback = Response.json({ failed: true, code: 'error.camera.nothingKept', message: 'Nothing is kept' }, { status: 404 })
  await live()
  await press(words.playback.title)
  await reach('ended')
  expect(await screen.findByText(words.playback.none)).toBeTruthy()
})

test('begins on the newest day where nothing is of the last one', async () => {
  timeline = { spans: [], motions: [], days: ['2026-11-20', '2026-11-18'], zone: ZONE }
  await playing()
  expect(asks()).toEqual([{ cameraId: 5, at: Date.UTC(2026, 10, 19, 16), speed: 1 }])
})

test('says where what is kept cannot be read, and reads it again', async () => {
  timeline = Response.json({ failed: true, code: 'error.internal', message: 'It broke' }, { status: 500 })
  await playing()
  expect(await screen.findByText(words.playback.failed)).toBeTruthy()
  timeline = kept
  await press(frame.act.retry)
  expect(await timelineOf()).toBeTruthy()
})

test('says that as many watch recordings as can, and does not ask in vain by itself', async () => {
  playback = Response.json({ failed: true, code: 'error.camera.mostPlaybacks', message: 'Eight are watched' }, { status: 503 })
  await live()
  await press(words.playback.title)
  await reach('failed')
  expect(screen.getByText('Eight are watched')).toBeTruthy()
  expect(asks()).toHaveLength(1)
})

test('a screenshot is of the recording and says of when; nothing is taken of the camera now', async () => {
  const toBlob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['x'], { type: 'image/jpeg' })))
  await playing()
  await press(words.playback.pause)
  await reach('paused')
  await press(words.player.screenshot)
  expect(await screen.findByRole('dialog', { name: words.screenshot.title })).toBeTruthy()
  expect(screen.getByLabelText(words.screenshot.description)).toHaveProperty('value', 'Recording of 2026-11-24 10:00:00')
  expect(toBlob).toHaveBeenCalledOnce()
  expect(asked.some(({ path }) => path.includes('capture'))).toBe(false)
})
