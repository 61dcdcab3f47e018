import { describe, expect, test } from 'vitest'
import { describeSky, SKIES } from '#src/map/describeSky.ts'
import { findMatches } from '#src/map/findMatches.ts'
import { markerText } from '#src/map/markerText.ts'
import { describeDevice, NO_LIVE_FACTS } from '#src/map/describeDevice.ts'
import { mix, parseHex } from '#src/map/mapColors.ts'
import { aDevice, aReading, aSwitch } from './aDevice.ts'

describe('findMatches', () => {
  const devices = [
    aDevice({ id: 1, name: 'North Valve', eui: 'EUI-7' }),
    aDevice({ id: 2, name: 'Camera', deviceSerial: 'SN 42', landName: 'North pond' }),
  ]
  test('every word counts, in any case or width, in name, EUI, serial or plot', () => {
    expect(findMatches(devices, [], 'valve NORTH').devices).toEqual([0])
    expect(findMatches(devices, [], 'eui-7').devices).toEqual([0])
    expect(findMatches(devices, [], 'ＳＮ 42').devices).toEqual([1])
    expect(findMatches(devices, [], 'north').devices).toEqual([0, 1])
    expect(findMatches(devices, [], 'nothing').devices).toEqual([])
  })
  test('without words everything is listed, up to the limit, and the rest is counted', () => {
    expect(findMatches(devices, [], '  ', 1)).toEqual({ devices: [0], lands: [], more: 1 })
  })
})

describe('markerText', () => {
  const words = { on: 'on', off: 'off', says: (meaning: string) => `a ${meaning}` }
  const text = (given: Parameters<typeof aDevice>[0]) => markerText(describeDevice(aDevice(given), NO_LIVE_FACTS, 0), words, 'en-US')
  test('the main value with its unit, at most two decimals', () => {
    expect(text({ main: aReading({ value: 6.239 }) })).toBe('6.24 mg/L')
    expect(text({ main: aReading({ value: 1234, unit: null }) })).toBe('1,234')
  })
  test('a number that stands for something is said as that, as on every other screen', () => {
    const fault = aReading({ itemId: 9, code: 'fault3', name: 'Pump 3 fault', value: 1, unit: null, low: null, high: 0 })
    const pumps = { ...aDevice({ deviceType: 'aerator_ii' }), banded: [fault] }
    expect(markerText(describeDevice(pumps, NO_LIVE_FACTS, 0), words, 'en-US')).toBe('Pump 3 fault a overload')
    expect(text({ deviceType: 'aerator_ii', main: fault })).toBe('a overload')
    // Of a type that names no numbers it is one.
    expect(text({ deviceType: 'gateway', main: fault })).toBe('1')
  })
  test('without a value, what the switches say; without those, nothing', () => {
    expect(text({ switches: [aSwitch({ status: 1 })] })).toBe('on')
    expect(text({ switches: [aSwitch({ status: 0 })] })).toBe('off')
    expect(text({ switches: [aSwitch({ status: 1 }), aSwitch({ switchId: 22, status: 0 })] })).toBe('1/2 on')
    expect(text({ main: aReading({ value: null }) })).toBe('')
  })
})

describe('describeSky', () => {
  test('the default icon is a clear sky, and so is a number nobody knows', () => {
    expect(describeSky('100')).toBe('clear')
    expect(describeSky('999')).toBe('clear')
    expect(describeSky('')).toBe('clear')
  })
  test('each kind of sky has its icons', () => {
    expect(new Set(['100', '150', '101', '104', '305', '302', '400', '501', '507'].map(describeSky))).toEqual(new Set(SKIES))
  })
})

describe('mapColors', () => {
  test('hex colours are read, short and long; others are a grey', () => {
    expect(parseHex('#0f8')).toEqual([0, 255, 136])
    expect(parseHex(' #15804f')).toEqual([21, 128, 79])
    expect(parseHex('var(--x)')).toEqual([128, 128, 128])
    expect(mix([0, 0, 0], [100, 200, 50], 0.5)).toEqual([50, 100, 25])
  })
})
