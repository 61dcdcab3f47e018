import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ALARMS_READ } from '#contract/alarms/permission'
import type { Trigger } from '#contract/flows/definition'
import type { Flow } from '#contract/flows/flow'
import { FLOWS_EDIT, FLOWS_RUN } from '#contract/flows/permission'
import FlowsPage from '#src/screens/flows/FlowsPage.tsx'
import { FlowTab } from '#src/screens/flows/list/FlowTab.tsx'
import { clearToasts } from '#src/ui/toast.ts'
import { alarmServer, AREA_ID, type Asked, pageOf } from '../alarms/alarmServer.ts'
import { show } from '../crud/showing.tsx'
import { AT, definition, flowOf, markers, outcomeOf, runOf } from './flowFacts.ts'

let rows: Flow[]
let asked: Asked[]
let answers: Record<string, unknown>
const refused = (code: string, message: string) => Response.json({ failed: true, code, message }, { status: 409 })
const begin = (codes: readonly string[]) =>
  alarmServer(codes, ({ method, path }) => {
    const answer = answers[`${method} ${path}`]
    if (answer !== undefined) return answer instanceof Response ? answer.clone() : answer
    if (path === 'intelligent/flow' && method === 'GET') return pageOf(rows)
    if (path === 'intelligent/group/options') return pageOf([{ id: 4, title: 'Water', enabledFlag: 1 }])
    return undefined
  })
const acts = () => asked.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body])

beforeEach(() => {
  rows = [flowOf(1)]
  answers = {}
  asked = begin([FLOWS_EDIT, FLOWS_RUN])
})
afterEach(() => {
  cleanup()
  clearToasts()
  vi.unstubAllGlobals()
})
const open = (at = '/') => show(<FlowTab areaId={AREA_ID} />, { at })
const switchOf = async (name: string) => {
  const box = await screen.findByRole<HTMLInputElement>('switch', { name: `Enabled: ${name}` })
  await waitFor(() => expect(box.disabled).toBe(false))
  return box
}
const button = async (name: string) => within(await screen.findByRole('row', { name: /Irrigate 1/ })).findByRole('button', { name })
/** Says yes to what is asked. */
const agree = async (question: string, yes: string) =>
  userEvent.click(within(await screen.findByRole('dialog', { name: question })).getByRole('button', { name: yes }))

test('a flow is said with its state, what starts it, and why it did not run last', async () => {
  rows = [
    flowOf(1, { unknown: 1, watched: 3, open: [{ what: 'target', path: 'steps.0.target' }] }),
    flowOf(2, { notRun: outcomeOf(9, { state: 'skipped', reason: 'emergencyStop' }) }),
    flowOf(3, { state: 'failed', groupName: null, lastRun: outcomeOf(8) }),
  ]
  open()
  const first = within(await screen.findByRole('row', { name: /Irrigate 1/ }))
  for (const said of ['At 05:30 every day', '1 of 3 watched devices cannot be judged', 'Has not run yet', 'Enabled', '1 place to fill in'])
    expect(first.getAllByText(said).length).toBeGreaterThan(0)
  const second = within(screen.getByRole('row', { name: /Irrigate 2/ }))
  expect(second.getAllByText('Not run. The emergency stop of the base was on').length).toBeGreaterThan(0)
  expect(second.getAllByRole('link')[0]!.getAttribute('href')).toBe('/web/equipment/intelligentControl/run/9')
  const third = within(screen.getByRole('row', { name: /Irrigate 3/ }))
  for (const said of ['Failed', 'Success']) expect(third.getAllByText(said).length).toBeGreaterThan(0)
})

test('a newer start that did not run stands beside the run whose state the flow has, with what was seen and how old it was', async () => {
  const late = { verdict: 'unknown' as const, itemId: 5, value: 22, at: AT + 7_200_000 - 40 * 60_000, than: null }
  const checks = [{ deviceId: 3, deviceName: 'Plot 3', verdict: 'unknown' as const, ordinal: null, seen: [late] }]
  const notRun = outcomeOf(9, { state: 'skipped', reason: 'conditionUnknown', checks, times: 2, lastAt: AT + 7_200_000 })
  rows = [
    flowOf(1, { state: 'success', lastRun: outcomeOf(8), notRun }),
    // What another version asked for nobody can say.
    flowOf(2, { lastRun: outcomeOf(8), notRun: { ...notRun, version: 6 } }),
  ]
  open()
  const first = within(await screen.findByRole('row', { name: /Irrigate 1/ }))
  const last = first.getAllByRole('gridcell').find((cell) => cell.dataset['field'] === 'last')!.textContent
  expect(last).toMatch(/^Success/)
  expect(last).toMatch(/Not run\. Soil moisture of Plot 3 was 40 min old · 2 times in a row/)
  expect(first.getAllByRole('link').map((link) => link.getAttribute('href'))).toContain('/web/equipment/intelligentControl/run/9')
  expect(screen.getByRole('row', { name: /Irrigate 2/ }).textContent).toContain('A reading of Plot 3 was 40 min old')
})

test('disabling a flow that runs asks first; one that rests is disabled at once', async () => {
  rows = [flowOf(1, { state: 'running' })]
  answers = { 'PUT intelligent/flow/1/enable': flowOf(1, { enabledFlag: 0 }) }
  open()
  await userEvent.click(await switchOf('Irrigate 1'))
  const question = await screen.findByRole('dialog', { name: 'Disable “Irrigate 1”?' })
  expect(within(question).getByText('It is running. The run is ended now, and what it turned is made safe.')).toBeTruthy()
  expect(acts()).toEqual([])
  await userEvent.click(within(question).getByRole('button', { name: 'Disable' }))
  expect(await screen.findByText('“Irrigate 1” is disabled')).toBeTruthy()
  expect(acts()).toEqual([['PUT', 'intelligent/flow/1/enable', { enabledFlag: 0 }]])
})

test('what is still to be filled in is listed, with the way to the editor', async () => {
  rows = [flowOf(1, { enabledFlag: 0, state: 'disabled' })]
  const places = [
    { what: 'target', path: 'steps.0.target' },
    { what: 'target', path: 'steps.1.target' },
    { what: 'run', path: 'steps.0' },
  ] as const
  answers = {
    'PUT intelligent/flow/1/enable': refused('error.flow.open', 'Open'),
    'GET intelligent/flow/1': flowOf(1, { open: [...places] }),
  }
  const { router } = open()
  await userEvent.click(await switchOf('Irrigate 1'))
  const question = within(await screen.findByRole('dialog', { name: '“Irrigate 1” cannot be enabled yet' }))
  expect(question.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'What a step turns is still to be chosen',
    'A running time is missing, or is not allowed for its circuit',
  ])
  await userEvent.click(question.getByRole('button', { name: 'Open the editor' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/web/equipment/intelligentControl/flow/1'))
})

test('another refusal is told as the server says it', async () => {
  answers = { 'PUT intelligent/flow/1/enable': refused('error.busy', 'Too many') }
  open()
  await userEvent.click(await switchOf('Irrigate 1'))
  expect(await screen.findByText('Too many')).toBeTruthy()
})

test('it is run by hand, and its run says what comes of it; a refusal is told', async () => {
  answers = { 'POST intelligent/flow/1/run': refused('error.flow.disabled', 'Disabled meanwhile') }
  const { router } = open()
  await userEvent.click(await button('Run now'))
  await agree('Run “Irrigate 1” now?', 'Run now')
  expect(await screen.findByText('Disabled meanwhile')).toBeTruthy()
  answers = { 'POST intelligent/flow/1/run': runOf(5, { state: 'waiting', startedAt: null, endedAt: null }) }
  await userEvent.click(await button('Run now'))
  await agree('Run “Irrigate 1” now?', 'Run now')
  await waitFor(() => expect(router.state.location.pathname).toBe('/web/equipment/intelligentControl/run/5'))
})

test('what runs is ended, by the run that goes on now', async () => {
  rows = [flowOf(1, { state: 'running', notRun: outcomeOf(8, { state: 'skipped', reason: 'alreadyRunning' }) })]
  answers = {
    'GET intelligent/run': pageOf([runOf(7, { state: 'running', endedAt: null })]),
    'PUT intelligent/run/7/stop': runOf(7, { state: 'failed', reason: 'stopped' }),
  }
  open()
  await userEvent.click(await button('End the run'))
  await agree('End the run of “Irrigate 1”?', 'End the run')
  expect(await screen.findByText('The run is being ended')).toBeTruthy()
  expect(Object.fromEntries(asked.find(({ path }) => path === 'intelligent/run')!.query)).toMatchObject({ flowId: '1', state: 'running' })
})

test('only a disabled one is deleted, and it is asked about', async () => {
  rows = [flowOf(1), flowOf(2, { enabledFlag: 0, state: 'disabled' })]
  answers = { 'DELETE intelligent/flow/2': 1 }
  open()
  expect(within(await screen.findByRole('row', { name: /Irrigate 1/ })).queryByRole('button', { name: 'Delete' })).toBeNull()
  await userEvent.click(await within(screen.getByRole('row', { name: /Irrigate 2/ })).findByRole('button', { name: 'Delete' }))
  await agree('Delete the flow “Irrigate 2”?', 'Delete')
  await waitFor(() => expect(acts()).toEqual([['DELETE', 'intelligent/flow/2', null]]))
})

test('it is copied under another name, and a name of spaces is refused beside its input', async () => {
  answers = { 'POST intelligent/flow/1/copy': flowOf(2, { name: 'East again' }) }
  open()
  await userEvent.click(await button('Copy'))
  const window = within(await screen.findByRole('dialog', { name: 'Copy “Irrigate 1”' }))
  const name = window.getByRole<HTMLInputElement>('textbox', { name: /Name of the copy/ })
  expect(name.value).toBe('Irrigate 1 (copy)')
  await userEvent.clear(name)
  await userEvent.click(window.getByRole('button', { name: 'Copy' }))
  expect(name.getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(name, 'East again')
  await userEvent.click(window.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText('“East again” was made')).toBeTruthy()
  expect(acts()).toEqual([['POST', 'intelligent/flow/1/copy', { areaId: AREA_ID, name: 'East again' }]])
})

test('a new one begins blank, or from one of four templates', async () => {
  rows = []
  answers = { 'POST intelligent/flow/template': flowOf(9, { name: 'Aerate' }) }
  const { router } = open()
  await userEvent.click(await screen.findByRole('button', { name: 'New flow' }))
  const window = within(await screen.findByRole('dialog', { name: 'New flow' }))
  expect(window.getAllByRole('listitem')).toHaveLength(5)
  await userEvent.click(window.getByRole('button', { name: 'Begin: Aerate by dissolved oxygen' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/web/equipment/intelligentControl/flow/9'))
  expect(acts()).toEqual([['POST', 'intelligent/flow/template', { areaId: AREA_ID, template: 'aerateByOxygen' }]])
})

test('a template that the server refuses says why beside it', async () => {
  answers = { 'POST intelligent/flow/template': refused('error.flow.mostFlows', '200 at most') }
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'New flow' }))
  const window = within(await screen.findByRole('dialog', { name: 'New flow' }))
  await userEvent.click(window.getByRole('button', { name: 'Begin: Aerate by dissolved oxygen' }))
  expect((await window.findByRole('alert')).textContent).toBe('200 at most')
})

test('rules, plots and flows that start a flow are said by their names; only what is named is asked for', async () => {
  asked = begin([FLOWS_RUN, ALARMS_READ])
  const soil = definition.only!.of[0]!.when
  const logic = { when: soil, holdSeconds: 0, clear: null, clearSeconds: 0, noData: 'keep' as const, during: null }
  const triggers: Trigger[] = [
    { kind: 'alarm', ruleId: 5, severity: 'major' },
    { kind: 'flow', flowId: 2, on: 'success' },
    { kind: 'watch', logic: { ...logic, scope: { types: null, deviceIds: [3], landIds: [8] } } },
  ]
  rows = [flowOf(1, { definition: { ...definition, triggers } }), flowOf(2)]
  answers = {
    'GET alarm/rule': pageOf([{ id: 5, name: 'Frost' }]),
    'GET land': pageOf([{ landId: 8, landName: 'North' }]),
    'GET device/gateway/markers': pageOf(markers),
  }
  open()
  const first = within(await screen.findByRole('row', { name: /Irrigate 1/ }))
  for (const said of [
    'When the rule “Frost” raises an alarm',
    'After a run of “Irrigate 2” succeeded',
    'When “Soil moisture below 30 %” begins at Plot 3, plot North',
  ])
    expect((await first.findAllByText(said)).length).toBeGreaterThan(0)
  expect(asked.filter(({ path }) => path === 'intelligent/device-group' || path === 'alarm/people')).toEqual([])
})

test('who may only read sees the flows and may do nothing to them', async () => {
  asked = begin([])
  open()
  const row = within(await screen.findByRole('row', { name: /Irrigate 1/ }))
  expect(row.getByRole<HTMLInputElement>('switch').disabled).toBe(true)
  for (const name of ['Run now', 'Copy', 'Delete']) expect(row.queryByRole('button', { name })).toBeNull()
  expect(row.getByRole('button', { name: 'Open the editor' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New flow' })).toBeNull()
})

test('filters stand in the address, wrong ones are left out; none, and a failure, are said', async () => {
  open('/?name=irr&state=running&groupId=4')
  await screen.findByRole('row', { name: /Irrigate 1/ })
  const query = () => Object.fromEntries(asked.findLast(({ path }) => path === 'intelligent/flow')!.query)
  expect(query()).toMatchObject({ name: 'irr', state: 'running', groupId: '4' })
  cleanup()
  open('/?state=nothing&groupId=x')
  await screen.findByRole('row', { name: /Irrigate 1/ })
  expect(Object.keys(query())).not.toContain('state')
  cleanup()
  rows = []
  open()
  expect(await screen.findByText('No flows yet')).toBeTruthy()
  cleanup()
  answers = { 'GET intelligent/flow': Response.json({ failed: true, code: 'error.x', message: 'Closed' }, { status: 422 }) }
  open()
  expect(await screen.findByText('The flows could not be loaded')).toBeTruthy()
})

test('the page has a tab of flows and one of runs, which stands in the address', async () => {
  const { router } = show(<FlowsPage />)
  await screen.findByRole('row', { name: /Irrigate 1/ })
  await userEvent.click(screen.getByRole('tab', { name: 'Runs' }))
  expect(await screen.findByText('No runs yet')).toBeTruthy()
  expect(router.state.location.search).toBe('?tab=runs')
})
