import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Camera } from '#contract/cameras/camera'
import {
  CAMERA_MANAGER,
  CAMERA_MANAGER_DELETE,
  CAMERA_MANAGER_DELETE_MANY,
  CAMERA_MANAGER_TRANSFER,
  CAMERA_MANAGER_TRANSFER_MANY,
} from '#contract/cameras/permission'
import crud from '#locales/en-US/crud' with { type: 'json' }
import words from '#locales/en-US/cameras' with { type: 'json' }
import CameraManagerPage from '#src/screens/cameras/manager/CameraManagerPage.tsx'
import { clearToasts } from '#src/ui/toast.ts'
import { alarmServer, type Asked } from '../alarms/alarmServer.ts'
import { show } from '../crud/showing.tsx'
import { cameraOf } from './cameraFacts.ts'

let rows: readonly Camera[]
let total: number
let asked: Asked[]
let acted: unknown
beforeEach(() => {
  rows = [cameraOf(1), cameraOf(2), cameraOf(3)]
  total = 3
  acted = 1
  begin([CAMERA_MANAGER, CAMERA_MANAGER_DELETE, CAMERA_MANAGER_DELETE_MANY, CAMERA_MANAGER_TRANSFER, CAMERA_MANAGER_TRANSFER_MANY])
})
const begin = (codes: readonly string[]) => {
  asked = alarmServer(codes, ({ method, path }) => {
    if (path === 'camera/page') return { content: rows, number: 1, size: 20, totalElements: total }
    if (path === 'area/options') return { content: [{ id: 9, title: 'South', enabledFlag: 1 }], number: 1, size: 50, totalElements: 1 }
    if (path === 'land/options') return { content: [{ id: 70, title: 'Pond 7', enabledFlag: 1 }], number: 1, size: 50, totalElements: 1 }
    if (method !== 'GET' && path.startsWith('camera')) return acted instanceof Response ? acted.clone() : Response.json(acted)
    return undefined
  })
}
afterEach(() => {
  cleanup()
  clearToasts()
  vi.unstubAllGlobals()
})
const acts = () => asked.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body])
const lists = () => asked.filter(({ path }) => path === 'camera/page').map(({ query }) => Object.fromEntries(query))
const row = async (name: string) => (await screen.findByText(name)).closest<HTMLElement>('[role=row]')!
const choose = async (...names: string[]) => {
  for (const name of names) await userEvent.click(await within(await row(name)).findByRole('checkbox'))
}
const bulk = async (name: string) =>
  userEvent.click(within(await screen.findByRole('toolbar', { name: crud.bulk.title })).getByRole('button', { name }))
const yes = async () => userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: words.delete.act }))
const removeOne = async (name: string) => {
  await userEvent.click(await within(await row(name)).findByLabelText(words.delete.act))
  await yes()
}

test('filters that are empty or mean all are left out, the others are asked for', async () => {
  show(<CameraManagerPage />, { at: '/?type=2&enter=0' })
  await waitFor(() => expect(lists()).toEqual([{ page: '1', size: '20' }]))
  cleanup()
  show(<CameraManagerPage />, { at: '/?name=pond&serial=SN&type=0&enter=4&base=9&page=2' })
  await waitFor(() =>
    expect(lists().at(-1)).toEqual({
      page: '2',
      size: '20',
      name: 'pond',
      deviceSerial: 'SN',
      cameraType: '0',
      cameraEnter: '4',
      areaId: '9',
    }),
  )
})

test('a row says what the documents name, counted over all pages', async () => {
  rows = [cameraOf(21, { cameraType: 0, cameraEnter: 4, channelNo: 7, areaName: 'South' })]
  total = 21
  show(<CameraManagerPage />, { at: '/?page=3' })
  const said = within(await row('Eye 21'))
  for (const word of ['41', 'Eye 21', 'SN-21', words.type['0'], words.enter['4'], '7', 'Online', 'South'])
    expect(said.getByText(word)).toBeTruthy()
})

test('a deletion asks first, and says what became of it', async () => {
  show(<CameraManagerPage />)
  await removeOne('Eye 2')
  expect(await screen.findByText(words.delete.done)).toBeTruthy()
  expect(acts()).toEqual([['DELETE', 'camera/2', null]])
})

test.each<[string, unknown]>([
  ['another answer', 0],
  ['a failure', Response.json({ failed: true, code: 'error.notFound', message: 'The server said so' }, { status: 404 })],
])('a deletion of one that came to %s says that it failed', async (_, given) => {
  acted = given
  show(<CameraManagerPage />)
  await removeOne('Eye 1')
  expect(await screen.findByText(words.delete.failed)).toBeTruthy()
  expect(screen.queryByText('The server said so')).toBeNull()
})

test('many are deleted together, and a failure says the server’s own words', async () => {
  acted = Response.json({ failed: true, code: 'error.conflict', message: 'The server said so' }, { status: 409 })
  show(<CameraManagerPage />)
  await choose('Eye 1', 'Eye 3')
  await bulk(words.delete.act)
  expect(within(await screen.findByRole('dialog')).getByText('Eye 1, Eye 3')).toBeTruthy()
  await yes()
  expect(await screen.findByText('The server said so')).toBeTruthy()
  expect(acts()).toEqual([['POST', 'camera/batch/del', [{ id: 1 }, { id: 3 }]]])
})

test('where the whole page was deleted, the page before is shown, and never one before the first', async () => {
  rows = [cameraOf(21)]
  total = 21
  const { router } = show(<CameraManagerPage />, { at: '/?page=3' })
  await removeOne('Eye 21')
  await waitFor(() => expect(router.state.location.search).toContain('page=2'))
  cleanup()
  const first = show(<CameraManagerPage />)
  await removeOne('Eye 21')
  await waitFor(() => expect(acts()).toHaveLength(2))
  expect(first.router.state.location.search).not.toContain('page')
})

test('a transfer needs a base and a plot, moves all that were chosen, and says what became of it', async () => {
  show(<CameraManagerPage />)
  await choose('Eye 1', 'Eye 2')
  await bulk(words.transfer.act)
  const window = within(await screen.findByRole('dialog', { name: 'Transfer 2 cameras' }))
  await userEvent.click(window.getByRole('button', { name: words.transfer.act }))
  expect(window.getByText(words.transfer.areaMissing)).toBeTruthy()
  expect(window.getByText(words.transfer.landMissing)).toBeTruthy()
  for (const [field, option] of [
    [words.form.areaId, 'South'],
    [words.form.landId, 'Pond 7'],
  ] as const) {
    await userEvent.click(window.getByLabelText(new RegExp(`^${field}`)))
    await userEvent.click(await screen.findByRole('option', { name: option }))
  }
  acted = 0
  await userEvent.click(window.getByRole('button', { name: words.transfer.act }))
  expect(await screen.findByText(words.transfer.failed)).toBeTruthy()
  acted = 1
  clearToasts()
  await userEvent.click(window.getByRole('button', { name: words.transfer.act }))
  expect(await screen.findByText(words.transfer.done)).toBeTruthy()
  const body = [1, 2].map((id) => ({ id, areaId: 9, landId: 70 }))
  expect(acts()).toEqual([
    ['POST', 'camera/transfer', body],
    ['POST', 'camera/transfer', body],
  ])
})

test('one and many are deleted and moved by codes of their own (PERMISSIONS-18)', async () => {
  begin([CAMERA_MANAGER, CAMERA_MANAGER_TRANSFER_MANY, CAMERA_MANAGER_DELETE])
  show(<CameraManagerPage />)
  const first = within(await row('Eye 1'))
  expect(await first.findByLabelText(words.delete.act)).toBeTruthy()
  expect(first.queryByLabelText(words.transfer.act)).toBeNull()
  await choose('Eye 1')
  const bar = within(await screen.findByRole('toolbar', { name: crud.bulk.title }))
  expect(bar.getByRole('button', { name: words.transfer.act })).toBeTruthy()
  expect(bar.queryByRole('button', { name: words.delete.act })).toBeNull()
})
