import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { CollectItem } from '#contract/devices/collect'
import { Carousel } from '#src/screens/devices/collect/Carousel.tsx'
import { ReadingCard } from '#src/devices/ReadingCard.tsx'
import { show } from '../crud/showing.tsx'
import { fakeLive } from './fakeLive.ts'

afterEach(cleanup)

const MINUTE = 60_000
const anItem = (given: Partial<CollectItem> = {}): CollectItem => ({
  id: 9,
  concentratorId: 3,
  deviceName: 'Pond',
  code: 'temperature',
  name: 'Air temperature',
  icon: null,
  newestData: 21.4,
  newestTime: Date.now(),
  unit: '°C',
  online: 1,
  description: null,
  low: 18,
  high: 30,
  hidden: 0,
  reportingPeriod: MINUTE,
  calibrated: false,
  calculation: null,
  objectVersionNumber: 1,
  ...given,
})
const card = (item: CollectItem, fake = fakeLive()) => {
  show(<ReadingCard item={item} areaId={1} trend={null} picked={false} onPick={() => undefined} />, { live: fake.live })
  return { ...fake, text: () => screen.getByRole('article').textContent ?? '' }
}

describe('a reading', () => {
  test.each([
    ['Live', 0.5],
    ['Reading late', 2],
    ['No readings', 5],
  ] as const)('is %s when it is %d periods old, and says so in words', (word, periods) => {
    const { text } = card(anItem({ newestTime: Date.now() - periods * MINUTE }))
    expect(text()).toContain(word)
    expect(text()).toContain('21.4')
    expect(text()).toContain('°C')
  })
  test('stands with its normal band, and above it with a word and not only a colour', () => {
    const { text } = card(anItem({ newestData: 34 }))
    expect(text()).toContain('Normal 18 to 30')
    expect(text()).toContain('Too high')
  })
  test('follows the live table', () => {
    const { readings, text } = card(anItem())
    act(() => readings.put(9, { value: 12.5, ts: Date.now() + 1 }))
    expect(text()).toContain('12.5')
    expect(text()).toContain('Too low')
  })
  test('has its peaks in the line of the last hours, not the mean of what lay round them', () => {
    const now = Date.now()
    const trend = {
      itemId: 9,
      name: 'Air temperature',
      unit: '°C',
      bucket: 5 * MINUTE,
      collectionTime: [now - 10 * MINUTE, now - 5 * MINUTE],
      collectionData: [27.1, 27.4],
      min: [26.9, 27],
      max: [27.3, 38.6],
      strength: null,
    }
    show(<ReadingCard item={anItem()} areaId={1} trend={trend} />, { live: fakeLive().live })
    expect(screen.getByText(/^Last 6 hours/).textContent).toMatch(/38\.6$/)
  })
  test('that is a direction has no least and no greatest in the words of its line', () => {
    const now = Date.now()
    const trend = {
      itemId: 9,
      name: 'Wind from',
      unit: '°',
      bucket: 5 * MINUTE,
      collectionTime: [now - 10 * MINUTE, now - 5 * MINUTE],
      collectionData: [350, 10],
      min: [null, null],
      max: [null, null],
      strength: [0.9, 0.8],
    }
    const item = anItem({ code: 'windDirection', unit: '°', low: null, high: null, newestData: 20 })
    show(<ReadingCard item={item} areaId={1} trend={trend} />, { live: fakeLive().live })
    expect(screen.getByText(/^Last 6 hours/).textContent).toMatch(/^Last 6 hours, now .*20/)
    expect(screen.queryByText(/^Last 6 hours.* to /)).toBeNull()
  })
  test('draws its line and age once a second at most, while its number follows every reading', async () => {
    const now = Date.now()
    const { readings, text } = card(anItem({ newestTime: now - 30_000, newestData: 20 }))
    act(() => readings.put(9, { value: 21, ts: now - 20_000 }))
    act(() => readings.put(9, { value: 25, ts: now - 10_000 }))
    expect(text()).toContain('25')
    expect(screen.getByText(/^Last 6 hours/).textContent).toMatch(/20$/)
    await waitFor(() => expect(screen.getByText(/^Last 6 hours/).textContent).toMatch(/25$/), { timeout: 10_000 })
  })
  test('draws nothing while it is out of sight, and what came meanwhile once it is seen again', () => {
    let tell: (seen: boolean) => void = () => undefined
    class Watcher {
      constructor(told: IntersectionObserverCallback) {
        tell = (isIntersecting) =>
          told([{ target: screen.getByRole('article'), isIntersecting } as unknown as IntersectionObserverEntry], this as never)
      }
      observe() {}
      unobserve() {}
    }
    vi.stubGlobal('IntersectionObserver', Watcher)
    const { readings, text } = card(anItem({ newestTime: Date.now() - 30_000, newestData: 20 }))
    const line = () => screen.getByText(/^Last 6 hours/).textContent
    act(() => tell(false))
    act(() => readings.put(9, { value: 27, ts: Date.now() }))
    expect(text()).toContain('27')
    expect(line()).toMatch(/20$/)
    act(() => tell(true))
    expect(line()).toMatch(/27$/)
    vi.unstubAllGlobals()
  })
  test('that never came says so', () => {
    expect(card(anItem({ newestData: null, newestTime: null })).text()).toContain('Never reported')
  })
})

describe('the carousel', () => {
  const numbers = Array.from({ length: 12 }, (_, at) => at + 1)
  const open = (perSlide: number) =>
    show(
      <Carousel
        items={numbers}
        perSlide={perSlide}
        label="Readings"
        itemKey={(one) => one}
        card={(one) => <p data-testid="card">{one}</p>}
      />,
    )
  const shown = () => screen.getAllByTestId('card').map(({ textContent }) => Number(textContent))

  test.each([
    [5, [6, 7, 8, 9, 10]],
    [3, [4, 5, 6]],
  ] as const)('turns by %d cards at an arrow', async (perSlide, second) => {
    open(perSlide)
    await userEvent.click(screen.getAllByRole('button', { name: 'Next group' })[0]!)
    expect(shown()).toEqual(second)
    await userEvent.click(screen.getAllByRole('button', { name: 'Previous group' })[0]!)
    expect(shown()).toEqual(numbers.slice(0, perSlide))
  })
  test('turns by the keyboard and stops at its ends', async () => {
    open(5)
    screen.getAllByRole('button', { name: 'Next group' })[0]!.focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(shown()).toEqual([11, 12])
    expect(screen.getByText('Group 3 of 3')).toBeTruthy()
  })
  test('turns by a swipe across, and not by a scroll down', () => {
    open(5)
    const area = screen.getAllByTestId('card')[0]!
    const swipe = (across: number, down: number) => {
      fireEvent.touchStart(area, { touches: [{ clientX: 200, clientY: 200 }] })
      fireEvent.touchEnd(area, { changedTouches: [{ clientX: 200 + across, clientY: 200 + down }] })
    }
    swipe(-20, -150)
    expect(shown()[0]).toBe(1)
    swipe(-120, 10)
    expect(shown()[0]).toBe(6)
  })
})
