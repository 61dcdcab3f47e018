import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CAMERAS_CONTROL, CAMERAS_READ } from '#contract/cameras/permission'
import words from '#locales/en-US/cameras' with { type: 'json' }
import { CameraView } from '#src/cameras/CameraView.tsx'
import { CameraDialog } from '#src/screens/cameras/CameraDialog.tsx'
import { clearToasts } from '#src/ui/toast.ts'
import { alarmServer, type Asked } from '../alarms/alarmServer.ts'
import { show } from '../crud/showing.tsx'
import { cameraOf } from './cameraFacts.ts'
import { Socket, sockets } from './socketDouble.ts'

vi.mock('jsmpeg-player', () => import('./jsmpegDouble.ts'))

let asked: Asked[]
let live: unknown
const ANSWER = {
  url: '/camera/stream?ticket=sd',
  hdUrl: '/camera/stream?ticket=hd',
  clarity: 1,
  accessToken: 'x',
  deviceSerial: 's',
  cameraName: 'n',
}
beforeEach(() => {
  sockets.length = 0
  live = ANSWER
  asked = begin([CAMERAS_READ, CAMERAS_CONTROL])
  vi.stubGlobal('WebSocket', Socket)
})
const begin = (codes: readonly string[]) =>
  alarmServer(codes, ({ path }) => {
    if (path === 'camera/live') return live instanceof Response ? live.clone() : live
    if (path === 'camera/5') return cameraOf(5)
    if (path.endsWith('/list')) return Response.json([])
    if (path.endsWith('/data')) return { contentratorId: null, items: [] }
    return undefined
  })
afterEach(() => {
  cleanup()
  clearToasts()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
const step = () => screen.getByRole('figure', { name: /Eye 5/ }).getAttribute('data-player')
const asks = () => asked.filter(({ path }) => path === 'camera/live').map(({ body }) => body)
const reach = (name: string) => waitFor(() => expect(step()).toBe(name))
const opened = async (count = 1) => {
  await waitFor(() => expect(sockets).toHaveLength(count))
  return sockets.at(-1)!
}
const playing = async () => {
  const shown = show(<CameraView camera={cameraOf(5)} />)
  const socket = await opened()
  socket.picture()
  await reach('playing')
  return { ...shown, socket }
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const see = (state: 'hidden' | 'visible') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  fireEvent(document, new Event('visibilitychange'))
}

test('the small picture is asked for by camera and protocol, and the large one by its own address', async () => {
  const { socket } = await playing()
  expect(asks()).toEqual([{ cameraId: 5, protocol: 1, clarity: 1 }])
  expect(socket.url).toBe('ws://localhost:3000/camera/stream?ticket=sd')
  await press(words.player.hd)
  const large = await opened(2)
  expect([asks().at(-1), large.url, socket.isOpen]).toEqual([
    { cameraId: 5, protocol: 1, clarity: 2 },
    'ws://localhost:3000/camera/stream?ticket=hd',
    false,
  ])
})

test('of a camera that is closed the server’s message is told, and the picture says so', async () => {
  live = Response.json({ failed: true, code: 'wfpe.warn.camera.disable', message: 'This camera is closed' }, { status: 409 })
  show(<CameraView camera={cameraOf(5)} />)
  expect(await screen.findByText('This camera is closed')).toBeTruthy()
  await reach('disabled')
  expect(screen.getByText(words.player.disabled)).toBeTruthy()
})

test('another failure says the server’s message, and is tried again by the person', async () => {
  live = Response.json({ failed: true, code: 'error.camera.noProgram', message: 'This server has no ffmpeg' }, { status: 503 })
  show(<CameraView camera={cameraOf(5)} />)
  expect(await screen.findByText('This server has no ffmpeg')).toBeTruthy()
  live = ANSWER
  await press(words.player.retry)
  await opened()
  await reach('starting')
})

test('without a WebSocket it says why there is no picture, and warns of it (CAMERA-08)', async () => {
  vi.stubGlobal('WebSocket', undefined)
  show(<CameraView camera={cameraOf(5)} />)
  const [inPicture] = await screen.findAllByText(words.player.noSocket)
  expect(inPicture).toBeTruthy()
  const warned = await screen.findByRole('alert')
  expect(warned.textContent).toContain(words.player.noSocket)
  expect(warned.className).toMatch(/warning/i)
})

test('a source that is lost says so with its reason and how old the picture is, greyed, and plays on with the next one', async () => {
  const { socket } = await playing()
  // As the picture stands: nobody takes it for a true one.
  const greyed = () => getComputedStyle(document.querySelector('canvas')!).filter
  expect(greyed()).toBe('none')
  socket.word('lost', 'unreachable')
  await reach('lost')
  expect(greyed()).toBe('grayscale(1)')
  for (const said of [words.player.lost, words.fault.unreachable]) expect(screen.getByText(said)).toBeTruthy()
  expect(screen.getByText(new RegExp(words.player.seen))).toBeTruthy()
  socket.picture()
  await reach('playing')
  expect(greyed()).toBe('none')
})

test('a stream that ends is opened again with another ticket', async () => {
  const { socket } = await playing()
  act(() => void socket.dispatchEvent(new Event('close')))
  await reach('lost')
  const next = await opened(2)
  next.picture()
  await reach('playing')
  expect(asks()).toHaveLength(2)
})

test('whoever closes the camera closes the picture at once', async () => {
  const { socket } = await playing()
  socket.word('closed')
  await reach('disabled')
  expect(socket.isOpen).toBe(false)
})

test('why it is not given yet is said where it is tried again', async () => {
  live = Response.json({ failed: true, code: 'error.camera.mostStreams', message: 'As many as this server can' }, { status: 503 })
  show(<CameraView camera={cameraOf(5)} />)
  expect(await screen.findByText('As many as this server can')).toBeTruthy()
  await reach('lost')
})

test('a recording is one film, however many pictures come meanwhile', async () => {
  const recorders: { state: string }[] = []
  class Recorder extends EventTarget {
    static readonly isTypeSupported = () => true
    state = 'inactive'
    constructor() {
      super()
      recorders.push(this)
    }
    start() {
      this.state = 'recording'
    }
    stop() {
      this.state = 'inactive'
      this.dispatchEvent(new Event('stop'))
    }
  }
  vi.stubGlobal('MediaRecorder', Recorder)
  HTMLCanvasElement.prototype.captureStream = () => ({ getTracks: () => [], addTrack: () => undefined }) as never
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:film')
  const { socket } = await playing()
  await press(words.player.record)
  let now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  for (let nth = 0; nth < 3; nth++) {
    now += 1500
    const age = screen.getByRole('figure', { name: /Eye 5/ }).querySelector('canvas')!
    const before = Number(age.dataset['pictures'])
    socket.picture()
    await waitFor(() => expect(Number(age.dataset['pictures'])).toBeGreaterThan(before))
  }
  expect(recorders.map(({ state }) => state)).toEqual(['recording'])
  expect(saved).not.toHaveBeenCalled()
  await press(words.player.recordStop)
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1))
  expect(recorders.map(({ state }) => state)).toEqual(['inactive'])
})

test('a camera that is closed and opened again while its tab is hidden is not played there, though the person had stopped it', async () => {
  let close: (disabled: 0 | 1) => void = () => undefined
  function Held() {
    const [disabled, set] = useState<0 | 1>(0)
    close = set
    return <CameraView camera={cameraOf(5, { disabled })} />
  }
  show(<Held />)
  const socket = await opened()
  socket.picture()
  await reach('playing')
  await press(words.player.stop)
  see('hidden')
  act(() => close(1))
  await reach('disabled')
  act(() => close(0))
  await reach('closed')
  expect(sockets).toHaveLength(1)
  see('visible')
  await opened(2)
})

test('nothing is read while nobody looks: hidden, stopped, left', async () => {
  const { socket, unmount } = await playing()
  see('hidden')
  await reach('closed')
  expect(socket.isOpen).toBe(false)
  see('visible')
  const second = await opened(2)
  await press(words.player.stop)
  await reach('stopped')
  expect(second.isOpen).toBe(false)
  await userEvent.click(screen.getAllByRole('button', { name: words.player.play })[0]!)
  const third = await opened(3)
  unmount()
  expect(third.isOpen).toBe(false)
})

test('a screenshot is taken only while it plays', async () => {
  show(<CameraView camera={cameraOf(5)} />)
  const socket = await opened()
  await press(words.player.screenshot)
  expect(await screen.findByText(words.screenshot.playFirst)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  socket.picture()
  await reach('playing')
  await press(words.player.screenshot)
  expect(await screen.findByRole('dialog', { name: words.screenshot.title })).toBeTruthy()
})

test('a camera that cannot be turned has no pad', async () => {
  show(<CameraView camera={cameraOf(5, { ptz: 0 })} />)
  expect(await screen.findByText(words.ptz.none)).toBeTruthy()
  expect(screen.queryByRole('group', { name: words.ptz.title })).toBeNull()
})

test('the window of a camera is 1190 wide, with its live picture, a screenshot and the pad', async () => {
  show(<CameraDialog deviceId={5} areaId={3} open onClose={() => undefined} />)
  const window = await screen.findByRole('dialog', { name: 'Eye 5' })
  expect(getComputedStyle(window).width).toBe('1190px')
  await opened()
  expect(step()).toBe('starting')
  expect(screen.getByRole('button', { name: words.player.screenshot })).toBeTruthy()
  expect(screen.getByRole('group', { name: words.ptz.title })).toBeTruthy()
})

test('who may not turn cameras has a pad that cannot be pressed', async () => {
  begin([CAMERAS_READ])
  show(<CameraView camera={cameraOf(5)} />)
  expect(await screen.findByText(words.ptz.mayNot)).toBeTruthy()
  expect(screen.getByRole('button', { name: words.ptz.left })).toHaveProperty('disabled', true)
})
