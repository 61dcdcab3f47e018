import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PANORAMA_DELETE, PANORAMA_EDIT, PANORAMA_READ, VR_EDIT, VR_READ } from '#contract/panoramas/permission'
import errors from '#locales/en-US/errors' with { type: 'json' }
import media from '#locales/en-US/media' with { type: 'json' }
import PanoramaPage from '#src/screens/panoramas/images/PanoramaPage.tsx'
import VrVideoPage from '#src/screens/panoramas/tours/VrVideoPage.tsx'
import { clearToasts } from '#src/ui/toast.ts'
import { alarmServer, type Asked, pageOf } from '../alarms/alarmServer.ts'
import { show } from '../crud/showing.tsx'
import { aJpeg, FakeUpload, signInForUploads } from '../files/fakeUploads.ts'
import { panoramaOf, tourOf, words } from './panoramaServer.ts'

const MB = 1024 * 1024
let asked: Asked[]
let panoramas: unknown
let tours: unknown
const begin = (codes: readonly string[]) => {
  asked = alarmServer(codes, ({ method, path, body }) => {
    if (path === 'panorama') return method === 'GET' ? panoramas : panoramaOf(9, body as object)
    if (path === 'panorama-vr') return method === 'GET' ? tours : tourOf(9)
    return undefined
  })
}
beforeEach(() => {
  panoramas = pageOf([panoramaOf(1), panoramaOf(2, { state: 'making', progress: 40 }), panoramaOf(3, { state: 'failed', why: 'Too odd' })])
  tours = pageOf([tourOf(1), tourOf(2, { enabledFlag: 0, scenes: 0 })])
  begin([PANORAMA_READ, PANORAMA_EDIT, PANORAMA_DELETE, VR_READ, VR_EDIT])
  signInForUploads()
})
afterEach(() => {
  cleanup()
  clearToasts()
  vi.unstubAllGlobals()
})
const refused = () => Response.json({ failed: true, code: 'error.unavailable', message: 'Not now' }, { status: 503 })

test.each([
  ['panoramas', PanoramaPage, words.panorama.listFailed, words.panorama.none, 'Gate 1'],
  ['tours', VrVideoPage, words.vr.listFailed, words.vr.none, 'Round 1'],
])('a list of %s says that it could not be read, and is read again; an empty one says what to do', async (_, Page, failed, none, row) => {
  const [all, others] = [panoramas, tours]
  panoramas = refused()
  tours = refused()
  show(<Page />)
  expect(await screen.findByText(failed, {}, { timeout: 10_000 })).toBeTruthy()
  panoramas = all
  tours = others
  fireEvent.click(screen.getByRole('button', { name: /try again/i }))
  expect(await screen.findByText(row)).toBeTruthy()
  cleanup()
  panoramas = pageOf([])
  tours = pageOf([])
  show(<Page />)
  expect(await screen.findByText(none)).toBeTruthy()
})

test('how far a panorama is, and why it failed, stands in its row', async () => {
  show(<PanoramaPage />)
  expect(await screen.findByText(words.panorama.making.replace('{{progress}}', '40'))).toBeTruthy()
  expect(screen.getByText(words.panorama.failed.replace('{{why}}', 'Too odd'))).toBeTruthy()
})

test('who may only look is offered nothing else', async () => {
  begin([PANORAMA_READ, VR_READ])
  show(<PanoramaPage />)
  await screen.findByText('Gate 1')
  await waitFor(() => expect(screen.queryByTestId('pick')).toBeNull())
  expect(screen.queryByRole('button', { name: words.panorama.rename })).toBeNull()
  cleanup()
  show(<VrVideoPage />)
  await screen.findByText('Round 1')
  expect(screen.queryByRole('button', { name: words.vr.add })).toBeNull()
})

const pick = async (...files: File[]) => {
  const input = await screen.findByTestId('pick')
  await act(async () => void fireEvent.change(input, { target: { files } }))
}
const alerts = () => screen.getAllByRole('alert').map(({ textContent }) => textContent)

test('what is too small, too large or no picture is refused before a byte of it is sent', async () => {
  show(<PanoramaPage />)
  const large = aJpeg('large.jpg')
  Object.defineProperty(large, 'size', { value: 4096 * MB })
  await pick(aJpeg('small.jpg', MB), large, new File(['%PDF-1.7'], 'paper.jpg', { type: 'image/jpeg' }))
  await waitFor(() => expect(alerts()).toHaveLength(3))
  expect(alerts()).toEqual([
    errors.error.file.panoramaTooSmall.replace('{{min}}', '7'),
    errors.error.file.panoramaTooBig.replace('{{max}}', '50'),
    errors.error.file.notImage,
  ])
  expect(FakeUpload.all).toHaveLength(0)
})

test('an upload counts what has left, and is registered under the name of its file', async () => {
  show(<PanoramaPage />)
  await pick(aJpeg('East gate.v2.jpg', 8 * MB))
  await waitFor(() => expect(FakeUpload.all).toHaveLength(1))
  const [upload] = FakeUpload.all
  act(() => upload!.progress(2 * MB, 8 * MB))
  expect((await screen.findByRole('progressbar', { name: /East gate/ })).getAttribute('aria-valuenow')).toBe('25')
  const { panoramaImages, panoramaPreview, panoramaThumb } = panoramaOf(1)
  act(() => upload!.answer(200, { panoramaImages, panoramaPreview, panoramaThumb }))
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({ panoramaName: 'East gate.v2', panoramaImages }),
  )
  expect(await screen.findByText(words.panorama.uploaded.replace('{{name}}', 'East gate.v2'))).toBeTruthy()
})

test('a picture that is not twice as wide as high is refused in the server’s words; an upload is given up', async () => {
  show(<PanoramaPage />)
  await pick(aJpeg('square.jpg', 8 * MB), aJpeg('other.jpg', 8 * MB))
  await waitFor(() => expect(FakeUpload.all).toHaveLength(1))
  act(() => FakeUpload.all[0]!.answer(422, { failed: true, code: 'error.panorama.notTwoToOne', message: 'Twice as wide as high, please' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Twice as wide as high, please')
  await waitFor(() => expect(FakeUpload.all).toHaveLength(2))
  fireEvent.click(screen.getByRole('button', { name: media.cancel.replace('{{name}}', 'other.jpg') }))
  await waitFor(() => expect(FakeUpload.all[1]!.aborted).toBe(true))
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([])
})

test('a panorama that scenes show is not deleted, and says which hold it', async () => {
  panoramas = pageOf([panoramaOf(1, { scenes: 2 })])
  show(<PanoramaPage />)
  await screen.findByText('Gate 1')
  await userEvent.click(await screen.findByRole('button', { name: /delete/i }))
  expect(await screen.findByText(words.panorama.used.replace('{{name}}', 'Gate 1').replace('{{count}}', '2'))).toBeTruthy()
  expect(asked.filter(({ method }) => method === 'DELETE')).toEqual([])
})

test('a tour without cover, name or base is not made; each is said beside its input', async () => {
  tours = pageOf([])
  show(<VrVideoPage />)
  await userEvent.click((await screen.findAllByRole('button', { name: words.vr.add }))[0]!)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(words.fault.cover)).toBeTruthy()
  expect(screen.getByText(words.fault.name)).toBeTruthy()
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([])
})
