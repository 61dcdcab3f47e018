import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CENTRED, heldInFrame, squareOf, ZOOM_MOST, zoomed } from '#src/files/cropFrame.ts'

const side = fc.integer({ min: 1, max: 10_000 })
const size = fc.record({ width: side, height: side })
const far = fc.double({ min: -20, max: 20, noNaN: true })
const view = fc.record({ x: far, y: far, zoom: fc.double({ min: 0.01, max: 50, noNaN: true }) })

describe('the square that is cut out', () => {
  test('is the middle of a picture that nobody moved', () => {
    expect(squareOf({ width: 400, height: 200 }, CENTRED)).toEqual({ left: 100, top: 0, side: 200 })
    expect(squareOf({ width: 200, height: 400 }, { ...CENTRED, zoom: 2 })).toEqual({ left: 50, top: 150, side: 100 })
  })
  test('follows the picture: moved to the right, its left part is cut out', () => {
    expect(squareOf({ width: 400, height: 200 }, { x: 0.5, y: 0, zoom: 1 })).toEqual({ left: 0, top: 0, side: 200 })
  })
  test('never leaves the picture, however it is moved and sized', () => {
    fc.assert(
      fc.property(size, view, (picture, given) => {
        const { left, top, side: edge } = squareOf(picture, given)
        const slack = 1e-6 * Math.max(picture.width, picture.height)
        expect(left).toBeGreaterThanOrEqual(-slack)
        expect(top).toBeGreaterThanOrEqual(-slack)
        expect(left + edge).toBeLessThanOrEqual(picture.width + slack)
        expect(top + edge).toBeLessThanOrEqual(picture.height + slack)
        expect(edge).toBeGreaterThan(0)
      }),
    )
  })
})

test('a view that fills the frame stays as it is, and another size stays within bounds', () => {
  fc.assert(
    fc.property(size, view, fc.double({ min: 0.1, max: 20, noNaN: true }), (picture, given, zoom) => {
      const held = heldInFrame(picture, given)
      expect(heldInFrame(picture, held)).toEqual(held)
      const sized = zoomed(picture, held, zoom)
      expect(sized.zoom).toBeGreaterThanOrEqual(1)
      expect(sized.zoom).toBeLessThanOrEqual(ZOOM_MOST)
    }),
  )
})
