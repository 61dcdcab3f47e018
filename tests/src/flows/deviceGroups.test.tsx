import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DeviceGroup } from '#contract/flows/deviceGroup'
import { FLOWS_EDIT } from '#contract/flows/permission'
import DeviceGroupPage from '#src/screens/flows/groups/DeviceGroupPage.tsx'
import { moved } from '#src/screens/flows/groups/groupDraft.ts'
import { clearToasts } from '#src/ui/toast.ts'
import { alarmServer, AREA_ID, type Asked, pageOf } from '../alarms/alarmServer.ts'
import { show } from '../crud/showing.tsx'
import { groupOf, markers } from './flowFacts.ts'

let groups: DeviceGroup[]
let asked: Asked[]
let refusal: object | null
const begin = (codes: readonly string[]) =>
  alarmServer(codes, ({ method, path }) => {
    if (path === 'device/gateway/markers') return pageOf(markers)
    if (!path.startsWith('intelligent/device-group')) return undefined
    if (method === 'GET') return pageOf(groups)
    if (refusal) return Response.json({ failed: true, ...refusal }, { status: 409 })
    return method === 'DELETE' ? 1 : groupOf()
  })
const acts = () => asked.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body])

beforeEach(() => {
  groups = [groupOf()]
  refusal = null
  asked = begin([FLOWS_EDIT])
})
afterEach(() => {
  cleanup()
  clearToasts()
  vi.unstubAllGlobals()
})
const row = (name: RegExp) => screen.findByRole('row', { name })
const members = (window: HTMLElement) =>
  within(within(window).getByRole('group', { name: 'Circuits' }))
    .getAllByRole('listitem')
    .map((item) => item.getAttribute('aria-label'))

test('a group says how it is rolled out, its circuits, and how many flows use it', async () => {
  groups = [groupOf({ flows: 2 }), groupOf({ id: 7, name: 'Valves', rollout: 'together', note: '' })]
  show(<DeviceGroupPage />)
  const first = within(await row(/Pumps/))
  for (const said of ['One after the other · One every 15 s', '2 circuits', '2 flows', 'North side'])
    expect(first.getAllByText(said).length).toBeGreaterThan(0)
  expect(first.getAllByText('Pump 1 · Gateway A, Pump 2 · Gateway A').length).toBeGreaterThan(0)
  expect(within(await row(/Valves/)).getAllByText('No flow').length).toBeGreaterThan(0)
})

test('a new one is made of circuits that are picked and ordered; only such with the same states are offered', async () => {
  groups = []
  show(<DeviceGroupPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'New device group' }))
  const window = await screen.findByRole('dialog', { name: 'New device group' })
  const add = within(window).getByRole('combobox', { name: 'Add a circuit' })
  await userEvent.click(within(window).getByRole('button', { name: 'Save' }))
  expect(within(window).getByRole('textbox', { name: /Name/ }).getAttribute('aria-invalid')).toBe('true')
  expect(add.getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(within(window).getByRole('textbox', { name: /Name/ }), 'North')
  for (const circuit of ['Pump 1 · Gateway A', 'Pump 2 · Gateway A']) {
    await userEvent.click(add)
    await userEvent.click(await screen.findByRole('option', { name: circuit }))
  }
  await userEvent.click(add)
  expect(screen.queryByRole('option', { name: /Roller/ })).toBeNull()
  expect(await screen.findByText('No such circuit in the base')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(within(window).getByRole('button', { name: 'Move up: Pump 2 · Gateway A' }))
  expect(members(window)).toEqual(['Pump 2 · Gateway A', 'Pump 1 · Gateway A'])
  fireEvent.keyDown(within(window).getByRole('button', { name: 'Take out: Pump 2 · Gateway A' }), { key: 'ArrowDown', altKey: true })
  expect(members(window)).toEqual(['Pump 1 · Gateway A', 'Pump 2 · Gateway A'])
  fireEvent.dragStart(within(window).getByRole('listitem', { name: 'Pump 2 · Gateway A' }))
  fireEvent.drop(within(window).getByRole('listitem', { name: 'Pump 1 · Gateway A' }))
  expect(members(window)).toEqual(['Pump 2 · Gateway A', 'Pump 1 · Gateway A'])
  await userEvent.click(within(window).getByRole('radio', { name: /In turn/ }))
  await userEvent.click(within(window).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Device group saved')).toBeTruthy()
  expect(acts()).toEqual([
    ['POST', 'intelligent/device-group', { areaId: AREA_ID, name: 'North', note: '', rollout: 'inTurn', seconds: 10, switchIds: [12, 11] }],
  ])
})

test('seconds that are no number stand beside their input, and only where they are asked for', async () => {
  show(<DeviceGroupPage />)
  await userEvent.click(await within(await row(/Pumps/)).findByRole('button', { name: 'Edit' }))
  const window = await screen.findByRole('dialog', { name: 'Change the device group' })
  const seconds = within(window).getByRole('textbox', { name: 'Between two' })
  await userEvent.clear(seconds)
  await userEvent.type(seconds, '0')
  await userEvent.click(within(window).getByRole('button', { name: 'Save' }))
  expect(seconds.getAttribute('aria-invalid')).toBe('true')
  expect(acts()).toEqual([])
  await userEvent.clear(seconds)
  await userEvent.click(within(window).getByRole('radio', { name: /All together/ }))
  expect(within(window).queryByRole('textbox', { name: 'Between two' })).toBeNull()
  await userEvent.click(within(window).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(acts()).toMatchObject([['PUT', 'intelligent/device-group/6', { rollout: 'together', seconds: 10, objectVersionNumber: 5 }]]),
  )
})

test('what the server refuses stands beside its cause, and nothing that was typed is lost', async () => {
  refusal = { code: 'error.flow.member', message: 'Not of this base' }
  show(<DeviceGroupPage />)
  await userEvent.click(await within(await row(/Pumps/)).findByRole('button', { name: 'Edit' }))
  const window = await screen.findByRole('dialog', { name: 'Change the device group' })
  const name = within(window).getByRole<HTMLInputElement>('textbox', { name: /Name/ })
  await userEvent.type(name, ' all')
  await userEvent.click(within(window).getByRole('button', { name: 'Save' }))
  expect(await within(within(window).getByRole('group', { name: 'Circuits' })).findByText('Not of this base')).toBeTruthy()
  refusal = { code: 'error.version.stale', message: 'Changed by another' }
  await userEvent.click(within(window).getByRole('button', { name: 'Save' }))
  expect((await within(window).findByRole('alert')).textContent).toBe('Changed by another')
  expect(name.value).toBe('Pumps all')
})

test('one that a flow uses cannot be deleted; another is, once it was asked about', async () => {
  groups = [groupOf({ flows: 1 }), groupOf({ id: 7, name: 'Valves' })]
  show(<DeviceGroupPage />)
  await userEvent.click(await within(await row(/Pumps/)).findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('1 flow uses it, so it cannot be deleted. Take it out of that flow first.')).toBeTruthy()
  await userEvent.click(await within(await row(/Valves/)).findByRole('button', { name: 'Delete' }))
  const question = await screen.findByRole('dialog', { name: 'Delete the device group “Valves”?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(acts()).toEqual([['DELETE', 'intelligent/device-group/7', null]]))
})

test('who may only read is offered no act', async () => {
  asked = begin([])
  show(<DeviceGroupPage />)
  expect(within(await row(/Pumps/)).queryByRole('button', { name: 'Edit' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'New device group' })).toBeNull()
})

test('moving to a place that there is not changes nothing', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  for (const to of [-1, 3, 1]) expect(moved(['a', 'b', 'c'], 1, to)).toEqual(['a', 'b', 'c'])
})
