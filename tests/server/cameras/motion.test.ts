import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LOOK, LOOK_BYTES, moved, type Sensitivity } from '#server/cameras/recording/motion'

const SENSITIVITIES: readonly Sensitivity[] = [1, 2, 3]
const picture = fc.uint8Array({ minLength: LOOK_BYTES, maxLength: LOOK_BYTES })
const sensitivity = fc.constantFrom(...SENSITIVITIES)
const lit = (from: Uint8Array, by: number) => Uint8Array.from(from, (value) => Math.min(255, Math.max(0, value + by)))
/** A thing of one brightness before a plain ground. */
function thing(left: number, top: number, side: number, { ground, light }: { ground: number; light: number }): Uint8Array {
  const drawn = new Uint8Array(LOOK_BYTES).fill(ground)
  for (let y = top; y < top + side; y++) drawn.fill(light, y * LOOK.width + left, y * LOOK.width + left + side)
  return drawn
}

describe('what counts as motion', () => {
  test('is no change of brightness that all of the picture shares', () => {
    fc.assert(
      fc.property(picture, fc.integer({ min: -255, max: 255 }), sensitivity, (before, by, how) => {
        expect(moved(before, lit(before, by), how)).toBe(false)
      }),
    )
  })

  test('is a thing that stands elsewhere, also where the light changes with it', () => {
    const place = fc.record({ left: fc.integer({ min: 0, max: LOOK.width - 28 }), top: fc.integer({ min: 0, max: LOOK.height - 14 }) })
    const looks = fc.record({ ground: fc.integer({ min: 40, max: 90 }), light: fc.integer({ min: 150, max: 200 }) })
    fc.assert(
      fc.property(place, looks, fc.integer({ min: -30, max: 30 }), sensitivity, ({ left, top }, shades, by, how) => {
        const before = thing(left, top, 14, shades)
        const after = lit(thing(left + 14, top, 14, shades), by)
        expect(moved(before, after, how)).toBe(true)
        expect(moved(before, before, how)).toBe(false)
      }),
    )
  })

  test('is the less the more sensitive it is looked for', () => {
    const shades = { ground: 80, light: 100 }
    const small = [thing(4, 4, 8, shades), thing(40, 20, 8, shades)] as const
    const larger = [thing(4, 4, 8, { ground: 80, light: 130 }), thing(40, 20, 8, { ground: 80, light: 130 })] as const
    expect(SENSITIVITIES.map((how) => moved(...small, how))).toEqual([false, false, true])
    expect(SENSITIVITIES.map((how) => moved(...larger, how))).toEqual([true, true, true])
  })

  test('is no clock that is written into the picture', () => {
    const before = new Uint8Array(LOOK_BYTES).fill(120)
    const after = Uint8Array.from(before)
    for (let y = 32; y < LOOK.height; y++) after.fill(250, y * LOOK.width, (y + 1) * LOOK.width - 8)
    expect(SENSITIVITIES.map((how) => moved(before, after, how))).toEqual([false, false, false])
  })
})
