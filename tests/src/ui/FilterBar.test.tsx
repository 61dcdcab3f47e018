import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startWords } from '#src/i18n/i18n.ts'
import { type Filter, FilterBar } from '#src/ui/FilterBar.tsx'

let widen: (width: number) => void
beforeAll(async () => {
  localStorage.setItem('furrow.language', 'en-US')
  await startWords()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(told: (entries: { contentRect: { width: number } }[]) => void) {
        widen = (width) => act(() => told([{ contentRect: { width } }]))
      }
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(cleanup)

const texts = (count: number): Filter[] => Array.from({ length: count }, (_, at) => ({ name: `f${at}`, label: `Filter ${at}` }))
const shown = () => document.querySelectorAll('input[name]').length

describe('the bar of filters (FRAME-12, FRAME-13)', () => {
  test('has items 304 px wide that say what to do, and days as YYYY-MM-DD', async () => {
    const changed = vi.fn()
    render(
      <FilterBar filters={[...texts(1), { name: 'from', label: 'From', day: true }]} values={{ from: '2026-11-21' }} onChange={changed} />,
    )
    const item = screen.getByLabelText('Filter 0')
    // A label that is longer than its item is read whole where it is pointed at.
    expect(screen.getByTitle('Filter 0').textContent).toBe('Filter 0')
    expect(item.getAttribute('placeholder')).toBe('Please enter')
    expect(getComputedStyle(item.closest('.MuiTextField-root')!).width).toBe('304px')
    await waitFor(() => expect(document.querySelector<HTMLInputElement>('input[name=from]')?.value).toBe('2026-11-21'))
    fireEvent.change(item, { target: { value: ' pond ' } })
    fireEvent.click(screen.getByText('Search'))
    expect(changed).toHaveBeenLastCalledWith({ f0: 'pond', from: '2026-11-21' })
  })

  test('shows five rows where nothing is said, the rest when it is expanded', () => {
    render(<FilterBar filters={texts(14)} values={{}} onChange={vi.fn()} />)
    // Two of 304 with the gap between them.
    widen(624)
    expect(shown()).toBe(10)
    fireEvent.click(screen.getByText('More filters'))
    expect(shown()).toBe(14)
    fireEvent.click(screen.getByText('Fewer filters'))
    expect(shown()).toBe(10)
    // One less than two need: a column of one shows its first alone.
    widen(623)
    expect(shown()).toBe(1)
  })

  test.each([
    [0, 2],
    [1, 2],
    [6, 12],
    [9, 12],
  ])('takes rows from 1 to 6: asked for %i rows of two, it shows %i items', (rows, items) => {
    render(<FilterBar filters={texts(14)} values={{}} onChange={vi.fn()} rows={rows} />)
    widen(700)
    expect(shown()).toBe(items)
  })
})
