import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CAMERAS_READ } from '#contract/cameras/permission'
import words from '#locales/en-US/cameras' with { type: 'json' }
import { ScreenshotDialog } from '#src/cameras/ScreenshotDialog.tsx'
import { clearToasts } from '#src/ui/toast.ts'
import { alarmServer, AREA_ID, type Asked } from '../alarms/alarmServer.ts'
import { show } from '../crud/showing.tsx'

const FILE = '/hfle/v1/7/files/1/content'
let asked: Asked[]
let captured: unknown
let written: unknown
const closed = vi.fn()
beforeEach(() => {
  closed.mockClear()
  captured = { fileUrl: FILE, takenAt: 1 }
  written = { id: 1 }
  asked = alarmServer([CAMERAS_READ], ({ path }) => {
    if (path === 'camera/img/5/capture') return captured instanceof Response ? captured.clone() : captured
    if (path.endsWith('log')) {
      if (written instanceof Error) throw written
      return written
    }
    return undefined
  })
})
afterEach(() => {
  cleanup()
  clearToasts()
  vi.unstubAllGlobals()
})
const sent = () => asked.filter(({ path }) => path.endsWith('log')).map(({ body }) => body)
const open = () => show(<ScreenshotDialog camera={{ id: 5, areaId: AREA_ID, name: 'Eye' }} shot="now" onClose={closed} />)
const save = async () => {
  const button = screen.getByRole('button', { name: 'Save' })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  await userEvent.click(button)
}
const fill = async () => {
  fireEvent.change(screen.getByLabelText(new RegExp(`^${words.screenshot.name}`)), { target: { value: 'Heron' } })
  fireEvent.mouseDown(screen.getByLabelText(new RegExp(`^${words.screenshot.level}`)))
  await userEvent.click(await screen.findByRole('option', { name: words.log.level.error }))
}

test('needs a name and a level, and is written of the camera with its picture', async () => {
  open()
  await save()
  expect(screen.getByText(words.screenshot.nameMissing)).toBeTruthy()
  expect(screen.getByText(words.screenshot.levelMissing)).toBeTruthy()
  expect(sent()).toEqual([])
  const description = screen.getByLabelText(words.screenshot.description)
  expect(description.getAttribute('maxlength')).toBe('180')
  await fill()
  await save()
  expect(await screen.findByText(words.screenshot.saved)).toBeTruthy()
  const facts = { areaId: AREA_ID, deviceId: 5, logType: 'image', logLevel: 'error' }
  expect(sent()).toEqual([{ logTitle: 'Heron', description: '', content: [FILE], ...facts }])
  expect(closed).toHaveBeenCalled()
})

test.each<[string, unknown, string]>([
  ['a failure says its message', Response.json({ failed: true, code: 'error.conflict', message: 'Too many' }, { status: 409 }), 'Too many'],
  [
    'a failure of what has no field here says so, too',
    Response.json(
      { failed: true, code: 'error.camera.logPicture', message: 'No such picture', fields: { content: 'No such picture' } },
      { status: 422 },
    ),
    'No such picture',
  ],
  ['where nobody answers it says that it could not be added', new TypeError('away'), words.screenshot.notWritten],
])('%s, and what was typed stays', async (_, given, told) => {
  written = given
  open()
  await fill()
  await save()
  expect(await screen.findByText(told)).toBeTruthy()
  expect(screen.getByLabelText(new RegExp(`^${words.screenshot.name}`))).toHaveProperty('value', 'Heron')
  expect(closed).not.toHaveBeenCalled()
})

test('where the camera gives no picture nothing can be saved, and it can be asked again', async () => {
  captured = Response.json({ failed: true, code: 'error.camera.noPicture', message: 'The camera gave no picture' }, { status: 409 })
  open()
  expect(await screen.findByText('The camera gave no picture')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  captured = { fileUrl: FILE, takenAt: 1 }
  await userEvent.click(screen.getByRole('button', { name: words.screenshot.again }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false))
})
