import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Camera } from '#contract/cameras/camera'
import { CAMERAS_CREATE, CAMERAS_EDIT, CAMERAS_READ } from '#contract/cameras/permission'
import words from '#locales/en-US/cameras' with { type: 'json' }
import CamerasPage from '#src/screens/cameras/CamerasPage.tsx'
import { clearToasts } from '#src/ui/toast.ts'
import { alarmServer, AREA_ID, type Asked } from '../alarms/alarmServer.ts'
import { show } from '../crud/showing.tsx'
import { cameraOf } from './cameraFacts.ts'

let rows: readonly Camera[]
let asked: Asked[]
const begin = (codes: readonly string[]) =>
  alarmServer(codes, ({ method, path, body }) => {
    if (path === 'camera/page') return { content: rows, number: 1, size: 20, totalElements: rows.length }
    if (method === 'POST' && path.endsWith('/disable'))
      return cameraOf(1, { disabled: Number((body as { status?: number } | null)?.status ?? 1) })
    return undefined
  })
beforeEach(() => {
  rows = [cameraOf(1), cameraOf(2, { disabled: 1 }), cameraOf(3, { presence: 'offline', fault: 'unreachable' })]
  asked = begin([CAMERAS_READ])
})
afterEach(() => {
  cleanup()
  clearToasts()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const lists = () => asked.filter(({ path }) => path === 'camera/page').map(({ query }) => Object.fromEntries(query))

test('the cameras of the base are asked for after half a second, twenty a page', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: false })
  show(<CamerasPage />)
  await act(() => vi.advanceTimersByTimeAsync(400))
  expect(lists()).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(lists()).toEqual([{ page: '1', size: '20', areaId: String(AREA_ID) }])
})

test('a card says how its camera stands and why it shows nothing, and leads to its page', async () => {
  const { router } = show(<CamerasPage />)
  expect(await screen.findByText(words.state.closed)).toBeTruthy()
  expect(screen.getByText(words.fault.unreachable)).toBeTruthy()
  expect(screen.queryByRole('button', { name: words.add })).toBeNull()
  expect(screen.queryByRole('button', { name: new RegExp(words.edit) })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Eye 3' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/web/equipment/camera/info/3'))
})

test('a card says that there is no picture yet where there is none, and not of one that cannot be loaded', async () => {
  URL.createObjectURL = () => 'blob:picture'
  rows = [cameraOf(1, { fileUrl: null, pictureAt: null }), cameraOf(2, { fileUrl: '/hfle/v1/1/files/lost/content', pictureAt: 1 })]
  show(<CamerasPage />)
  fireEvent.error((await screen.findAllByRole('img', { name: /Eye 2/ })).at(-1)!)
  expect(await screen.findByText(words.pictureFailed)).toBeTruthy()
  expect(screen.getAllByText(words.noPicture)).toHaveLength(1)
})

test.each(['online', 'offline', 'closed'])('those that are %s are asked for by the address', async (state) => {
  show(<CamerasPage />, { at: `/?state=${state}` })
  await waitFor(() => expect(lists()).toEqual([{ page: '1', size: '20', areaId: String(AREA_ID), state }]))
})

test('a state that an address says wrongly is none', async () => {
  show(<CamerasPage />, { at: '/?state=lost' })
  await waitFor(() => expect(lists()).toEqual([{ page: '1', size: '20', areaId: String(AREA_ID) }]))
})

test('a base without cameras says so and offers to add one, to who may', async () => {
  rows = []
  asked = begin([CAMERAS_READ, CAMERAS_CREATE])
  show(<CamerasPage />)
  expect(await screen.findByText(words.none)).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: words.add }))
  expect(await screen.findByRole('dialog', { name: words.add })).toBeTruthy()
})

test('closing a camera asks first, opening it does not', async () => {
  asked = begin([CAMERAS_READ, CAMERAS_EDIT])
  show(<CamerasPage />)
  await userEvent.click(await screen.findByRole('button', { name: `${words.disable.act}: Eye 1` }))
  await userEvent.click(await screen.findByRole('button', { name: words.disable.act }))
  expect(await screen.findByText(words.disable.done)).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: `${words.disable.actOn}: Eye 2` }))
  expect(await screen.findByText(words.disable.doneOn)).toBeTruthy()
  expect(asked.filter(({ path }) => path.endsWith('/disable')).map(({ path }) => path)).toEqual(['camera/1/disable', 'camera/2/disable'])
})
