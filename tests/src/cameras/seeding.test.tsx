import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CapturePlanBody } from '#contract/cameras/capture'
import { CAMERAS_EDIT, CAMERAS_READ, SEEDING } from '#contract/cameras/permission'
import words from '#locales/en-US/cameras' with { type: 'json' }
import { PlanForm } from '#src/screens/cameras/captures/PlanForm.tsx'
import { framesOf } from '#src/screens/cameras/seeding/frames.ts'
import SeedingPage from '#src/screens/cameras/seeding/SeedingPage.tsx'
import { clearToasts } from '#src/ui/toast.ts'
import { alarmServer } from '../alarms/alarmServer.ts'
import { show } from '../crud/showing.tsx'

const DAY = 86_400_000
const FIRST = Date.UTC(2026, 3, 1, 1)
const series = {
  planId: 7,
  name: 'Bed 1',
  crop: 'Lettuce',
  cameraId: 1,
  cameraName: 'Eye 1',
  landName: null,
  enabledFlag: 1,
  firstAt: FIRST,
  newestAt: FIRST + 4 * DAY,
  nextAt: null,
  pictures: 4,
  missed: 1,
  newestUrl: null,
}
const moments = [0, 1, 2, 3, 4].map((nth) => ({
  id: nth + 1,
  dueAt: FIRST + nth * DAY,
  state: nth === 2 ? ('missed' as const) : ('taken' as const),
  takenAt: nth === 2 ? null : FIRST + nth * DAY,
  fileUrl: nth === 2 ? null : `/hfle/v1/1/files/${nth}/content`,
  why: nth === 2 ? ('closed' as const) : null,
}))
let all: (typeof series)[]
let sent: CapturePlanBody[]
let asked: ReturnType<typeof alarmServer>
beforeEach(() => {
  all = [series]
  sent = []
  asked = alarmServer([CAMERAS_READ, CAMERAS_EDIT, SEEDING], ({ method, path, body }) => {
    if (path.endsWith('camera/seedling-situation')) return all
    if (path.endsWith('camera/img/seedling')) return { series, zone: 'Asia/Shanghai', total: moments.length, pictures: moments }
    if (method === 'POST' && path.endsWith('camera/timing')) {
      sent.push(body as CapturePlanBody)
      return { ...(body as object), id: 9, nextAt: null, pictures: 0, newestAt: null, objectVersionNumber: 1 }
    }
    return undefined
  })
})
afterEach(() => {
  cleanup()
  clearToasts()
  vi.unstubAllGlobals()
})

test('a gap stands before the picture that follows it', () => {
  expect(framesOf(moments).map(({ id, missing, why }) => [id, missing, why])).toEqual([
    [1, 0, null],
    [2, 0, null],
    [4, 1, 'closed'],
    [5, 0, null],
  ])
})

test('a series is a card that opens it, and a base without one says how to begin', async () => {
  const { router } = show(<SeedingPage />)
  const card = await screen.findByRole('link', { name: /Bed 1/ })
  expect(card.textContent).toContain('5 days')
  await userEvent.click(card)
  await waitFor(() => expect(router.state.location.search).toBe('?series=7'))
  cleanup()
  all = []
  show(<SeedingPage />)
  expect(await screen.findByText(words.seeding.noneText)).toBeTruthy()
})

test('a time-lapse begins at the newest picture, steps by keys, plays to its end and compares', async () => {
  show(<SeedingPage />, { at: '/?series=7&start=2026-04-01' })
  const lapse = await screen.findByRole('group', { name: words.seeding.lapse })
  expect(asked.find(({ path }) => path.endsWith('img/seedling'))!.query.get('startDate')).toBe('2026-04-01')
  const status = () =>
    screen
      .getAllByRole('status')
      .map(({ textContent }) => textContent)
      .join(' ')
  expect(status()).toContain('Picture 4 of 4')
  fireEvent.keyDown(lapse, { key: 'ArrowLeft' })
  expect(status()).toContain('Picture 3 of 4')
  expect(status()).toContain('1 picture is missing before this one')
  fireEvent.keyDown(lapse, { key: 'ArrowRight' })
  await userEvent.click(screen.getByRole('button', { name: '10' }))
  fireEvent.keyDown(lapse, { key: ' ' })
  await waitFor(() => expect(status()).toContain('Picture 2 of 4'))
  await waitFor(() => expect(status()).toContain('Picture 4 of 4'), { timeout: 3000 })
  await waitFor(() => expect(screen.getByRole('button', { name: words.seeding.play })).toBeTruthy())
  await userEvent.click(screen.getByRole('button', { name: words.seeding.compare }))
  expect(status()).toContain(words.seeding.earlier)
  expect(within(lapse).getAllByRole('img').length).toBe(2)
})

test('a plan is refused beside what is wrong with it, and sent as it is written', async () => {
  show(<PlanForm cameraId={1} plan={null} onClose={() => undefined} />)
  const times = await screen.findByLabelText(words.capture.times)
  await userEvent.clear(times)
  await userEvent.type(times, '8:00, 25:00')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(words.capture.timesWrong)).toBeTruthy()
  expect(sent).toEqual([])
  await userEvent.type(screen.getByLabelText(new RegExp(`^${words.capture.name}`)), 'Bed 1')
  await userEvent.clear(times)
  await userEvent.type(times, '8:00, 16:30')
  await userEvent.click(screen.getByLabelText(words.capture.seedling))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ name: 'Bed 1', times: [480, 990], everyMinutes: null, seedling: 1, enabledFlag: 1, keepDays: 365 })
})
