import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FLOWS_EDIT, FLOWS_RUN } from '#contract/flows/permission'
import { draftOfFlow } from '#src/screens/flows/editor/draft/convert.ts'
import { layout } from '#src/screens/flows/editor/graph/layout.ts'
import { settleDrafts } from '#src/session/drafts.ts'
import { clearToasts } from '#src/ui/toast.ts'
import { AREA_ID, type Asked } from '../../alarms/alarmServer.ts'
import { definition, flow } from './aFlow.ts'
import { sentOf, serve, served, showFlow } from './flowServer.tsx'

let asked: Asked[]
beforeEach(() => {
  Object.assign(served, { kept: flow, refusal: null, longestRun: null })
  asked = serve([FLOWS_EDIT, FLOWS_RUN])
})
afterEach(() => {
  cleanup()
  clearToasts()
  vi.unstubAllGlobals()
})
const sent = (method: string) => sentOf(asked, method)
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
const asList = async () => userEvent.click(await screen.findByRole('button', { name: 'List' }))
const node = (name: RegExp) => screen.getByRole('button', { name })

test('a flow stands there as a graph with its words, and as a list', async () => {
  showFlow(5)
  const graph = await screen.findByRole('region', { name: 'Graph of the flow' })
  await waitFor(() =>
    expect(within(graph).getAllByRole('button', { name: /Turn something: Gateway, Valve 1: Open for 10 min/ })).toHaveLength(2),
  )
  expect(within(graph).getByRole('button', { name: /^Time of day: at 06:00/ })).toBeTruthy()
  expect(within(graph).getByText('No, or not known')).toBeTruthy()
  expect(within(graph).getAllByRole('button', { name: /add a step/i }).length).toBeGreaterThan(8)
  expect(graph.querySelectorAll('.react-flow__edge').length).toBe(layout(draftOfFlow(flow)).lines.length)
  await asList()
  const list = screen.getByRole('region', { name: 'Parts of the flow' })
  expect(within(list).getByRole('button', { name: /^Repeat: Repeat 3 times/ })).toBeTruthy()
})

test('a new flow says what is missing, is built from its pluses, and is sent as it was built', async () => {
  showFlow('new')
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  expect(screen.getByRole('textbox', { name: /Flow name/ }).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('There is no step here yet')).toBeTruthy()
  expect(sent('POST')).toEqual([])
  await userEvent.type(screen.getByRole('textbox', { name: /Flow name/ }), 'Rest')
  await asList()
  await userEvent.click(screen.getByRole('button', { name: 'Add a step at place 1' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Wait Goes on/ }))
  const seconds = await screen.findByRole('textbox', { name: 'Wait for' })
  await userEvent.clear(seconds)
  await userEvent.type(seconds, '2')
  expect(node(/^Wait: Wait for 2 min/)).toBeTruthy()
  await save()
  await waitFor(() => expect(sent('POST')).toHaveLength(1))
  expect(sent('POST')[0]!.body).toMatchObject({
    areaId: AREA_ID,
    name: 'Rest',
    definition: { triggers: [], only: null, steps: [{ kind: 'wait', seconds: 120 }], whileRunning: 'skip' },
  })
  expect(await screen.findByText('elsewhere')).toBeTruthy()
})

test('keys walk, move, copy and take away parts; undo brings them back', async () => {
  showFlow(5)
  await asList()
  const kinds = () =>
    within(screen.getByRole('region', { name: 'Parts of the flow' }))
      .getAllByRole('button')
      .flatMap((one) => /^(Tell people|Make safe|If|At the same time):/.exec(one.getAttribute('aria-label') ?? '')?.[1] ?? [])
  expect(kinds()).toEqual(['If', 'At the same time', 'Tell people', 'Make safe'])
  node(/^Tell people/).focus()
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown', altKey: true })
  expect(kinds()).toEqual(['If', 'At the same time', 'Make safe', 'Tell people'])
  expect(document.activeElement).toBe(node(/^Tell people/))
  node(/^Make safe/).focus()
  fireEvent.keyDown(node(/^Make safe/), { key: 'Delete' })
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Add a step at place 3')
  fireEvent.keyDown(node(/^Tell people/), { key: 'd', ctrlKey: true })
  expect(kinds()).toEqual(['If', 'At the same time', 'Tell people', 'Tell people'])
  for (let back = 0; back < 3; back++) await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(kinds()).toEqual(['If', 'At the same time', 'Tell people', 'Make safe'])
  fireEvent.keyDown(node(/^Tell people/), { key: 'ArrowDown' })
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/Add a step at place 4/)
})

test('arrow keys walk the graph', async () => {
  showFlow(5)
  const first = await screen.findByRole('button', { name: /^Only if/ })
  first.focus()
  fireEvent.keyDown(first, { key: 'ArrowDown' })
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Add a step at place 1')
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' })
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^If:/)
  fireEvent.keyDown(document.activeElement!, { key: 'Delete' })
  expect(screen.queryByRole('button', { name: /^If:/ })).toBeNull()
  fireEvent.keyDown(screen.getByRole('button', { name: /^Only if/ }), { key: 'z', ctrlKey: true })
  expect(screen.getByRole('button', { name: /^If:/ })).toBeTruthy()
})

test('on a phone the list comes first, and a part opens where it stands', async () => {
  const nothing = () => undefined
  const listeners = { addEventListener: nothing, removeEventListener: nothing, addListener: nothing, removeListener: nothing }
  vi.stubGlobal('matchMedia', (media: string) => ({ matches: media.includes('max-width'), media, ...listeners }))
  showFlow(5)
  const list = await screen.findByRole('region', { name: 'Parts of the flow' })
  await userEvent.click(within(list).getByRole('button', { name: /^Repeat:/ }))
  expect(within(list).getByRole('textbox', { name: 'Times at most' })).toBeTruthy()
})

test('a circuit is chosen by its device, with the words of its kind', async () => {
  served.kept = {
    ...flow,
    definition: {
      ...definition,
      steps: [{ kind: 'command', target: { kind: 'switch', switchId: null }, status: 1, runSeconds: 600, onFail: 'stop' }],
    },
  }
  showFlow(5)
  await asList()
  await userEvent.click(await screen.findByRole('button', { name: 'Turn something: No circuit or device group chosen yet' }))
  await userEvent.click(screen.getByRole('combobox', { name: 'Device' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Gateway' }))
  await userEvent.click(screen.getByRole('combobox', { name: 'Circuit' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Valve 1' }))
  await waitFor(() => expect(node(/^Turn something: Gateway, Valve 1: Open for 10 min/)).toBeTruthy())
  expect(screen.queryByText(/No circuit or device group/)).toBeNull()
  await save()
  await waitFor(() => expect(sent('PUT')).toHaveLength(1))
  expect(sent('PUT')[0]!.body).toMatchObject({
    definition: { steps: [{ target: { kind: 'switch', switchId: 21 } }] },
    objectVersionNumber: 1,
  })
})

const commands = { kind: 'command', target: { kind: 'switch', switchId: 21 }, onFail: 'stop' }
test('what is saved is no news, and can be undone; to stop something takes no running time', async () => {
  showFlow(5)
  await asList()
  await userEvent.click((await screen.findAllByRole('button', { name: /^Turn something: Gateway, Valve 1: Open for 10 min/ }))[0]!)
  await userEvent.click(screen.getByRole('combobox', { name: 'To' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Closed' }))
  expect(screen.queryByRole('textbox', { name: 'Running time' })).toBeNull()
  await save()
  await waitFor(() => expect(sent('PUT')).toHaveLength(1))
  const [first] = (sent('PUT')[0]!.body as { definition: typeof definition }).definition.steps
  expect(first).toHaveProperty('then.0', { ...commands, status: 0, runSeconds: null })
  expect(await screen.findByText('Saved successfully')).toBeTruthy()
  expect(screen.queryByText(/Somebody else/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(screen.getAllByRole('button', { name: /^Turn something: Gateway, Valve 1: Open for 10 min/ })).toHaveLength(2)
})

test('a step that asks for longer than its device holds says so, until it asks for no longer', async () => {
  served.longestRun = 300
  showFlow(5)
  await asList()
  await userEvent.click((await screen.findAllByRole('button', { name: /^Turn something: Gateway, Valve 1: Open for 10 min/ }))[0]!)
  expect(await screen.findByText('“Valve 1” ends it by itself after 5 min, sooner than this')).toBeTruthy()
  const run = screen.getByRole('textbox', { name: 'Running time' })
  await userEvent.clear(run)
  await userEvent.type(run, '5')
  await waitFor(() => expect(screen.queryByText(/ends it by itself/)).toBeNull())
})

test('another version is said and nothing is lost; it can be taken', async () => {
  showFlow(5)
  fireEvent.change(await screen.findByRole('textbox', { name: /Flow name/ }), { target: { value: 'Mine' } })
  served.refusal = Response.json({ failed: true, code: 'error.version.stale', message: 'Changed' }, { status: 409 })
  await save()
  expect(await screen.findByText(/Somebody else has changed this record/)).toBeTruthy()
  expect(screen.getByRole('textbox', { name: /Flow name/ })).toHaveProperty('value', 'Mine')
  served.kept = { ...flow, name: 'Theirs', objectVersionNumber: 4 }
  await userEvent.click(screen.getByRole('button', { name: 'Load what is there now' }))
  await waitFor(() => expect(screen.getByRole('textbox', { name: /Flow name/ })).toHaveProperty('value', 'Theirs'))
})

test('what was written is there again after the page was left', async () => {
  showFlow(5)
  fireEvent.change(await screen.findByRole('textbox', { name: /Flow name/ }), { target: { value: 'Half written' } })
  cleanup()
  settleDrafts()
  showFlow(5)
  await waitFor(() => expect(screen.getByRole('textbox', { name: /Flow name/ })).toHaveProperty('value', 'Half written'))
  expect(screen.getByText('What you had typed but not saved is here again')).toBeTruthy()
})

test('an enabled flow is only looked at, and says so; disabled it is written again', async () => {
  served.kept = { ...flow, enabledFlag: 1, state: 'enabled' }
  showFlow(5)
  expect(await screen.findByText(/can only be looked at/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(screen.queryByRole('button', { name: /add a step/i })).toBeNull()
  expect(screen.getByText('5 (1 goes before 9)')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Disable' }))
  expect(await screen.findByRole('button', { name: 'Save' })).toBeTruthy()
  expect(sent('PUT')[0]).toMatchObject({ path: 'intelligent/flow/5/enable', body: { enabledFlag: 0 } })
})

test('what is open is listed, and leads to its part', async () => {
  served.kept = { ...flow, open: [{ what: 'gone', path: 'steps.1.of.0.0.target' }] }
  showFlow(5)
  await userEvent.click(await screen.findByRole('button', { name: /^Turn something: What is named is no longer in this base$/ }))
  expect(await screen.findByRole('region', { name: 'Turn something' })).toBeTruthy()
  expect(screen.getByRole('switch', { name: 'Enabled' })).toHaveProperty('disabled', true)
})

test('who may not change it sees it in words', async () => {
  asked = serve([])
  showFlow(5)
  expect((await screen.findAllByText('Repeat 3 times')).length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(screen.queryByRole('switch')).toBeNull()
})
