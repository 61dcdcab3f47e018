import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Alarm } from '#contract/alarms/alarm'
import { ALARM_STAFF_READ, ALARMS_HANDLE } from '#contract/alarms/permission'
import InfoPage from '#src/screens/alarms/info/InfoPage.tsx'
import { clearToasts } from '#src/ui/toast.ts'
import { show } from '../crud/showing.tsx'
import { alarmOf, alarmServer, type Asked, pageOf } from './alarmServer.ts'

const RAISED = Date.UTC(2026, 10, 22, 4)
const alarm: Alarm = {
  ...alarmOf(1, { ruleName: 'Frost', raisedAt: RAISED, itemId: null }),
  clock: null,
  advice: 'Cover the beds',
  reason: {
    when: {
      kind: 'all',
      of: [
        { kind: 'compare', code: 'temperature', is: 'below', limit: 2, margin: 0, than: null },
        { kind: 'compare', code: 'humidity', is: 'above', limit: 80, margin: 0, than: null },
      ],
    },
    holdSeconds: 300,
    since: RAISED - 300_000,
    seen: [
      { verdict: 'yes', itemId: 1, value: 1.2, at: RAISED - 20_000, than: null },
      { verdict: 'unknown', itemId: 2, value: 91, at: RAISED - 7_200_000, than: null },
    ],
    version: 4,
  },
  cleared: null,
  events: [
    { id: 1, at: RAISED, what: 'raised', by: null, text: null, until: null },
    { id: 2, at: RAISED + 1000, what: 'commented', by: 'Wang', text: 'On my way', until: null },
  ],
}
let kept: Alarm
let asked: Asked[]
beforeEach(() => {
  kept = alarm
  asked = alarmServer([ALARMS_HANDLE], ({ method, path, body }) => {
    if (path === 'alarm/people') return [{ id: 8, name: 'Wang' }]
    if (path === 'alarm/acknowledge') {
      kept = { ...kept, acknowledgedAt: RAISED + 5000, acknowledgedBy: 'Lin' }
      return 1
    }
    if (path === 'alarm/1/assign') return (kept = { ...kept, assigneeId: (body as { userId: number }).userId, assigneeName: 'Wang' })
    if (path === 'alarm/1/comment') return kept
    if (path === 'alarm/1' && method === 'GET') return kept
    return undefined
  })
})
afterEach(() => {
  cleanup()
  clearToasts()
  vi.unstubAllGlobals()
})
const open = () =>
  show(
    <Routes>
      <Route path="/info/:id" element={<InfoPage />} />
    </Routes>,
    { at: '/info/1' },
  )

test('it says what raised the alarm: each part, what was seen, how old that was then, and what it came to', async () => {
  open()
  const table = await screen.findByRole('region', { name: 'Condition' })
  expect(screen.getByText('(Air temperature below 2 °C and Air humidity above 80 %) for 5 min')).toBeTruthy()
  const [, cold, wet] = within(table).getAllByRole('row')
  for (const said of ['Air temperature 1.2 °C', '20 s', 'True']) expect(within(cold!).getByText(said)).toBeTruthy()
  for (const said of ['Air humidity 91 % (too old)', '2 h', 'Not known']) expect(within(wet!).getByText(said)).toBeTruthy()
  for (const said of [/Cover the beds/, 'On my way', 'Commented · Wang', '1.2 °C, below 2 °C']) expect(screen.getByText(said)).toBeTruthy()
})

test('of no data it says what is not known, and not what to do about what is not said; a wrong clock is said beside it', async () => {
  kept = { ...alarm, cause: 'noData', value: null, limit: null, direction: 'none', clock: { offset: -20 * 60_000, since: 1 } }
  open()
  expect(await screen.findByRole('heading', { name: 'No data: Air temperature' })).toBeTruthy()
  expect(screen.getByText(/Nothing is known of what the rule “Frost” reads/)).toBeTruthy()
  expect(screen.queryByText(/Cover the beds/)).toBeNull()
  expect(screen.getByText('Clock 20 minutes behind')).toBeTruthy()
})

test('it is acknowledged, given to somebody and commented', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Acknowledge' }))
  expect(await screen.findByText('Acknowledged by Lin')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Assignee' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Wang' }))
  await screen.findByText('Assignee changed')
  await userEvent.type(screen.getByRole('textbox', { name: 'Comment' }), 'Covered')
  await userEvent.click(screen.getByRole('button', { name: 'Add comment' }))
  await screen.findByText('Comment added')
  expect((screen.getByRole('textbox', { name: 'Comment' }) as HTMLInputElement).value).toBe('')
  await waitFor(() =>
    expect(asked.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])).toEqual([
      ['alarm/acknowledge', { ids: [1] }],
      ['alarm/1/assign', { userId: 8 }],
      ['alarm/1/comment', { text: 'Covered' }],
    ]),
  )
})

test('each try to tell people of it outside of the console is shown with why it failed, to who may see staff', async () => {
  const tried = {
    nth: 1,
    staffId: 4,
    staffName: 'Chen',
    kind: 'webhook',
    address: 'https://hooks.example/…',
    alarms: 1,
    alarmId: 1,
    step: 1,
  }
  const codes = [ALARMS_HANDLE, ALARM_STAFF_READ]
  asked = alarmServer(codes, ({ path }) => {
    if (path === 'alarm/staff/attempts') return pageOf([{ ...tried, id: 1, at: RAISED, state: 'failed', why: 'declined', code: 503 }])
    if (path === 'alarm/people') return []
    return path === 'alarm/1' ? kept : undefined
  })
  open()
  expect(await screen.findByText('Sent outside')).toBeTruthy()
  expect(screen.getByText(/^Chen: /)).toBeTruthy()
  expect(screen.getByText(/503/)).toBeTruthy()
  expect(asked.find(({ path }) => path === 'alarm/staff/attempts')!.query.get('alarmId')).toBe('1')
  cleanup()
  asked = alarmServer([ALARMS_HANDLE], ({ path }) => (path === 'alarm/people' ? [] : path === 'alarm/1' ? kept : undefined))
  open()
  await screen.findByText('On my way')
  expect(screen.queryByText('Sent outside')).toBeNull()
  expect(asked.some(({ path }) => path === 'alarm/staff/attempts')).toBe(false)
})
