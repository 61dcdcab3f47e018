import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import charts from '#locales/en-US/charts' with { type: 'json' }
import { HistoryChart } from '#src/charts/HistoryChart.tsx'
import type { HistoryCurve } from '#src/charts/historyCurve.ts'
import type { Zoom } from '#src/charts/zoom.ts'
import { momentText } from '#src/time/moment.ts'
import { show } from '../crud/showing.tsx'

const HOUR = 3_600_000
const FROM = new Date(2026, 2, 3).getTime()
const range = [FROM, FROM + 24 * HOUR] as const
let zoomTo: (zoom: Zoom) => void
/** What the canvas that stands now was told to show. */
let shown: Zoom
const saved = vi.hoisted(() => ({ files: [] as { name: string; text: string }[] }))
vi.mock('#src/charts/HistoryCanvas.tsx', () => ({
  default: ({ zoom, onZoom, panelHeight }: { zoom: Zoom; onZoom: (zoom: Zoom) => void; panelHeight: number }) => {
    zoomTo = onZoom
    shown = zoom
    return <output aria-label="canvas">{panelHeight}</output>
  },
}))
vi.mock('#src/ui/saveText.ts', () => ({ saveText: (name: string, text: string) => void saved.files.push({ name, text }) }))

const times = Array.from({ length: 24 }, (_, at) => FROM + at * HOUR)
const curve: HistoryCurve = {
  itemId: 1,
  name: 'Air',
  unit: '°C',
  bucket: 0,
  color: '#d9622b',
  low: null,
  high: null,
  collectionTime: times,
  collectionData: times.map((_, at) => at + 0.5),
  min: times.map((_, at) => at + 0.5),
  max: times.map((_, at) => at + 0.5),
  strength: null,
}
const button = (name: string) => screen.getByRole('button', { name })
const lastSaved = () => saved.files.at(-1)!.text.trim().split('\r\n').length - 1

beforeEach(async () => {
  saved.files.length = 0
  show(<HistoryChart curves={[curve]} range={range} />)
  await screen.findByRole('status', { name: 'canvas' })
})
afterEach(cleanup)

test('the overview strip says from when to when it stands, and which part of it is seen', () => {
  const strip = () => document.querySelector('[data-strip]')!.textContent
  const text = (moment: number) => momentText(moment).slice(0, 16)
  expect(strip()).toBe(`${text(range[0])}${text(range[1])}`)
  act(() => zoomTo({ start: 25, end: 50 }))
  expect(strip()).toContain(charts.seen.replace('{{from}}', text(FROM + 6 * HOUR)).replace('{{to}}', text(FROM + 12 * HOUR)))
})

test('the window of time is one: the table, its CSV and the whole screen show it, and the curve behind them', async () => {
  const strip = () => document.querySelector('[data-strip]')!.textContent
  act(() => zoomTo({ start: 25, end: 50 }))
  const said = strip()
  fireEvent.click(button(charts.table))
  expect(strip()).toBe(said)
  const cells = within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)
  expect(cells).toHaveLength(7)
  expect(cells[0]).toContain('12.50')
  fireEvent.click(button(charts.csv))
  expect(lastSaved()).toBe(7)
  fireEvent.click(button(charts.zoomOut))
  expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(1 + 13)
  fireEvent.click(button(charts.curve))
  await screen.findByRole('status', { name: 'canvas' })
  expect(shown).toEqual({ start: 12.5, end: 62.5 })
  fireEvent.click(button(charts.full))
  await screen.findByRole('dialog')
  expect(shown).toEqual({ start: 12.5, end: 62.5 })
  fireEvent.click(button(charts.zoomIn))
  fireEvent.click(button(charts.leaveFull))
  expect(shown).toEqual({ start: 25, end: 50 })
  expect(strip()).toBe(said)
})

test('what is seen is saved, and no more', () => {
  fireEvent.click(button(charts.csv))
  expect(lastSaved()).toBe(24)
  act(() => zoomTo({ start: 25, end: 50 }))
  fireEvent.click(button(charts.csv))
  expect(lastSaved()).toBe(7)
  expect(saved.files.at(-1)!.name).toMatch(/^Air-2026-03-03.*\.csv$/)
})

test('a curve fills the screen, higher than in its page, and goes back', async () => {
  const height = () => Number(screen.getByRole('status', { name: 'canvas' }).textContent)
  const usual = height()
  fireEvent.click(button(charts.full))
  const full = await screen.findByRole('dialog')
  expect(within(full).getByRole('status', { name: 'canvas' })).toBeTruthy()
  expect(height()).toBeGreaterThan(usual)
  fireEvent.click(button(charts.leaveFull))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the table of values has two decimals (COLLECT-03)', () => {
  fireEvent.click(button(charts.table))
  expect(screen.getByRole('cell', { name: '23.50' })).toBeTruthy()
})

test('a mean of directions says how steady it is, or that it is an old one; a single direction says neither', () => {
  cleanup()
  const direction = (bucket: number, strength: HistoryCurve['strength']) => ({ ...curve, bucket, strength })
  const texts = (shown: HistoryCurve) => {
    show(<HistoryChart curves={[shown]} range={range} />)
    fireEvent.click(button(charts.table))
    const cells = screen.getAllByRole('row').map((row) => row.lastElementChild!.textContent)
    cleanup()
    return cells.slice(1, 3)
  }
  const strength = times.map((_, at) => (at === 23 ? null : 0.876))
  expect(texts(direction(HOUR, strength))).toEqual([`23.50${charts.oldMean}`, `22.50${charts.steadiness.replace('{{percent}}', '88')}`])
  expect(texts(direction(0, strength))).toEqual(['23.50', '22.50'])
  expect(texts(direction(HOUR, null))).toEqual(['23.50', '22.50'])
})
