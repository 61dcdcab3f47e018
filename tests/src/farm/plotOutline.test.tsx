import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PlotOutline } from '#src/screens/farm/PlotOutline.tsx'

afterEach(cleanup)

const sizeOf = (west: number, east: number) => {
  const landProfile = [
    [west, -17],
    [east, -17],
    [east, -16.999],
    [west, -16.999],
  ]
  const record = { landProfile, profileColor: null, outlineColor: null, outlineWidth: 1, opacity: 0.3 }
  const { container } = render(<PlotOutline value={null} record={record as never} />)
  const [, , width, height] = container.querySelector('svg')!.getAttribute('viewBox')!.split(' ').map(Number)
  return [width, height].map((side) => Math.round(side! * 10) / 10)
}

test('a plot on both sides of 180 degrees has the shape that it has elsewhere', () => {
  expect(sizeOf(179.9995, -179.9995)).toEqual(sizeOf(100, 100.001))
})
