import { describe, expect, test } from 'vitest'
import { DeviceBoard } from '#src/map/deviceBoard.ts'
import { type LiveFacts, NO_LIVE_FACTS } from '#src/map/describeDevice.ts'
import { aDevice, aReading, aSwitch } from './aDevice.ts'

const READ_AT = 1_000_000
const devices = [
  aDevice({ id: 1, main: aReading({ itemId: 11, ts: READ_AT, high: 10 }) }),
  aDevice({ id: 2, deviceType: 'camera' }),
  aDevice({ id: 3, deviceType: 'tzgk_electric_valve', switches: [aSwitch({ switchId: 31, status: 0, ts: READ_AT })] }),
]

describe('DeviceBoard', () => {
  test('only the devices of the keys that moved are told of, and only when their state changed', () => {
    const readings = new Map([[11, { value: 6.2, ts: READ_AT }]])
    const facts: LiveFacts = { ...NO_LIVE_FACTS, reading: (item) => readings.get(item) }
    const board = new DeviceBoard(devices, facts, READ_AT)
    const told: (readonly number[])[] = []
    board.onChange((changed) => told.push(changed))
    board.read({ items: [11, 999] }, READ_AT)
    expect(told).toEqual([])
    readings.set(11, { value: 12, ts: READ_AT + 1 })
    board.read({ items: [11] }, READ_AT + 1)
    expect(told).toEqual([[0]])
    expect(board.state(0)).toMatchObject({ value: 12, outside: true })
  })

  test('time alone makes devices late', () => {
    const board = new DeviceBoard(devices, NO_LIVE_FACTS, READ_AT)
    const told: (readonly number[])[] = []
    const stop = board.onChange((changed) => told.push(changed))
    board.readAll(READ_AT + 100_000)
    expect(told).toEqual([[0]])
    expect(board.state(0).health).toBe('late')
    stop()
    board.readAll(READ_AT + 1_000_000)
    expect(told).toHaveLength(1)
  })

  test('switch changes reach the device they belong to', () => {
    const board = new DeviceBoard(devices, NO_LIVE_FACTS, READ_AT)
    board.readAll(READ_AT, {
      ...NO_LIVE_FACTS,
      switchState: (id) => (id === 31 ? { status: 1, ts: READ_AT + 5, command: null } : undefined),
    })
    expect(board.state(2).power).toBe('on')
    expect(board.tally()).toMatchObject({ total: 3, on: 1, abnormal: 0 })
  })

  test('counts are by layer and by what is shown', () => {
    const board = new DeviceBoard(devices, NO_LIVE_FACTS, READ_AT)
    expect(board.countLayers()).toEqual({ gateway: 1, camera: 1, tzgk_electric_valve: 1 })
    expect(board.tally((at) => at === 1)).toMatchObject({ total: 1, health: { plain: 1, live: 0 } })
    expect(board.indexOf(3)).toBe(2)
    expect(board.indexOf(99)).toBe(-1)
  })
})
