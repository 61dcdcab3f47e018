import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import DayInput from '#src/time/DayPicker.tsx'
import MomentInput from '#src/time/MomentPicker.tsx'
import { keepZone } from '#src/time/moment.ts'
import { show } from '../crud/showing.tsx'

/** Fourteen hours before the browser of these tests at most, or thirteen behind. */
const ZONES = ['Pacific/Kiritimati', 'Asia/Shanghai', 'UTC', 'America/Los_Angeles']
const NOON = Date.UTC(2026, 10, 29, 12)

beforeEach(() => {
  // Wide enough for a mouse: fields are written in.
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('fine'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }))
})
afterEach(() => {
  cleanup()
  keepZone(null)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
const field = (name: string) => screen.getByRole('group', { name })
const shownText = (name: string) => field(name).textContent?.replaceAll(/[\u2060-\u206F]/g, '') ?? ''

describe.each(ZONES)('by the clock of %s', (zone) => {
  test('a moment is shown and typed', async () => {
    keepZone(zone)
    const told = vi.fn()
    const Held = () => {
      const [value, setValue] = useState<number | null>(NOON)
      return <MomentInput label="At" value={value} onChange={(at, isHalf) => (told(at, isHalf), setValue(at))} />
    }
    show(<Held />)
    const hour = { 'Pacific/Kiritimati': '30 02', 'Asia/Shanghai': '29 20', UTC: '29 12', 'America/Los_Angeles': '29 04' }[zone]!
    expect(shownText('At')).toContain(`2026-11-${hour}:00`)
    const minutes = screen.getByRole('spinbutton', { name: 'Minutes' })
    await userEvent.click(minutes)
    await userEvent.keyboard('45')
    await waitFor(() => expect(told).toHaveBeenLastCalledWith(NOON + 45 * 60_000, false))
    await userEvent.click(screen.getByRole('spinbutton', { name: 'Minutes' }))
    await userEvent.keyboard('{Backspace}')
    expect(told).toHaveBeenLastCalledWith(null, false)
  })

  test('a day is what it says, and the present day is the last that can be chosen', async () => {
    keepZone(zone)
    const told = vi.fn()
    vi.setSystemTime(NOON)
    show(<DayInput label="On" value="2026-11-29" disableFuture onChange={told} />)
    expect(shownText('On')).toContain('2026-11-29')
    await userEvent.click(screen.getByRole('button', { name: /choose date/i }))
    const today = zone === 'Pacific/Kiritimati' ? 30 : 29
    const cell = (day: number) => screen.getByRole<HTMLButtonElement>('gridcell', { name: String(day) })
    expect(cell(today).getAttribute('aria-current')).toBe('date')
    expect(cell(today).disabled).toBe(false)
    if (today < 30) expect(cell(today + 1).disabled).toBe(true)
    await userEvent.click(cell(28))
    expect(told).toHaveBeenLastCalledWith('2026-11-28', false)
  })
})
