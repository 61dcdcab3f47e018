import { describe, expect, test } from 'vitest'
import { ageOf } from '#streams/devices/age'

describe('the age class of a reading', () => {
  test('is live until one and a half periods, late until three, then lost', () => {
    expect(ageOf(1000, 10, 1000)).toBe('live')
    expect(ageOf(1000, 10, 1014)).toBe('live')
    expect(ageOf(1000, 10, 1015)).toBe('late')
    expect(ageOf(1000, 10, 1029)).toBe('late')
    expect(ageOf(1000, 10, 1030)).toBe('lost')
  })

  test('of a device whose clock runs ahead is live, of one that never reported lost', () => {
    expect(ageOf(2000, 10, 1000)).toBe('live')
    expect(ageOf(null, 10, 1000)).toBe('lost')
    expect(ageOf(undefined, 10, 1000)).toBe('lost')
  })
})
