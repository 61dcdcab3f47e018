import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AlarmFace } from '#contract/alarms/alarm'
import { ALARMS_HANDLE } from '#contract/alarms/permission'
import { AlarmTab } from '#src/screens/alarms/list/AlarmTab.tsx'
import { clearToasts } from '#src/ui/toast.ts'
import { show } from '../crud/showing.tsx'
import { alarmOf, alarmServer, AREA_ID, type Asked, pageOf } from './alarmServer.ts'

let rows: AlarmFace[]
let failing: boolean
let asked: Asked[]
const begin = (codes: readonly string[]) =>
  alarmServer(codes, ({ method, path, body }) => {
    if (path === 'alarm' && failing) return Response.json({ failed: true, code: 'error.x', message: 'Closed' }, { status: 422 })
    if (path === 'alarm') return pageOf(rows)
    if (method === 'POST') return (body as { ids?: number[] }).ids?.length ?? 1
    return undefined
  })
const posts = () => asked.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])

beforeEach(() => {
  rows = [alarmOf(1), alarmOf(2, { severity: 'minor', state: 'unknown', quiet: 'gateway', times: 4 }), alarmOf(3)]
  failing = false
  asked = begin([ALARMS_HANDLE])
})
afterEach(() => {
  cleanup()
  clearToasts()
  vi.unstubAllGlobals()
})
const row = (name: RegExp) => screen.findByRole('row', { name })

test('an alarm is said with its severity, its value against the limit, and how it stands', async () => {
  show(<AlarmTab areaId={AREA_ID} />)
  const line = await row(/Frost 2/)
  for (const said of ['Minor', 'Unknown', 'Not acknowledged', 'Not told: its gateway is lost', '4 times'])
    expect(within(line).getAllByText(said).length).toBeGreaterThan(0)
  expect(within(line).getAllByText('1.2 °C, below 2 °C').length).toBeGreaterThan(0)
  expect(asked.find(({ path }) => path === 'alarm')!.query.get('standing')).toBe('open')
})

test('the key A acknowledges the alarm in focus, and the chosen ones where some are chosen', async () => {
  show(<AlarmTab areaId={AREA_ID} />)
  await userEvent.click(within(await row(/Frost 1/)).getAllByRole('gridcell')[1]!)
  // A click on a row opens it: the focus alone is what is meant here.
  expect(await screen.findByText(/Press A to acknowledge/)).toBeTruthy()
  await userEvent.keyboard('a')
  await waitFor(() => expect(posts()).toEqual([['alarm/acknowledge', { ids: [1] }]]))
  expect(await screen.findByText('1 alarm acknowledged')).toBeTruthy()
  for (const name of [/Frost 2/, /Frost 3/]) await userEvent.click(within(await row(name)).getByRole('checkbox'))
  await userEvent.click(within(await row(/Frost 3/)).getAllByRole('gridcell')[1]!)
  await userEvent.keyboard('a')
  await waitFor(() => expect(posts()[1]).toEqual(['alarm/acknowledge', { ids: [2, 3] }]))
})

test('many are acknowledged at once by the bar, in one call', async () => {
  rows = [alarmOf(1), alarmOf(2, { acknowledgedAt: 1, acknowledgedBy: 'Wang' }), alarmOf(3)]
  show(<AlarmTab areaId={AREA_ID} />)
  await row(/Frost 1/)
  await userEvent.click((await screen.findAllByRole('checkbox', { name: /select all/i }))[0]!)
  await userEvent.click(within(screen.getByRole('toolbar', { name: 'Bulk actions' })).getByRole('button', { name: 'Acknowledge' }))
  await waitFor(() => expect(posts()).toEqual([['alarm/acknowledge', { ids: [1, 3] }]]))
})

test('it is shelved for a while, with a word why', async () => {
  rows = [alarmOf(1)]
  show(<AlarmTab areaId={AREA_ID} />)
  await userEvent.click(await within(await row(/Frost 1/)).findByRole('button', { name: 'Shelve' }))
  const window = await screen.findByRole('dialog', { name: 'Shelve “Frost 1”' })
  await userEvent.click(within(window).getByRole('button', { name: '8 h' }))
  await userEvent.type(within(window).getByRole('textbox', { name: 'Comment' }), 'New probe')
  await userEvent.click(within(window).getByRole('button', { name: 'Shelve' }))
  await waitFor(() =>
    expect(posts()).toEqual([
      ['alarm/shelve', { ids: [1], minutes: 480 }],
      ['alarm/1/comment', { text: 'New probe' }],
    ]),
  )
})

test('who may only read is offered no act, and the key does nothing', async () => {
  asked = begin([])
  show(<AlarmTab areaId={AREA_ID} />)
  await userEvent.click(within(await row(/Frost 1/)).getAllByRole('gridcell')[0]!)
  await userEvent.keyboard('a')
  expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
  expect(posts()).toEqual([])
})

test('filters stand in the address; none, and a failure, are said', async () => {
  show(<AlarmTab areaId={AREA_ID} />, {
    at: '/?standing=shelved&severity=major&text=frost&landId=4&startDate=2026-11-20&endDate=2026-11-20&deviceId=x',
  })
  await row(/Frost 1/)
  const { query } = asked.find(({ path }) => path === 'alarm')!
  expect(Object.fromEntries(query)).toMatchObject({ standing: 'shelved', severity: 'major', text: 'frost', landId: '4' })
  expect(Number(query.get('endTime')) - Number(query.get('startTime'))).toBe(86_400_000)
  expect(query.has('deviceId')).toBe(false)
  cleanup()
  rows = []
  show(<AlarmTab areaId={AREA_ID} />)
  expect(await screen.findByText('No open alarms')).toBeTruthy()
  cleanup()
  failing = true
  show(<AlarmTab areaId={AREA_ID} />)
  expect(await screen.findByText('The alarms could not be loaded')).toBeTruthy()
})

test('moments that are none are neither asked for nor said; a day beside the moments of a report narrows them', async () => {
  const last = () => Object.fromEntries(asked.findLast(({ path }) => path === 'alarm')!.query)
  for (const address of ['since=soon&until=-5', 'since=999999999999999&endDate=2900-01-01']) {
    show(<AlarmTab areaId={AREA_ID} />, { at: `/?standing=all&${address}` })
    await row(/Frost 1/)
    expect([last()['startTime'], last()['endTime'], screen.queryByText(/^Raised .* to /)]).toEqual([undefined, undefined, null])
    cleanup()
  }
  const since = new Date('2025-11-20T12:00:00').getTime()
  show(<AlarmTab areaId={AREA_ID} />, { at: `/?standing=all&since=${since}&startDate=2025-11-01&endDate=2025-11-22` })
  await waitFor(() => expect(last()['startTime']).toBe(String(since)))
  expect(last()['endTime']).toBe(String(new Date('2025-11-23T00:00:00').getTime()))
  expect(screen.getByText(/^Raised 2025-11-20 .* to …$/)).toBeTruthy()
})

test('whose an alarm is narrows the list, and the moments of a report are said and taken away', async () => {
  show(<AlarmTab areaId={AREA_ID} />, { at: '/?standing=unacknowledged&ruleId=5&since=1000000&until=1764000000000' })
  await row(/Frost 1/)
  const last = () => Object.fromEntries(asked.findLast(({ path }) => path === 'alarm')!.query)
  expect(last()).toMatchObject({ standing: 'unacknowledged', ruleId: '5', startTime: '1000000', endTime: '1764000000000' })
  const chip = screen.getByText(/^Raised 1970-01-01 .* to 2025-11-2/)
  await userEvent.click(screen.getByRole('combobox', { name: 'Assignee' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Lin' }))
  await waitFor(() => expect(last()).toMatchObject({ assigneeId: '1', startTime: '1000000' }))
  await userEvent.click(within(chip.parentElement!).getByTestId('CancelIcon'))
  await waitFor(() => expect(last()).not.toHaveProperty('startTime'))
  expect(last()).toMatchObject({ assigneeId: '1', standing: 'unacknowledged', ruleId: '5' })
})
