import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CAMERA_MANAGER, CAMERAS_EDIT, CAMERAS_READ } from '#contract/cameras/permission'
import type { Recording } from '#contract/cameras/recording'
import words from '#locales/en-US/cameras' with { type: 'json' }
import crud from '#locales/en-US/crud' with { type: 'json' }
import { Recordings } from '#src/screens/cameras/page/Recordings.tsx'
import { settleDrafts } from '#src/session/drafts.ts'
import { clearToasts } from '#src/ui/toast.ts'
import { alarmServer, type Asked } from '../alarms/alarmServer.ts'
import { show } from '../crud/showing.tsx'

const said = words.recording
const recordingOf = (given: Partial<Recording> = {}): Recording => ({
  recordMode: 2,
  clarity: 1,
  days: 7,
  gigabytes: 20,
  sensitivity: 2,
  recordingNow: false,
  trouble: null,
  bytes: 3_500_000,
  oldestAt: Date.UTC(2026, 10, 20),
  zone: 'Asia/Shanghai',
  objectVersionNumber: 3,
  ...given,
})
let asked: Asked[]
let now: Recording
let saved: unknown
let removed: unknown
const begin = (codes: readonly string[]) => {
  asked = alarmServer(codes, ({ method, path, body }) => {
    if (path !== 'camera/5/recording') return undefined
    const given =
      method === 'PUT' ? (saved ?? { ...now, ...(body as object), objectVersionNumber: 4 }) : method === 'DELETE' ? removed : now
    return given instanceof Response ? given.clone() : given
  })
}
beforeEach(() => {
  now = recordingOf()
  saved = undefined
  removed = 1
  begin([CAMERAS_READ, CAMERAS_EDIT])
})
afterEach(() => {
  cleanup()
  clearToasts()
  vi.unstubAllGlobals()
})
const open = () => show(<Recordings camera={{ id: 5, name: 'Pond' }} />)
const sent = (method: string) => asked.filter((one) => one.method === method).map(({ body }) => body)
const form = async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: said.change }))
  return screen.findByRole('dialog', { name: said.title })
}
const days = () => screen.getByLabelText(said.days)
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

test.each<[string, Partial<Recording>, string]>([
  ['is being recorded', { recordingNow: true }, said.now],
  ['waits for something to move', {}, said.waits],
  ['should be recorded and is not yet', { recordMode: 1 }, said.starts],
  ['is never recorded', { recordMode: 0 }, said.off],
  ['shows nothing', { trouble: 'source' }, said.trouble.source],
  ['finds the disk full', { trouble: 'disk' }, said.trouble.disk],
  ['is one too many', { trouble: 'most' }, said.trouble.most],
  ['is closed', { trouble: 'closed' }, said.trouble.closed],
])('of a camera that %s it says so', async (_, given, told) => {
  now = recordingOf(given)
  open()
  expect(await screen.findByText(told)).toBeTruthy()
  expect(screen.getByText('3.3 MB of 20 GB')).toBeTruthy()
})

test('who may only look sees how it stands, and who manages cameras may set it', async () => {
  begin([CAMERAS_READ])
  open()
  expect(await screen.findByText(said.waits)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  begin([CAMERA_MANAGER])
  expect(await form()).toBeTruthy()
})

test('is set with the version that was read, and the page shows it', async () => {
  const dialog = await form()
  fireEvent.change(days(), { target: { value: '14' } })
  fireEvent.mouseDown(within(dialog).getByLabelText(said.mode))
  await userEvent.click(await screen.findByRole('option', { name: said.modes['1'] }))
  // Of what is always recorded nothing counts as motion.
  expect(within(dialog).queryByLabelText(said.sensitivity)).toBeNull()
  await save()
  expect(await screen.findByText(said.saved)).toBeTruthy()
  expect(sent('PUT')).toEqual([{ recordMode: 1, clarity: 1, days: 14, gigabytes: 20, sensitivity: 2, objectVersionNumber: 3 }])
  expect(await screen.findByText('14 days')).toBeTruthy()
})

test.each(['0', '91', '1.5', '', 'x'])('%j days are refused beside the field, and nothing is sent', async (typed) => {
  await form()
  fireEvent.change(days(), { target: { value: typed } })
  await save()
  expect(days().getAttribute('aria-invalid')).toBe('true')
  expect(sent('PUT')).toEqual([])
})

test('where somebody else changed it meanwhile it says so, and begins anew with what stands now', async () => {
  const dialog = await form()
  fireEvent.change(days(), { target: { value: '14' } })
  saved = Response.json({ failed: true, code: 'error.version.stale', message: 'Somebody changed it' }, { status: 409 })
  await save()
  expect(await within(dialog).findByText('Somebody changed it')).toBeTruthy()
  expect(days()).toHaveProperty('value', '14')
  now = recordingOf({ days: 30, objectVersionNumber: 8 })
  await userEvent.click(within(dialog).getByRole('button', { name: crud.reload }))
  await waitFor(() => expect(days()).toHaveProperty('value', '30'))
  saved = undefined
  await save()
  await waitFor(() => expect(sent('PUT').at(-1)).toMatchObject({ days: 30, objectVersionNumber: 8 }))
})

test('a refusal of the server stands in the form, and what was typed stays after an expired session', async () => {
  const dialog = await form()
  fireEvent.change(days(), { target: { value: '14' } })
  saved = Response.json({ failed: true, code: 'error.camera.mostRecordings', message: 'Eight are recorded already' }, { status: 422 })
  await save()
  expect(await within(dialog).findByText('Eight are recorded already')).toBeTruthy()
  settleDrafts()
  cleanup()
  await form()
  expect(days()).toHaveProperty('value', '14')
})

test('all of it is deleted after a question that says how much goes', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: said.remove }))
  const question = await screen.findByRole('dialog')
  expect(within(question).getByText(/3\.3 MB/)).toBeTruthy()
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(sent('DELETE')).toEqual([])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: said.remove }))
  now = recordingOf({ bytes: 0, oldestAt: null })
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: said.remove }))
  expect(await screen.findByText(said.removed)).toBeTruthy()
  expect(await screen.findByText(said.nothing)).toBeTruthy()
  expect(sent('DELETE')).toHaveLength(1)
  await waitFor(() => expect(screen.queryByRole('button', { name: said.remove })).toBeNull())
})

test('where it cannot be deleted it says so', async () => {
  removed = Response.json({ failed: true, code: 'error.internal', message: 'The disk broke' }, { status: 409 })
  open()
  await userEvent.click(await screen.findByRole('button', { name: said.remove }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: said.remove }))
  expect(await screen.findByText('The disk broke')).toBeTruthy()
})
