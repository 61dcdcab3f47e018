import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WIND_CLASSES, type WindRose } from '#contract/devices/windRose'
import { WIND_SECTORS } from '#contract/map/weather'
import { WindRosePanel } from '#src/screens/devices/page/wind/WindRosePanel.tsx'
import { show } from '../crud/showing.tsx'
import { aDevice } from '../map/aDevice.ts'
import { signedIn } from '../signedIn.ts'

/** By sector and class, in minutes. */
const roseOf = (minutes: Readonly<Record<string, readonly number[]>>, calm = 0, withoutDirection = 0): WindRose => ({
  calm: calm * 60_000,
  withoutDirection: withoutDirection * 60_000,
  sectors: WIND_SECTORS.map((sector) => ({
    sector,
    classes: WIND_CLASSES.map((from, nth) => {
      const ms = (minutes[sector]?.[nth] ?? 0) * 60_000
      return { ms, mean: ms > 0 ? from + 0.5 : null }
    }),
  })),
})
const station = aDevice({ id: 4, name: 'Station', deviceType: 'gateway_weather' })
let answer: (query: URLSearchParams) => unknown
beforeEach(() => signedIn((url) => (url.pathname.endsWith('/device/gateway/4/wind-rose') ? answer(url.searchParams) : undefined)))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the rose says from where the wind came most, and tells every class of every sector as a wedge and as a number', async () => {
  answer = () => roseOf({ SE: [2, 0, 4], N: [0, 2] }, 2, 1)
  show(<WindRosePanel device={station} />)
  expect(await screen.findByText('Most often from the south-east (60%)')).toBeDefined()
  const row = screen.getByRole('row', { name: /^south-east/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['60%', '2.9', '20%', '0%', '40%', '0%', '0%'])
  const wedges = [...screen.getByRole('figure', { name: /^Where the wind came from/ }).querySelectorAll('path')]
  expect(wedges.map((one) => one.getAttribute('aria-label'))).toEqual([
    'north, 1.6 to 3.4 m/s: 20%, mean 2.1 m/s',
    'south-east, 0.3 to 1.6 m/s: 20%, mean 0.8 m/s',
    'south-east, 3.4 to 5.5 m/s: 40%, mean 3.9 m/s',
  ])
  expect(within(screen.getByRole('row', { name: /^Calm/ })).getAllByRole('cell')[0]!.textContent).toBe('20%')
  expect(screen.getByText('Measured for 10 min · 1 min left out, without a direction')).toBeDefined()
})

test('another period is another question', async () => {
  const spans: number[] = []
  answer = (query) => {
    spans.push((Number(query.get('endTime')) - Number(query.get('startTime'))) / 86_400_000)
    return roseOf({ [spans.at(-1) === 30 ? 'W' : 'E']: [1] })
  }
  show(<WindRosePanel device={station} />)
  await screen.findByText(/from the east/)
  fireEvent.click(screen.getByRole('button', { name: '30 days' }))
  expect(await screen.findByText(/from the west/)).toBeDefined()
  expect(spans).toEqual([1, 30])
})

test('nothing but calm is said as that, and no wind at all as nothing', async () => {
  answer = () => roseOf({}, 5)
  show(<WindRosePanel device={station} />)
  expect(await screen.findByText('Calm all the time')).toBeDefined()
  cleanup()
  answer = () => roseOf({}, 0, 2)
  show(<WindRosePanel device={station} />)
  expect(await screen.findByText('No wind was measured in this period')).toBeDefined()
  expect(screen.getByText('2 min left out, without a direction')).toBeDefined()
})

test('why it could not be read is said, and it can be asked again', async () => {
  answer = () => Response.json({ failed: true, code: 'error.unexpected', message: 'Broken' }, { status: 500 })
  show(<WindRosePanel device={station} />)
  const again = await screen.findByRole('button', { name: /again/i })
  answer = () => roseOf({ S: [1] })
  fireEvent.click(again)
  expect(await screen.findByText(/from the south/)).toBeDefined()
})
