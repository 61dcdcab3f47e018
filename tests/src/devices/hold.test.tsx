import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ManualHold } from '#contract/devices/manualHold'
import type { DeviceSwitch } from '#contract/devices/switch'
import { SwitchRow } from '#src/screens/devices/switches/SwitchRow.tsx'
import { clearToasts } from '#src/ui/toast.ts'
import { show } from '../crud/showing.tsx'
import { fakeLive } from './fakeLive.ts'

const valve: DeviceSwitch = {
  id: 5,
  concentratorId: 3,
  name: 'Pond valve',
  eui: 'pond-1',
  circuit: 1,
  status: 0,
  ts: 1,
  online: 1,
  type: 'ordinary',
  state: 'Closed',
  relatedEquip: null,
  switchTypeName: 'Switch',
  command: null,
  runsUntil: null,
  longestRun: null,
  objectVersionNumber: 1,
}
let asked: [path: string, body: unknown][]
let answer: unknown
beforeEach(() => {
  asked = []
  answer = { result: 1, commandId: 'c1', state: 'sent', message: null }
  vi.stubGlobal('fetch', async (address: string, init?: { body?: string }) => {
    if (/control\/switch|manual-hold/.test(String(address)))
      asked.push([new URL(String(address), 'http://farm.example').pathname, JSON.parse(init?.body ?? '')])
    return Response.json(answer)
  })
})
afterEach(() => {
  cleanup()
  clearToasts()
  vi.unstubAllGlobals()
})

const open = (hold?: ManualHold) =>
  show(<SwitchRow of={valve} areaId={1} deviceType="tzgk_electric_valve" mayControl hold={hold} />, { live: fakeLive().live })
const held = (given: Partial<ManualHold> = {}): ManualHold => ({ switchId: 5, until: Date.now() + 600_000, by: 'Li Na', ...given })
const row = () => screen.getByRole('listitem', { name: 'Pond valve' }).textContent
const items = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent)

test('a circuit that nobody holds is held for half an hour once it is turned, or for as long as was chosen before', async () => {
  open()
  expect(row()).not.toContain('Held by')
  await userEvent.click(screen.getByRole('button', { name: /^Flows leave it alone: Pond valve 30 min/ }))
  expect(items()).toEqual(['Not at all', '15 min', '30 min', '1 h', '4 h', '24 h'])
  await userEvent.click(screen.getByRole('menuitem', { name: '4 h' }))
  expect(asked).toEqual([])
  await userEvent.click(screen.getByRole('switch', { name: 'Pond valve' }))
  await waitFor(() => expect(asked).toMatchObject([[expect.stringContaining('control/switch'), { sw: 1, holdSeconds: 14_400 }]]))
})

test('one that a person holds says who and until when, and is given back or held for longer at once', async () => {
  open(held())
  expect(row()).toMatch(/Held by Li Na until \d\d:\d\d, flows leave it alone/)
  const change = () => screen.findByRole('button', { name: 'Held by hand: Pond valve Change' })
  answer = held()
  await userEvent.click(await change())
  await userEvent.click(screen.getByRole('menuitem', { name: '1 h' }))
  await waitFor(() => expect(asked.at(-1)).toEqual([expect.stringMatching(/manual-hold\/5$/), { seconds: 3600 }]))
  answer = null
  await userEvent.click(await change())
  await userEvent.click(screen.getByRole('menuitem', { name: 'Give it back to the flows' }))
  await waitFor(() => expect(asked.at(-1)).toEqual([expect.stringMatching(/manual-hold\/5$/), { seconds: 0 }]))
})

test('a hold whose time is over, or whose person is no more, is said as that', () => {
  open(held({ until: Date.now() - 60_000 }))
  expect(row()).not.toContain('Held')
  cleanup()
  open(held({ by: null }))
  expect(row()).toMatch(/Held by hand until/)
})
