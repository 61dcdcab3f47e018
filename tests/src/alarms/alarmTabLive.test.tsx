import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { alarmCalls } from '#contract/alarms/alarm'
import { ALARMS_HANDLE, ALARMS_READ } from '#contract/alarms/permission'
import { queryKeyOf } from '#src/api/useCall.ts'
import { AlarmTab } from '#src/screens/alarms/list/AlarmTab.tsx'
import { clearToasts } from '#src/ui/toast.ts'
import { queryClient, show } from '../crud/showing.tsx'
import { fakeLive } from '../devices/fakeLive.ts'
import { alarmOf, alarmServer, AREA_ID, type Asked, pageOf } from './alarmServer.ts'

const farm = () => {
  const live = fakeLive()
  const put = (...faces: ReturnType<typeof alarmOf>[]) =>
    faces.forEach((face) => live.alarmTable.put(face.id, { at: face.acknowledgedAt ?? 1, face }))
  return { ...live, put, end: (id: number) => live.alarmTable.put(id, { at: 9, face: null }) }
}
let asked: Asked[]
beforeEach(() => {
  asked = alarmServer([ALARMS_READ, ALARMS_HANDLE], ({ method, path, body }) => {
    if (path === 'alarm') return pageOf([alarmOf(8, { ruleName: 'Stored' })])
    if (method === 'POST') return (body as { ids: number[] }).ids.length
    return undefined
  })
})
afterEach(() => {
  cleanup()
  clearToasts()
  vi.unstubAllGlobals()
})
const row = (name: RegExp) => screen.findByRole('row', { name })
const reads = () => asked.filter(({ path, method }) => path === 'alarm' && method === 'GET').length
const posts = () => asked.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])

test('the list shows, counts and lets go what the live alarms say, and asks the server for nothing', async () => {
  const { live, put, end } = farm()
  show(<AlarmTab areaId={AREA_ID} />, { live })
  expect(await screen.findByText('No open alarms')).toBeTruthy()
  const before = reads()
  put(alarmOf(1), alarmOf(2))
  await row(/Frost 1/)
  expect(await screen.findByText('2 in total')).toBeTruthy()
  end(1)
  await waitFor(() => expect(screen.queryByRole('row', { name: /Frost 1/ })).toBeNull())
  await row(/Frost 2/)
  // A notice of a change reads nothing anew that is known already.
  await queryClient.invalidateQueries({ queryKey: queryKeyOf(alarmCalls.page) })
  expect(reads()).toBe(before)
  await row(/Frost 2/)
})

test('live rows are chosen, and acknowledged by the bar and by the key', async () => {
  const { live, put } = farm()
  show(<AlarmTab areaId={AREA_ID} />, { live })
  await screen.findByText('No open alarms')
  put(alarmOf(1), alarmOf(2), alarmOf(3))
  for (const name of [/Frost 2/, /Frost 3/]) await userEvent.click(within(await row(name)).getByRole('checkbox'))
  // What is chosen stays chosen when another row comes and when one of them changes.
  put(alarmOf(3, { acknowledgedAt: 5, acknowledgedBy: 'Wang' }), alarmOf(4, { raisedAt: alarmOf(1).raisedAt + 1 }))
  await row(/Frost 4/)
  expect(screen.getByText('2 selected')).toBeTruthy()
  await userEvent.click(within(screen.getByRole('toolbar', { name: 'Bulk actions' })).getByRole('button', { name: 'Acknowledge' }))
  await waitFor(() => expect(posts()).toEqual([['alarm/acknowledge', { ids: [2] }]]))
  await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }))
  await userEvent.click(within(await row(/Frost 1/)).getAllByRole('gridcell')[1]!)
  await userEvent.keyboard('a')
  await waitFor(() => expect(posts()[1]).toEqual(['alarm/acknowledge', { ids: [1] }]))
})

test("what stood stays when the live way is lost, and the server's answer takes its place; other filters ask the server", async () => {
  const { live, put, alarmTable } = farm()
  show(<AlarmTab areaId={AREA_ID} />, { live })
  await screen.findByText('No open alarms')
  put(alarmOf(1))
  await row(/Frost 1/)
  alarmTable.status$.next('offline')
  await row(/Stored/)
  expect(screen.queryByRole('row', { name: /Frost 1/ })).toBeNull()
  alarmTable.status$.next('fresh')
  await row(/Frost 1/)
  const before = reads()
  await userEvent.click(screen.getByRole('button', { name: 'Active' }))
  await row(/Stored/)
  expect(reads()).toBe(before + 1)
})

test('an alarm that is not over has the present value beside the one that raised it, with its age', async () => {
  const { live, put, readings } = farm()
  show(<AlarmTab areaId={AREA_ID} />, { live })
  await screen.findByText('No open alarms')
  const seenAt = Date.now() - 60_000
  const raised = { itemId: 91, code: 'temperature', unit: '°C', value: 1.5, seenAt }
  put(
    alarmOf(1, raised),
    alarmOf(2, { ...raised, itemId: 92, clearedAt: Date.now() }),
    alarmOf(3, { ...raised, itemId: null }),
    alarmOf(4, { ...raised, itemId: 94 }),
  )
  await row(/Frost 1/)
  const present = () => [...document.querySelectorAll('[data-present-value]')].map(({ textContent }) => textContent)
  expect(present()).toEqual([])
  // The one that raised it is no newer one: of the fourth nothing else comes, and it would be drawn with the first's.
  for (const itemId of [91, 92, 94]) readings.put(itemId, { value: 1.5, ts: seenAt })
  for (const itemId of [91, 92]) readings.put(itemId, { value: 4.25, ts: seenAt + 30_000 })
  await waitFor(() => expect(present()[0]).toMatch(/^Latest 4\.3 °C · \d+ s ago$/))
  for (const cell of document.querySelectorAll('[data-present-value]')) expect(cell.closest('[role=row]')!.textContent).toContain('Frost 1')
})
