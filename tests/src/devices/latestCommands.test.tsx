import { act, cleanup, screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CommandState } from '#contract/devices/command'
import type { Command } from '#contract/devices/switch'
import words from '#locales/en-US/devices' with { type: 'json' }
import notices from '#locales/en-US/notices' with { type: 'json' }
import { LatestCommands } from '#src/devices/LatestCommands.tsx'
import { session } from '#src/session/session.ts'
import { show } from '../crud/showing.tsx'
import { fakeLive } from './fakeLive.ts'

i18next.addResourceBundle('en-US', 'notices', notices)

const command: Command = {
  id: 'a',
  switchId: 7,
  switchName: 'North vent',
  switchKind: 'related',
  concentratorId: 2,
  deviceName: 'House 3',
  eui: 'e',
  circuit: 1,
  verb: 'switch.set',
  args: {},
  cause: 'user',
  causeName: null,
  priority: 'manual',
  maxRunMs: null,
  status: 1,
  state: 'sent',
  message: null,
  author: 'Li Na',
  createdAt: Date.now(),
  stateAt: Date.now(),
  history: [],
}
let log: Command[] | null
let asked: string[]
beforeEach(() => {
  log = [command]
  asked = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(new URL(String(address), 'http://furrow.test').search)
    const body =
      log === null
        ? { failed: true, code: 'error.permission.denied', message: 'No permission', params: {} }
        : { content: log, totalElements: log.length, totalPages: 1, number: 0, size: 6 }
    return new Response(JSON.stringify(body), { status: log === null ? 403 : 200, headers: { 'content-type': 'application/json' } })
  })
  session.set({
    status: 'signedIn',
    self: { id: 9, tenantId: 1, loginName: 'o', realName: 'O', imageUrl: null, tenants: [] },
    tenantId: 1,
    accessToken: () => Promise.resolve('t'),
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  session.set({ status: 'signedOut', self: null, tenantId: -1, accessToken: () => Promise.reject(new Error('over')) })
})

const moved = (state: CommandState) => ({
  status: 0,
  ts: 1,
  command: { id: 'a', state, at: Date.now(), status: 1, message: null },
})

test('a row says of which switch what was asked in its own words, by whom, how far it came and why it ended', async () => {
  log = [command, { ...command, id: 'b', state: 'refused', author: null, message: 'notices:command.reason.superseded' }]
  show(<LatestCommands areaId={1} />, { live: fakeLive().live })
  const [first, second] = await screen.findAllByRole('listitem')
  expect(first!.textContent).toContain('House 3 · North vent')
  expect(first!.textContent).toContain(words.status.related[1])
  expect(first!.textContent).toContain('Li Na')
  expect(first!.textContent).toContain(words.commandState.sent)
  expect(second!.textContent).toContain(words.control.system)
  expect(second!.textContent).toContain(notices.command.reason.superseded)
  expect(second!.textContent).toContain(words.commandState.refused)
  expect(new URLSearchParams(asked[0]).get('areaId')).toBe('1')
})

test.each([
  ['flow', 'Dawn', null, 'Flow “Dawn”'],
  ['timer', 'Noon', null, 'At its set time'],
  ['stopFirst', null, 'Li Na', 'System: stop before turning (Li Na)'],
  ['runOver', null, 'Li Na', 'System: running time over (Li Na)'],
  ['makeSafe', null, null, 'System: made safe'],
] as const)('a row says what asked where no person did: %s', async (cause, causeName, author, said) => {
  log = [{ ...command, cause, causeName, author }]
  show(<LatestCommands areaId={1} />, { live: fakeLive().live })
  expect((await screen.findByRole('listitem')).textContent).toContain(said)
})

test('it is read again when a command of the base moves, and not when a switch says its state once more', async () => {
  const live = fakeLive()
  show(<LatestCommands areaId={1} />, { live: live.live })
  await screen.findByText(words.commandState.sent)
  const say = (state: CommandState) =>
    act(() => {
      live.switches.values.set(7, moved(state))
      live.switches.changes$.next(new Set([7]))
    })
  say('acknowledged')
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  say('acknowledged')
  log = [{ ...command, state: 'observed' }]
  say('observed')
  await screen.findByText(words.commandState.observed)
  expect(asked).toHaveLength(3)
})

test('who may not read the log is told so', async () => {
  log = null
  show(<LatestCommands areaId={1} />, { live: fakeLive().live })
  await screen.findByText(words.latest.noPermission)
})
