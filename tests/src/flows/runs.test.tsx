import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FLOWS_RUN } from '#contract/flows/permission'
import type { FlowRun, Trace } from '#contract/flows/run'
import RunPage from '#src/screens/flows/run/RunPage.tsx'
import { RunTab } from '#src/screens/flows/runs/RunTab.tsx'
import { clearToasts } from '#src/ui/toast.ts'
import { alarmServer, AREA_ID, type Asked, pageOf } from '../alarms/alarmServer.ts'
import { show } from '../crud/showing.tsx'
import { AT, definition, flowOf, markers, runOf, traceOf } from './flowFacts.ts'

let runs: FlowRun[]
let asked: Asked[]
let kept: FlowRun & { definition: unknown; traces: Trace[] }
const begin = (codes: readonly string[]) =>
  alarmServer(codes, ({ method, path }) => {
    if (path === 'intelligent/run') return pageOf(runs)
    if (path === 'intelligent/flow') return pageOf([flowOf(1)])
    if (path === 'device/gateway/markers') return pageOf(markers)
    if (path === 'intelligent/run/5' && method === 'GET') return kept
    if (path === 'intelligent/run/5/stop') {
      kept = { ...kept, state: 'failed', reason: 'stopped', endedAt: AT + 9000 }
      return kept
    }
    return undefined
  })
beforeEach(() => {
  asked = begin([FLOWS_RUN])
})
afterEach(() => {
  cleanup()
  clearToasts()
  vi.unstubAllGlobals()
})
const open = () =>
  show(
    <Routes>
      <Route path="/run/:id" element={<RunPage />} />
    </Routes>,
    { at: '/run/5' },
  )
const old = {
  deviceId: 3,
  deviceName: 'Plot 3',
  verdict: 'unknown' as const,
  ordinal: null,
  seen: [{ verdict: 'unknown' as const, itemId: 1, value: 20, at: AT - 2_400_000, than: null }],
}
const command = {
  id: 'c',
  switchId: 11,
  switchName: 'Pump 1',
  deviceId: 2,
  deviceName: 'Gateway A',
  status: 1,
  runSeconds: 600,
  heldSeconds: null,
  state: null,
  message: null,
}

test('runs say how they ended, what started them, how long they took, and why they did not run', async () => {
  runs = [
    runOf(5),
    runOf(6, { flowName: 'Fill', state: 'skipped', reason: 'conditionUnknown', checks: [old], startedAt: null, times: 3, lastAt: AT }),
    runOf(7, { flowName: 'Old', version: 1, state: 'skipped', reason: 'conditionUnknown', checks: [old], startedAt: null }),
  ]
  const { router } = show(<RunTab areaId={AREA_ID} />, { at: '/?state=skipped&flowId=1' })
  const first = within(await screen.findByRole('row', { name: /Irrigate 1/ }))
  for (const said of ['Success', '1:05']) expect(first.getByText(said)).toBeTruthy()
  expect(first.getAllByText(/^By the clock, due at/).length).toBeGreaterThan(0)
  await waitFor(() =>
    expect(
      within(screen.getByRole('row', { name: /Fill/ })).getAllByText(/Not run\. Soil moisture of Plot 3 was 40 min old · 3 times in a row/),
    ).not.toEqual([]),
  )
  // What another version asked is not guessed from this one.
  expect(within(screen.getByRole('row', { name: /Old/ })).getAllByText('Not run. A reading of Plot 3 was 40 min old')).not.toEqual([])
  expect(Object.fromEntries(asked.find(({ path }) => path === 'intelligent/run')!.query)).toMatchObject({ state: 'skipped', flowId: '1' })
  await userEvent.click(first.getAllByRole('gridcell')[0]!)
  await waitFor(() => expect(router.state.location.pathname).toBe('/web/equipment/intelligentControl/run/5'))
})

test('a run that goes on shows its steps, what they wait for, and is ended by its button', async () => {
  kept = {
    ...runOf(5, { state: 'running', endedAt: null, startedAt: AT }),
    definition,
    traces: [
      traceOf(0, 'began'),
      traceOf(1, 'checked', { verdict: 'yes', checks: [{ ...old, verdict: 'yes', seen: [{ ...old.seen[0]!, verdict: 'yes' }] }] }),
      traceOf(2, 'asked', { path: [0], command: { ...command, heldSeconds: 180 } }),
      traceOf(3, 'told', { path: [0], command: { ...command, state: 'observed' } }),
      traceOf(4, 'waits', { path: [1], until: Date.now() + 7_199_000 }),
    ],
  }
  open()
  const steps = within(await screen.findByRole('region', { name: 'Step by step' }))
  expect(await steps.findByText('Sent to “Pump 1” of Gateway A: On for 10 min')).toBeTruthy()
  expect(steps.getByRole('note').textContent).toBe('The device itself ends it after 3 min, sooner than asked')
  expect(steps.getByText('“Pump 1” of Gateway A answered: On')).toBeTruthy()
  expect(steps.getByText(/^Step 1 · Set “Pump 1” of Gateway A to “On” for 10 min/)).toBeTruthy()
  expect(steps.getByText('Step 2 · Wait 10 min')).toBeTruthy()
  expect(steps.getByText('Asked: True')).toBeTruthy()
  expect(steps.getByText(/^1:59:[0-5]\d left$/)).toBeTruthy()
  const [, row] = within(steps.getByRole('region', { name: /^Asked/ })).getAllByRole('row')
  for (const said of ['Plot 3: Soil moisture below 30 %', 'Soil moisture 20 %', '40 min']) expect(within(row!).getByText(said)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Flow' }).getAttribute('href')).toBe('/web/equipment/intelligentControl/flow/1')
  await userEvent.click(await screen.findByRole('button', { name: 'End the run' }))
  const question = await screen.findByRole('dialog', { name: 'End the run of “Irrigate 1”?' })
  await userEvent.click(within(question).getByRole('button', { name: 'End the run' }))
  expect(await screen.findByText('Failed. Somebody ended it')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'End the run' })).toBeNull())
  expect(asked.filter(({ method }) => method === 'PUT').map(({ path }) => path)).toEqual(['intelligent/run/5/stop'])
})

test('a run that failed says which device did not do what it was told, in its own words', async () => {
  const failed = { ...command, state: 'refused', message: 'Motor too hot' }
  kept = {
    ...runOf(5, { state: 'failed', reason: 'commandFailed', cause: { kind: 'hand', by: 'Lin' } }),
    definition,
    traces: [
      traceOf(0, 'began'),
      traceOf(1, 'told', { path: [0], command: failed }),
      traceOf(2, 'safe'),
      traceOf(3, 'ended', { reason: 'commandFailed' }),
    ],
  }
  open()
  expect((await screen.findAllByRole('alert')).map(({ textContent }) => textContent)).toContain(
    'Failed. Pump 1 of Gateway A: Refused (Motor too hot)',
  )
  const steps = within(screen.getByRole('region', { name: 'Step by step' }))
  for (const said of ['Motor too hot', 'What it turned is made safe', 'A device did not do what it was told'])
    expect(steps.getByText(said)).toBeTruthy()
  expect(screen.getByText('By hand: Lin')).toBeTruthy()
})

test('what was passed over says what it saw, how old it was, and what started it; its device is one click away', async () => {
  const trigger = {
    kind: 'watch',
    logic: {
      scope: { types: null, deviceIds: [3], landIds: null },
      when: definition.only!.of[0]!.when,
      holdSeconds: 0,
      clear: null,
      clearSeconds: 0,
      noData: 'keep',
      during: null,
    },
  }
  kept = {
    ...runOf(5, {
      state: 'skipped',
      reason: 'conditionUnknown',
      startedAt: null,
      checks: [old],
      cause: {
        kind: 'watch',
        because: 'condition',
        trigger: 0,
        deviceId: 3,
        deviceName: 'Plot 3',
        ordinal: null,
        raisedAt: AT,
        since: AT,
        seen: [{ verdict: 'yes', itemId: 1, value: 12, at: AT - 60_000, than: null }],
      },
    }),
    definition: { ...definition, triggers: [trigger] },
    traces: [],
  }
  open()
  expect((await screen.findAllByRole('alert'))[0]!.textContent).toBe('Not run. Soil moisture of Plot 3 was 40 min old')
  expect(screen.getByText('Plot 3: Soil moisture 12 %')).toBeTruthy()
  expect(screen.getByText('It did not begin, so nothing was turned.')).toBeTruthy()
  const asks = within(screen.getByRole('region', { name: 'What was asked at the start' }))
  for (const said of ['Soil moisture 20 % (too old)', 'Not known']) expect(asks.getByText(said)).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Device' })).toBeTruthy()
})

test('an alarm and another run that started it are linked; a flow of old that cannot be read is said', async () => {
  kept = {
    ...runOf(5, { cause: { kind: 'alarm', trigger: 0, alarmId: 77, name: 'Frost', deviceName: 'Plot 3' } }),
    definition: { of: 'another time' },
    traces: [traceOf(0, 'branch', { path: [0], count: 1 }), traceOf(1, 'round', { path: [1], count: 2 })],
  }
  open()
  expect((await screen.findByRole('link', { name: 'Alarm' })).getAttribute('href')).toBe('/web/equipment/warning-manage/info/77')
  for (const said of ['The flow of that time can no longer be shown.', 'Took this way: Otherwise', 'Round 2', 'Step 1'])
    expect(screen.getByText(said)).toBeTruthy()
  cleanup()
  kept = { ...kept, cause: { kind: 'flow', trigger: 0, runId: 4, name: 'Fill' } }
  open()
  expect((await screen.findByRole('link', { name: 'The run before' })).getAttribute('href')).toBe('/web/equipment/intelligentControl/run/4')
})

test('who may not run flows is offered no end of a run', async () => {
  asked = begin([])
  kept = { ...runOf(5, { state: 'waiting', startedAt: null, endedAt: null }), definition, traces: [] }
  open()
  expect(await screen.findByText('It has not begun yet.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'End the run' })).toBeNull()
})
