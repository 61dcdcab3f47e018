import { describe, expect, test } from 'vitest'
import { type LivePump, pump, pumpOf } from '#streams/devices/aerators'
import type { LivePresence } from '#streams/devices/presence'
import type { LiveReading } from '#streams/devices/readings'
import type { LiveSwitch } from '#streams/devices/switches'
import { marbles } from '../marbles.ts'

const on: LiveSwitch = { status: 1, ts: 1, command: null }
const off: LiveSwitch = { status: 0, ts: 2, command: null }
const there: LivePresence = { presence: 'online', heardAt: 1 }
const gone: LivePresence = { presence: 'offline', heardAt: 1 }
const fault: LiveReading = { value: 1, ts: 1 }
const fine: LiveReading = { value: 0, ts: 2 }

describe('a pump', () => {
  test('lost contact comes before its fault', () => {
    expect(pumpOf(on, gone, fault)).toEqual({ on: true, health: 'lostContact', fault: null })
    expect(pumpOf(on, undefined, fine)).toEqual({ on: true, health: 'lostContact', fault: null })
    expect(pumpOf(off, there, fault)).toEqual({ on: false, health: 'abnormal', fault: 1 })
    expect(pumpOf(off, there, fine)).toEqual({ on: false, health: 'normal', fault: null })
  })

  test('nobody knows whether it runs before its regulator said so', () => {
    expect(pumpOf(undefined, there, undefined)).toEqual({ on: null, health: 'normal', fault: null })
    expect(pumpOf({ ...on, status: null }, there, undefined).on).toBeNull()
  })

  test('speaks only when what is shown changes', () => {
    const shown: Record<string, LivePump> = {
      l: { on: true, health: 'lostContact', fault: null },
      n: { on: true, health: 'normal', fault: null },
      x: { on: true, health: 'abnormal', fault: 1 },
      o: { on: false, health: 'normal', fault: null },
    }
    marbles(({ cold, expectObservable }) => {
      const state$ = cold('   a-----b-', { a: on, b: off })
      const regulator$ = cold('a-b-----', { a: gone, b: there })
      const fault$ = cold('    a---b-c-', { a: undefined, b: fault, c: fine })
      // At the last moment the state comes first, then the fault goes.
      expectObservable(pump(state$, regulator$, fault$)).toBe('l-n-x-(yo)', { ...shown, y: { on: false, health: 'abnormal', fault: 1 } })
    })
  })
})
