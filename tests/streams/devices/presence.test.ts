import { describe, expect, test } from 'vitest'
import { foldPresence, type LivePresence, newerPresence, readPresenceFrame } from '#streams/devices/presence'

describe('folding presence', () => {
  const held: LivePresence = { presence: 'online', heardAt: 100 }

  test('newest heard wins, older is ignored, the same redraws nothing', () => {
    expect(foldPresence(held, [1, 110, 'online'], true)).toEqual({ presence: 'online', heardAt: 110 })
    expect(foldPresence(held, [1, 90, 'offline'], true)).toBe(held)
    expect(foldPresence(held, [1, 100, 'online'], true)).toBe(held)
  })

  test('a device that fell silent was heard no later than before: the later word of a tie counts', () => {
    expect(foldPresence(held, [1, 100, 'offline'], true)).toEqual({ presence: 'offline', heardAt: 100 })
    expect(foldPresence(held, [1, 100, 'offline'], false)).toBe(held)
  })

  test('a frame that is none is refused', () => {
    expect(readPresenceFrame({ at: 1, seq: 1, start: 1, v: [[1, 2, 'online']] })).not.toBeNull()
    expect(readPresenceFrame({ at: 1, seq: 1, start: 1, v: [[1, 2, 'away']] })).toBeNull()
    expect(readPresenceFrame('nonsense')).toBeNull()
  })
})

describe('a record beside the live table', () => {
  const record = { presence: 'online', heardAt: 100 } as const

  test('speaks until the table knows anything, and where it was read after the table last heard', () => {
    expect(newerPresence(record, undefined)).toEqual(record)
    expect(newerPresence(record, { presence: 'offline', heardAt: 99 })).toEqual(record)
  })

  test('is silent where the table heard as late or later', () => {
    expect(newerPresence(record, { presence: 'offline', heardAt: 100 })).toEqual({ presence: 'offline', heardAt: 100 })
    expect(newerPresence({ presence: 'unknown', heardAt: null }, { presence: 'online', heardAt: 5 })).toEqual({
      presence: 'online',
      heardAt: 5,
    })
  })

  test('never heard is no moment', () => {
    expect(newerPresence({ presence: 'unknown', heardAt: null }, { presence: 'offline', heardAt: 0 })).toEqual({
      presence: 'offline',
      heardAt: null,
    })
  })
})
