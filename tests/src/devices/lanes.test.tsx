import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { StateLanes } from '#contract/devices/stateLanes'
import type { Command } from '#contract/devices/switch'
import charts from '#locales/en-US/charts' with { type: 'json' }
import devices from '#locales/en-US/devices' with { type: 'json' }
import { HistoryChart } from '#src/charts/HistoryChart.tsx'
import { HistoryPanel } from '#src/screens/devices/collect/HistoryPanel.tsx'
import { StateBands } from '#src/screens/devices/lanes/StateBands.tsx'
import { StateTable } from '#src/screens/devices/lanes/StateTable.tsx'
import { momentText } from '#src/time/moment.ts'
import { show } from '../crud/showing.tsx'
import { aDevice } from '../map/aDevice.ts'
import { signedIn } from '../signedIn.ts'
import { fakeLive } from './fakeLive.ts'

const FROM = new Date(2026, 2, 3).getTime()
const at = (minute: number) => FROM + minute * 60_000
const aCommand = (id: string, minute: number, given: Partial<Command> = {}) =>
  ({
    id,
    switchId: 1,
    switchName: 'Pump',
    switchKind: 'ordinary',
    circuit: 1,
    status: 1,
    verb: 'switch.set',
    args: {},
    state: 'observed',
    message: null,
    author: 'Wang Li',
    cause: 'user',
    causeName: null,
    priority: 'manual',
    maxRunMs: null,
    createdAt: at(minute),
    stateAt: at(minute),
    history: [],
    ...given,
  }) as unknown as Command
const lanes: StateLanes = {
  since: FROM,
  until: at(100),
  lanes: [
    {
      switchId: 1,
      circuit: 1,
      name: 'Pump',
      kind: 'ordinary',
      spans: [
        { from: FROM, to: at(50), status: 1 },
        { from: at(50), to: at(75), status: null },
        { from: at(75), to: at(100), status: 0 },
      ],
    },
  ],
  commands: [aCommand('b', 60, { state: 'silent' }), aCommand('a', 10)],
}
const marks = () => screen.getAllByRole('button').filter((one) => one.closest('fieldset'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the states of a circuit', () => {
  test('are bands as wide as they lasted, with words, unknown where nothing is known', () => {
    show(<StateBands lanes={lanes} from={FROM} to={at(100)} />)
    const bands = [...screen.getByRole('figure').querySelectorAll<HTMLElement>('[data-status]')]
    expect(bands.map((band) => [band.textContent, band.style.left, band.style.width])).toEqual([
      ['On', '0%', '50%'],
      [devices.control.unknown, '50%', '25%'],
      ['Off', '75%', '25%'],
    ])
  })

  test('are cut at the edges of what is seen', () => {
    show(<StateBands lanes={lanes} from={at(40)} to={at(60)} />)
    const bands = [...screen.getByRole('figure').querySelectorAll<HTMLElement>('[data-status]')]
    expect(bands.map(({ style }) => [style.left, style.width])).toEqual([
      ['0%', '50%'],
      ['50%', '50%'],
    ])
    expect(screen.queryAllByRole('group')).toEqual([])
  })

  test('that are not told from the start of the range on say from when', () => {
    show(<StateBands lanes={{ ...lanes, since: at(5) }} from={FROM} to={at(100)} />)
    expect(screen.getByText(devices.lanes.since.replace('{{at}}', momentText(at(5))))).toBeTruthy()
  })
})

test('a command is a mark at its moment that says who asked, what and how it ended; arrow keys go from mark to mark', async () => {
  show(<StateBands lanes={lanes} from={FROM} to={at(100)} />)
  expect(marks().map(({ style, tabIndex }) => [style.left, tabIndex])).toEqual([
    ['10%', -1],
    ['60%', 0],
  ])
  marks()[1]!.focus()
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowLeft' })
  expect(document.activeElement).toBe(marks()[0])
  expect(marks().map(({ tabIndex }) => tabIndex)).toEqual([0, -1])
  expect(marks()[0]!.getAttribute('aria-label')).toContain('Wang Li')
  expect(marks()[1]!.getAttribute('aria-label')).toContain(devices.commandState.silent)
  fireEvent.mouseOver(marks()[1]!)
  // The mark that has the focus has its own.
  await waitFor(() =>
    expect(screen.getAllByRole('tooltip').some((one) => one.textContent.includes(devices.commandState.silent))).toBe(true),
  )
})

test('states and commands stand in a table beside the values too, newest first, also of a device without values', () => {
  show(
    <HistoryChart
      curves={[]}
      range={[FROM, at(100)]}
      beside={{
        bands: ([from, to]) => <StateBands lanes={lanes} from={from} to={to} />,
        table: ([from, to]) => <StateTable lanes={lanes} from={from} to={to} />,
      }}
    />,
  )
  expect(screen.getByRole('figure')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: charts.table }))
  expect(screen.queryByRole('figure')).toBeNull()
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1)
  expect(rows.map((row) => row.firstElementChild!.textContent)).toEqual([75, 60, 50, 10, 0].map((minute) => momentText(at(minute))))
  expect(rows[1]!.textContent).toContain(devices.commandState.silent)
  expect(rows[2]!.textContent).toContain(devices.control.unknown)
  expect(rows[2]!.textContent).toContain('25 min')
})

test('the table holds what was so within the moments that are seen, and no more', () => {
  show(<StateTable lanes={lanes} from={at(11)} to={at(60)} />)
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1)
  expect(rows.map((row) => row.firstElementChild!.textContent)).toEqual([60, 50, 0].map((minute) => momentText(at(minute))))
})

describe('while the history of today stands open', () => {
  const now = Date.now()
  const lanesNow = (status: number): StateLanes => ({
    since: now - 1000,
    until: now,
    lanes: [{ switchId: 1, circuit: 1, name: 'Pump', kind: 'ordinary', spans: [{ from: now - 1000, to: now, status }] }],
    commands: [],
  })

  test('the bands follow what a circuit says, and nothing that a circuit of another device says', async () => {
    let status = 0
    let asked = 0
    await signedIn((url) => {
      if (url.pathname.endsWith('check-resources')) return []
      if (!url.pathname.endsWith('/state-lanes')) return undefined
      asked++
      return lanesNow(status)
    })
    const { live, switches } = fakeLive()
    show(<HistoryPanel device={aDevice({ id: 3 })} items={[]} picked={[]} onPick={() => undefined} />, { live })
    await screen.findByRole('figure', { name: /Off/ })
    const before = asked
    status = 1
    const say = (switchId: number) => act(() => switches.changes$.next(new Set([switchId])))
    say(2)
    say(1)
    expect(await screen.findByRole('figure', { name: /On/ })).toBeTruthy()
    expect(asked).toBe(before + 1)
  })
})
