import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Command } from '#contract/devices/switch'
import { ControlLog } from '#src/screens/devices/switches/ControlLog.tsx'
import { show } from '../crud/showing.tsx'
import { fakeLive } from './fakeLive.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const row: Command = {
  id: 'a',
  switchId: 7,
  switchName: 'North valve',
  switchKind: 'ordinary',
  concentratorId: 2,
  deviceName: 'House 3',
  eui: 'e',
  circuit: 1,
  status: 1,
  verb: 'switch.set',
  args: { circuit: 1, status: 1 },
  state: 'observed',
  message: null,
  author: 'Li Na',
  cause: 'user',
  causeName: null,
  priority: 'manual',
  maxRunMs: 5_400_000,
  createdAt: Date.now(),
  stateAt: Date.now(),
  history: [],
}

test('the log of a switch says who asked, for how long at most, and that the server ended it', async () => {
  const content = [{ ...row, id: 'b', status: 0, cause: 'runOver', maxRunMs: null }, row]
  vi.stubGlobal('fetch', async () => {
    const body = { content, totalElements: 2, number: 1, size: 5 }
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
  })
  show(<ControlLog of={{ switchId: 7 }} />, { live: fakeLive().live })
  const [, ended, asked] = await screen.findAllByRole('row')
  expect(ended!.textContent).toContain('System: running time over (Li Na)Closed')
  expect(asked!.textContent).toContain('Li NaOpen, 1 h 30 min at most')
})
