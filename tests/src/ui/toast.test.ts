import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SHOWN_MS, THROTTLE_MS, toastRack } from '#src/ui/toast.ts'

describe('tips', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('many failures within a second show one tip', () => {
    const rack = toastRack()
    for (let call = 0; call < 20; call++) rack.show('error', `failure ${call}`)
    expect(rack.get().map(({ words }) => words)).toEqual(['failure 0'])
    vi.advanceTimersByTime(THROTTLE_MS)
    rack.show('error', 'a later one')
    expect(rack.get().map(({ words }) => words)).toEqual(['failure 0', 'a later one'])
  })

  test('a success is not swallowed by a failure a moment before, but the same words do not repeat', () => {
    const rack = toastRack()
    rack.show('error', 'no')
    rack.show('success', 'saved')
    rack.show('success', 'saved')
    expect(rack.get().map(({ words }) => words)).toEqual(['no', 'saved'])
  })

  test('what is said again while it still stands there is said once, for three seconds from then on', () => {
    const rack = toastRack()
    rack.show('error', 'no answer')
    rack.show('success', 'saved')
    vi.advanceTimersByTime(2 * THROTTLE_MS)
    rack.show('error', 'no answer')
    expect(rack.get().map(({ words }) => words)).toEqual(['saved', 'no answer'])
    vi.advanceTimersByTime(SHOWN_MS - 1)
    expect(rack.get().map(({ words }) => words)).toEqual(['no answer'])
  })

  test('a tip stays for three seconds', () => {
    const rack = toastRack()
    rack.show('info', 'for a while')
    vi.advanceTimersByTime(SHOWN_MS - 1)
    expect(rack.get()).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(rack.get()).toHaveLength(0)
  })

  test('who listens hears of every tip that comes or goes', () => {
    const rack = toastRack()
    const heard = vi.fn()
    const stop = rack.subscribe(heard)
    rack.show('info', 'one')
    vi.advanceTimersByTime(SHOWN_MS)
    expect(heard).toHaveBeenCalledTimes(2)
    stop()
    rack.show('info', 'two')
    expect(heard).toHaveBeenCalledTimes(2)
  })
})
