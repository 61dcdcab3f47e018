import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CommandState } from '#contract/devices/command'
import type { DeviceSwitch } from '#contract/devices/switch'
import notices from '#locales/en-US/notices' with { type: 'json' }
import { SwitchRow } from '#src/screens/devices/switches/SwitchRow.tsx'
import { clearToasts } from '#src/ui/toast.ts'
import { show } from '../crud/showing.tsx'
import { fakeLive } from './fakeLive.ts'

const AREA = 1
const since = Date.now() - 60_000
const aSwitch = (given: Partial<DeviceSwitch> = {}): DeviceSwitch => ({
  id: 5,
  concentratorId: 3,
  name: 'Pond valve',
  eui: 'pond-1',
  circuit: 1,
  status: 0,
  ts: since,
  online: 1,
  type: 'ordinary',
  state: 'Closed',
  relatedEquip: null,
  switchTypeName: 'Switch',
  command: null,
  runsUntil: null,
  longestRun: null,
  objectVersionNumber: 1,
  ...given,
})
let asked: unknown[] = []
let answer: { status: number; body: unknown }
beforeEach(() => {
  asked = []
  answer = { status: 200, body: { result: 1, commandId: 'c1', state: 'sent', message: null, heldSeconds: null } }
  vi.stubGlobal('fetch', async (address: string, init?: { body?: string }) => {
    if (String(address).includes('control/switch')) asked.push(JSON.parse(init?.body ?? ''))
    return new Response(JSON.stringify(answer.body), { status: answer.status, headers: { 'content-type': 'application/json' } })
  })
})
afterEach(() => {
  cleanup()
  clearToasts()
  vi.unstubAllGlobals()
})

function open(given: Partial<DeviceSwitch> = {}, mayControl = true) {
  const fake = fakeLive()
  show(<SwitchRow of={aSwitch(given)} areaId={AREA} deviceType="tzgk_electric_valve" mayControl={mayControl} />, { live: fake.live })
  const moved = (state: CommandState, message: string | null = null, status = 1) =>
    act(() => fake.switches.put(5, { status: 0, ts: since, command: { id: 'c1', state, at: Date.now(), status, message } }))
  const observed = (status: number) =>
    act(() =>
      fake.switches.put(5, { status, ts: Date.now(), command: { id: 'c1', state: 'observed', at: Date.now(), status, message: null } }),
    )
  const row = () => screen.getByRole('listitem', { name: 'Pond valve' })
  const ladder = () => within(row()).queryByRole('list', { name: 'Progress of the command' })?.textContent ?? ''
  return { ...fake, moved, observed, row, ladder }
}
const tips = () =>
  screen
    .getAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join()
const handle = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Pond valve' })

describe('a switch', () => {
  test("is turned on for as long as was chosen, in steps or one's own, within what its type allows", async () => {
    open()
    const choose = () => userEvent.click(screen.getByRole('button', { name: /^Running time: Pond valve/ }))
    await choose()
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      '1 hUsual',
      '5 min',
      '15 min',
      '30 min',
      '2 h',
      '4 h',
      '8 h',
    ])
    const own = screen.getByRole('textbox', { name: 'Other, minutes' })
    await userEvent.type(own, '1441')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Set' }).disabled).toBe(true)
    await userEvent.clear(own)
    await userEvent.type(own, '7.5{Enter}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await userEvent.click(handle())
    await waitFor(() => expect(asked).toMatchObject([{ sw: 1, runSeconds: 450 }]))
  })

  test('that runs says until when, and offers no other time', () => {
    const { row } = open({ status: 1, runsUntil: Date.now() + 25 * 60_000 + 500 })
    expect(row().textContent).toMatch(/until \d\d:\d\d, 25 min left/)
    expect(screen.queryByRole('button', { name: /Running time/ })).toBeNull()
  })

  describe('whose device ends by itself after half an hour', () => {
    const started = (maxRunMs: number) =>
      ({
        id: 'c0',
        state: 'observed',
        status: 1,
        maxRunMs,
        history: [],
        cause: 'user',
        author: 'Lin',
        createdAt: since,
        stateAt: since,
      }) as unknown as DeviceSwitch['command']
    const note = () => screen.queryByRole('note')?.textContent ?? ''

    test('warns while what would be asked is longer, and not where it is as long', async () => {
      open({ longestRun: 1800 })
      expect(note()).toBe('The device itself ends it after 30 min')
      await userEvent.click(screen.getByRole('button', { name: /Running time/ }))
      await userEvent.click(screen.getByRole('menuitem', { name: '30 min' }))
      await waitFor(() => expect(note()).toBe(''))
    })

    test('warns beside what was asked for longer and runs', () => {
      open({ status: 1, longestRun: 1800, command: started(7_200_000) })
      expect(note()).toBe('The device itself ends it after 30 min')
      cleanup()
      open({ status: 1, longestRun: 1800, command: started(600_000) })
      expect(note()).toBe('')
    })
  })

  test('asks for a status with its circuit and device, and says that it is on its way', async () => {
    const { row } = open()
    await userEvent.click(handle())
    await waitFor(() => expect(asked).toEqual([{ switchId: 5, sw: 1, eui: 'pond-1', circuit: 1 }]))
    expect(row().textContent).toContain('Changing to Open')
    expect(handle().checked).toBe(false)
    expect(handle().disabled).toBe(true)
  })

  test('climbs the ladder as the device answers, and shows the new state only when the device says so', async () => {
    const { moved, observed, ladder, row } = open()
    await userEvent.click(handle())
    await waitFor(() => expect(asked).toHaveLength(1))
    moved('sent')
    await waitFor(() => expect(ladder()).toContain('Sent'))
    moved('acknowledged')
    await waitFor(() => expect(ladder()).toContain('Acknowledged'))
    expect(handle().checked).toBe(false)
    observed(1)
    await waitFor(() => expect(handle().checked).toBe(true))
    expect(ladder()).toContain('Confirmed')
    expect(row().textContent).toContain('Operation succeeded')
    await waitFor(() => expect(tips()).toContain('Operation succeeded'))
  })

  test('that a device refuses goes back and shows the words of the device, beside it and as a tip', async () => {
    const { moved, row } = open()
    await userEvent.click(handle())
    await waitFor(() => expect(asked).toHaveLength(1))
    moved('sent')
    moved('refused', 'Fuse is open')
    await waitFor(() => expect(row().textContent).toContain('Fuse is open'))
    expect(handle().checked).toBe(false)
    expect(handle().disabled).toBe(false)
    await waitFor(() => expect(tips()).toContain('Fuse is open'))
  })

  test.each([
    ['silent', 'The device does not answer, it stays at Closed', 'No answer'],
    ['expired', 'The command expired, it stays at Closed', 'Expired'],
  ] as const)('whose command ends %s says so and goes back', async (state, words, rung) => {
    const { moved, row, ladder } = open()
    await userEvent.click(handle())
    await waitFor(() => expect(asked).toHaveLength(1))
    moved('sent')
    moved(state)
    await waitFor(() => expect(row().textContent).toContain(words))
    expect(ladder()).toContain(rung)
    expect(handle().checked).toBe(false)
  })

  test("shows the server's message where the command could not leave", async () => {
    answer = { status: 200, body: { result: 0, commandId: 'c1', state: 'refused', message: 'The device is not connected' } }
    const { row } = open()
    await userEvent.click(handle())
    await waitFor(() => expect(row().textContent).toContain('The device is not connected'))
  })

  test("says in the reader's words why the server itself refused", async () => {
    answer = { status: 200, body: { result: 0, commandId: 'c1', state: 'refused', message: 'notices:command.reason.notConnected' } }
    const { row } = open()
    await userEvent.click(handle())
    await waitFor(() => expect(row().textContent).toContain(notices.command.reason.notConnected))
  })

  test('says that the operation failed where nobody answered', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
    const { row } = open()
    await userEvent.click(handle())
    await waitFor(() => expect(row().textContent).toContain('Not changed to Open: the server cannot be reached. It stays at Closed'))
    await waitFor(() => expect(tips()).toContain('nothing was sent'))
  })

  test('that was clicked while nothing can be reached says what did not happen, and shows no ladder of an earlier command', async () => {
    const { moved, observed } = open({ name: 'Pond lamp' })
    const lamp = () => screen.getByRole('listitem', { name: 'Pond lamp' })
    const before = () => within(lamp()).queryByRole('list', { name: 'Progress of the command' })?.textContent ?? ''
    moved('sent')
    observed(1)
    await waitFor(() => expect(before()).toContain('Confirmed'))
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
    await userEvent.click(screen.getByRole('switch', { name: 'Pond lamp' }))
    await waitFor(() => expect(lamp().textContent).toContain('Not changed to Off: the server cannot be reached. It stays at On'))
    expect(before()).toBe('')
    await waitFor(() => expect(tips()).toContain('nothing was sent'))
  })

  test('shows what another page asked of it', async () => {
    const { moved, ladder, row } = open()
    moved('sent')
    await waitFor(() => expect(ladder()).toContain('Sent'))
    expect(row().textContent).toContain('Changing to Open')
  })

  test('that could not be sent, since the database does not answer, says that nothing was sent and stays as it is', async () => {
    const words = 'The database of the platform does not answer: nothing was sent to the device'
    answer = { status: 503, body: { failed: true, code: 'error.switch.notSent', message: words } }
    const { row } = open()
    await userEvent.click(handle())
    await waitFor(() => expect(row().textContent).toContain(words))
    expect(tips()).toContain(words)
    expect(handle().checked).toBe(false)
    expect(handle().disabled).toBe(false)
  })

  test('cannot be worked by who may only look', () => {
    open({}, false)
    expect(screen.queryByRole('switch')).toBeNull()
    expect(screen.getByText('Closed')).toBeTruthy()
  })

  test.each([
    ['ordinary', { 0: 'Closed', 1: 'Open' }],
    ['related', { 0: 'Stop', 1: 'Forward', 2: 'Reverse' }],
    ['blind', { 0: 'Stop', 1: 'Expand', 2: 'Retract' }],
  ] as const)('of kind %s says what its numbers mean, and sends them (SWITCH-01, -02, -03)', async (type, words) => {
    for (const [status, word] of Object.entries(words)) {
      const { row } = open({ type, status: Number(status) })
      expect(row().textContent).toContain(word)
      cleanup()
    }
    for (const [status, word] of Object.entries(words)) {
      asked = []
      open({ type, status: status === '0' ? 1 : 0 })
      await userEvent.click(type === 'ordinary' ? handle() : screen.getByRole('button', { name: word }))
      await waitFor(() => expect(asked).toMatchObject([{ sw: Number(status) }]))
      cleanup()
    }
  })

  test('of a roller blind has expand, stop and retract, and waits for the stop of its motor', async () => {
    answer = { status: 200, body: { result: 1, commandId: 'c1', state: 'queued', message: null } }
    const { moved, ladder, row } = open({ type: 'blind', status: 1 })
    const buttons = within(screen.getByRole('group', { name: 'Pond valve' })).getAllByRole('button')
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Expand', 'Stop', 'Retract'])
    await userEvent.click(screen.getByRole('button', { name: 'Retract' }))
    await waitFor(() => expect(asked).toMatchObject([{ sw: 2 }]))
    moved('queued', null, 2)
    await waitFor(() => expect(ladder()).toContain('Queued'))
    expect(row().textContent).toContain('A motor stops before it turns the other way')
  })
})

describe('what a switch was', () => {
  const HOUR = 3_600_000
  const at = new Date(2026, 10, 20, 8).getTime()
  let changes: { id: number; at: number; status: number }[]
  let sizes: (string | null)[]
  beforeEach(() => {
    sizes = []
    changes = [
      { id: 3, at: at + 27 * HOUR, status: 1 },
      { id: 2, at: at + HOUR / 2, status: 0 },
      { id: 1, at, status: 1 },
    ]
    const others = fetch
    vi.stubGlobal('fetch', async (address: string, init?: { body?: string }) => {
      const { pathname, searchParams } = new URL(address, 'http://farm.example')
      if (pathname.endsWith('/gateway/log')) return Response.json({ content: [], number: 1, size: 5, totalElements: 0 })
      if (!pathname.endsWith('/switch/5/changes')) return others(address, init)
      sizes.push(searchParams.get('size'))
      return Response.json({ content: changes, next: sizes.length === 1 ? '1.1' : null, before: null })
    })
  })
  const history = () => screen.findByRole('region', { name: 'State history' })
  const lines = async () =>
    within(await history())
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent))

  test('is listed with how long it lasted, further back on request, and a new state is there by itself', async () => {
    const { observed } = open({ status: 1 })
    await userEvent.click(screen.getByRole('button', { name: 'Control log: Pond valve' }))
    await history()
    expect(await lines()).toEqual([
      ['2026-11-21 11:00:00', 'Open', 'until now'],
      ['2026-11-20 08:30:00', 'Closed', '1 d 2 h'],
      ['2026-11-20 08:00:00', 'Open', '30 min'],
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Show earlier' }))
    await waitFor(() => expect(sizes.at(-1)).toBe('25'))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show earlier' })).toBeNull())
    changes = [{ id: 4, at: at + 28 * HOUR + 5000, status: 0 }, ...changes]
    observed(0)
    await waitFor(async () => expect((await lines())[0]).toEqual(['2026-11-21 12:00:05', 'Closed', 'until now']))
    expect((await lines())[1]).toEqual(['2026-11-21 11:00:00', 'Open', '1 h 0 min'])
  })

  test('is said to be unknown where its device has said nothing', async () => {
    changes = []
    open()
    await userEvent.click(screen.getByRole('button', { name: 'Control log: Pond valve' }))
    expect(await screen.findByText('The device has not said anything of this switch yet')).toBeTruthy()
  })
})
