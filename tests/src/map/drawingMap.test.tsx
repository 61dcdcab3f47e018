import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Position } from '#contract/core/values'
import errors from '#locales/en-US/errors' with { type: 'json' }
import { DrawingMap, type DrawingMapProps } from '#src/map/DrawingMap.tsx'
import { show } from '../crud/showing.tsx'
import { fakeCanvas } from './fakeCanvas.ts'

const SQUARE: readonly Position[] = [
  [113.34, 22.96],
  [113.342, 22.96],
  [113.342, 22.962],
  [113.34, 22.962],
]
/** The same corners in an order in which two sides cross. */
const BOW: readonly Position[] = [SQUARE[0]!, SQUARE[2]!, SQUARE[1]!, SQUARE[3]!]

beforeEach(() => {
  fakeCanvas()
  const listen = () => undefined
  vi.stubGlobal('matchMedia', () => ({ matches: true, addListener: listen, removeListener: listen }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function drawn(given: Partial<DrawingMapProps>) {
  const { container } = show(
    <DrawingMap label="Outline" corners={SQUARE} onChange={() => undefined} most={50} centre={null} hint="Draw it" {...given} />,
  )
  return [...container.querySelectorAll<SVGPathElement>('.leaflet-overlay-pane path')]
}

test('where an outline crosses itself is ringed and said while it is drawn; one that does not has no ring', () => {
  const [outline, ...rest] = drawn({})
  expect([outline !== undefined, rest]).toEqual([true, []])
  expect(screen.queryByText(errors.field.crossing)).toBeNull()
  cleanup()
  const [, ring] = drawn({ corners: BOW })
  expect(screen.getByText(errors.field.crossing)).toBeTruthy()
  expect(ring!.getAttribute('fill')).toBe('none')
  expect(Number(ring!.getAttribute('stroke-width'))).toBeGreaterThan(Number(outline!.getAttribute('stroke-width')))
})

test('a place is picked among the plots and the neighbours of its base, which have their names and cannot be moved', async () => {
  const beside = [{ name: '<b>Pump</b>', longitude: 113.341, latitude: 22.961 }]
  const around = [SQUARE]
  const parts = drawn({ most: 1, corners: [SQUARE[0]!], beside, around })
  // Beside the empty shape of what is picked: one outline and one neighbour.
  expect(parts).toHaveLength(3)
  const circle = parts.find((part) => part.classList.contains('leaflet-interactive'))!
  act(() => void circle.dispatchEvent(new MouseEvent('mouseover', { bubbles: true })))
  expect((await screen.findByRole('tooltip')).textContent).toBe('<b>Pump</b>')
  cleanup()
  expect(drawn({ most: 1, corners: [SQUARE[0]!] })).toHaveLength(1)
})

test('an outline on both sides of 180 degrees is drawn and framed in one piece, and is said as one that does not cross itself', () => {
  const there: readonly Position[] = SQUARE.map(([longitude, latitude]) => [longitude > 113.341 ? -179.999 : 179.999, latitude])
  const widthOf = (path: SVGPathElement) => {
    const xs = [...path.getAttribute('d')!.matchAll(/[ML](-?\d+(?:\.\d+)?) /g)].map(([, x]) => Number(x))
    return Math.max(...xs) - Math.min(...xs)
  }
  const here = widthOf(drawn({})[0]!)
  cleanup()
  const [outline, ...rest] = drawn({ corners: there })
  expect(rest).toEqual([])
  expect(Math.abs(widthOf(outline!) - here)).toBeLessThan(4)
  expect(screen.queryByText(errors.field.crossing)).toBeNull()
})

test('a place that is picked beyond 180 degrees is told as it is kept', () => {
  const told: (readonly Position[])[] = []
  const { container } = show(
    <DrawingMap
      label="Place"
      corners={[]}
      onChange={(now) => told.push(now)}
      most={1}
      centre={{ longitude: 179.9999, latitude: 0 }}
      hint=""
    />,
  )
  const host = container.querySelector<HTMLElement>('[data-drawing]')!
  act(() => void host.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: 600, clientY: 300 })))
  expect(told).toHaveLength(1)
  expect(told[0]![0]![0]).toBeGreaterThan(-180)
  expect(told[0]![0]![0]).toBeLessThan(-179.99)
})
