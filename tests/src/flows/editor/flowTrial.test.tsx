import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FLOWS_EDIT, FLOWS_RUN } from '#contract/flows/permission'
import type { FlowTrial } from '#contract/flows/trial'
import flows from '#locales/en-US/flows' with { type: 'json' }
import { clearToasts } from '#src/ui/toast.ts'
import { AREA_ID, type Asked } from '../../alarms/alarmServer.ts'
import { definition, flow } from './aFlow.ts'
import { sentOf, serve, served, showFlow } from './flowServer.tsx'

const HOUR = 3_600_000
const run = { at: 60 * HOUR, cause: 'time', name: null, reason: null, ran: true, endedAt: 61 * HOUR, checks: [], commands: [] }
const trial: FlowTrial = {
  id: 77,
  areaId: AREA_ID,
  flowId: 5,
  state: 'done',
  done: 2,
  total: 2,
  from: 0,
  to: 100 * HOUR,
  knownSince: 50 * HOUR,
  otherwiseFrom: 60 * HOUR,
  wanted: {
    ran: 1,
    notRun: 1,
    runs: [
      { ...run, cause: 'time', commands: [{ at: 60 * HOUR, switchId: 21, status: 1, runSeconds: 600 }] },
      { ...run, at: 84 * HOUR, endedAt: null, cause: 'watch', name: 'Station', reason: 'conditionNo', ran: false },
    ],
    use: [{ switchId: 21, switchName: 'Valve 1', deviceName: 'Gateway', starts: 1, ms: 600_000 }],
  },
  inForce: null,
  happened: { ran: 0, notRun: 0, runs: [], use: [] },
  createdAt: 0,
}
let asked: Asked[]
beforeEach(() => {
  Object.assign(served, { kept: flow, refusal: null })
  asked = serve([FLOWS_EDIT, FLOWS_RUN], ({ method, path }) =>
    path.startsWith('intelligent/trial') ? (method === 'POST' ? { ...trial, state: 'waiting', done: 0 } : trial) : undefined,
  )
})
afterEach(() => {
  cleanup()
  clearToasts()
  vi.unstubAllGlobals()
})
const sent = (method: string) => sentOf(asked, method)
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

test('an older version is looked at and taken up again', async () => {
  showFlow(5)
  await userEvent.click(await screen.findByRole('button', { name: 'Versions' }))
  await userEvent.click(await screen.findByText('Version 1: Old water'))
  const drawer = screen.getByRole('dialog')
  expect(within(drawer).getAllByText('Wait for 42 s').length).toBeGreaterThan(0)
  await userEvent.click(within(drawer).getByRole('button', { name: 'Take this version up again' }))
  await save()
  await waitFor(() => expect(sent('PUT')).toHaveLength(1))
  expect(sent('PUT')[0]!.body).toMatchObject({ name: 'Water', definition: { steps: [{ kind: 'wait', seconds: 42 }] } })
})

test('a dry run says how far it is and is ended; one that is refused says why', async () => {
  let state = 'running'
  asked = serve([FLOWS_EDIT], ({ method, path }) => {
    if (!path.startsWith('intelligent/trial')) return undefined
    if (method === 'PUT') state = 'cancelled'
    return { ...trial, state, done: 3, total: 9 }
  })
  showFlow(5)
  await userEvent.click(await screen.findByRole('button', { name: 'Try on the last 30 days' }))
  expect(await screen.findByText('3 of 9 done')).toBeTruthy()
  await userEvent.click(within(screen.getByRole('region', { name: 'Try it on the past' })).getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText(/was cancelled at 3 of 9/)).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'As shown here (1 run, 1 not)' })).toBeTruthy()
  cleanup()
  const failure = { failed: true, code: 'error.flow.trialRuns', message: 'Another dry run of yours goes on' }
  asked = serve([FLOWS_EDIT], ({ path }) => (path.startsWith('intelligent/trial') ? Response.json(failure, { status: 409 }) : undefined))
  showFlow(5)
  await userEvent.click(await screen.findByRole('button', { name: 'Try on the last 30 days' }))
  expect(await screen.findByText('Another dry run of yours goes on')).toBeTruthy()
})

test('it is tried on the past: what would have run, what not and why, and what it would have used', async () => {
  showFlow(5)
  await userEvent.click(await screen.findByRole('button', { name: 'Try on the last 30 days' }))
  expect(await screen.findByText(/real readings would have been otherwise/)).toBeTruthy()
  expect(asked.find(({ path, method }) => path === 'intelligent/trial' && method === 'POST')!.body).toMatchObject({ flowId: 5, definition })
  expect(screen.getAllByText('As shown here (1 run, 1 not)').length).toBeGreaterThan(0)
  const table = screen.getByRole('region', { name: 'As shown here' })
  expect(within(table).getByText('A device: Station')).toBeTruthy()
  await waitFor(() => expect(within(table).getByText('Valve 1: Open, 10 min')).toBeTruthy())
  const use = screen.getByRole('region', { name: 'Use of each circuit' })
  expect(within(use).getByText('10 min')).toBeTruthy()
})

test('the dry run stays when the flow is enabled, and says of which version it is', async () => {
  showFlow(5)
  await userEvent.click(await screen.findByRole('button', { name: 'Try on the last 30 days' }))
  await screen.findByText(/real readings would have been otherwise/)
  expect(screen.getByText(`This dry run is of version ${flow.version}`)).toBeTruthy()
  await userEvent.click(screen.getByRole('switch', { name: 'Enabled' }))
  await screen.findByText(/real readings would have been otherwise/)
  await waitFor(() => expect(sent('PUT')).toHaveLength(1))
  expect(await screen.findByText(`This dry run is of version ${flow.version}`)).toBeTruthy()
  expect(screen.getByText(/real readings would have been otherwise/)).toBeTruthy()
})

test('what a change would do stands beside the version that is saved and what really ran, each with its own count, runs and use', async () => {
  const command = (at: number) => ({ at, switchId: 21, status: 1, runSeconds: 600 })
  const of = (hours: readonly number[], more: Partial<FlowTrial['happened']['runs'][number]> = {}): FlowTrial['happened'] => ({
    ran: hours.length,
    notRun: 0,
    runs: hours.map(
      (hour) => ({ ...run, at: hour * HOUR, endedAt: (hour + 1) * HOUR, commands: [command(hour * HOUR)], ...more }) as never,
    ),
    use: [{ switchId: 21, switchName: 'Valve 1', deviceName: 'Gateway', starts: hours.length, ms: hours.length * 600_000 }],
  })
  const compared: FlowTrial = {
    ...trial,
    otherwiseFrom: null,
    inForce: of([60, 70]),
    happened: of([60, 70, 80], { cause: 'hand', name: 'Lin' }),
  }
  asked = serve([FLOWS_EDIT], ({ method, path }) =>
    path.startsWith('intelligent/trial') ? (method === 'POST' ? { ...compared, state: 'waiting', done: 0 } : compared) : undefined,
  )
  showFlow(5)
  await userEvent.click(await screen.findByRole('button', { name: /^Try on the last 30 days/ }))
  const lane = flows.editor.trial.lane
  const tab = (name: string, ran: number, not: number) => screen.findByRole('tab', { name: `${name} (${ran} run, ${not} not)` })
  await tab(lane.wanted, 1, 1)
  const rows = (name: string) => within(screen.getByRole('region', { name })).getAllByRole('row').slice(1)
  expect(rows(lane.wanted)).toHaveLength(2)
  await userEvent.click(await tab(lane.inForce, 2, 0))
  expect(rows(lane.inForce)).toHaveLength(2)
  expect(rows(lane.inForce)[0]!.textContent).toContain(flows.editor.trial.ran)
  await userEvent.click(await tab(lane.happened, 3, 0))
  expect(rows(lane.happened)).toHaveLength(3)
  for (const row of rows(lane.happened)) {
    expect(row.textContent).toContain(flows.editor.trial.didRun)
    expect(row.textContent).toContain('Lin')
  }
})
