import { describe, expect, test } from 'vitest'
import { describeDevice, FAILED_SHOWN_MS, type LiveFacts, NO_LIVE_FACTS } from '#src/map/describeDevice.ts'
import { isAlarm } from '#src/map/markerKey.ts'
import { aDevice, aReading, aSwitch } from './aDevice.ts'

const live = (facts: Partial<LiveFacts>): LiveFacts => ({ ...NO_LIVE_FACTS, ...facts })
const READ_AT = 1_000_000
const PERIOD = 60_000

describe('describeDevice', () => {
  const device = aDevice({ main: aReading({ ts: READ_AT, low: 4, high: 9 }), reportingPeriod: PERIOD })

  test('a device is live, then late after one and a half periods, then lost after three', () => {
    const healthAfter = (periods: number) => describeDevice(device, NO_LIVE_FACTS, READ_AT + periods * PERIOD).health
    expect([0, 1.4, 1.6, 2.9, 3.1].map(healthAfter)).toEqual(['live', 'live', 'late', 'late', 'lost'])
  })

  test('offline and unknown stand above the age of its last reading', () => {
    expect(describeDevice({ ...device, presence: 'offline' }, NO_LIVE_FACTS, READ_AT).health).toBe('offline')
    expect(describeDevice({ ...device, presence: 'unknown' }, NO_LIVE_FACTS, READ_AT).health).toBe('unknown')
    const heard = live({ presence: () => ({ presence: 'offline', heardAt: READ_AT }) })
    expect(describeDevice(device, heard, READ_AT).health).toBe('offline')
  })

  test('a device that was never heard has no age, rather than that of 1970', () => {
    const never = live({ presence: () => ({ presence: 'unknown', heardAt: 0 }) })
    expect(describeDevice({ ...device, main: null, heardAt: null }, never, READ_AT).heardAt).toBeNull()
  })

  test('a live reading replaces the record only when it is not older', () => {
    const newer = live({ reading: () => ({ value: 5, ts: READ_AT + 1 }) })
    const older = live({ reading: () => ({ value: 5, ts: READ_AT - 1 }) })
    expect(describeDevice(device, newer, READ_AT).value).toBe(5)
    expect(describeDevice(device, older, READ_AT).value).toBe(6.2)
  })

  test('a value outside its band is abnormal, and stays so once its sensor fell silent', () => {
    const low = live({ reading: () => ({ value: 3.9, ts: READ_AT }) })
    expect(describeDevice(device, low, READ_AT).outside).toBe(true)
    expect(describeDevice(device, low, READ_AT + 10 * PERIOD)).toMatchObject({ outside: true, health: 'lost' })
    expect(isAlarm(describeDevice(device, low, READ_AT))).toBe(true)
    expect(isAlarm(describeDevice(device, NO_LIVE_FACTS, READ_AT))).toBe(false)
  })

  test('any item out of its band is told, not the main one alone', () => {
    const ph = aReading({ itemId: 12, name: 'pH', value: 9.9, low: 6, high: 9 })
    expect(describeDevice({ ...device, banded: [ph] }, NO_LIVE_FACTS, READ_AT)).toMatchObject({ outside: true, wrong: { itemId: 12 } })
    const well = live({ reading: (item) => (item === 12 ? { value: 7, ts: READ_AT + 1 } : undefined) })
    expect(describeDevice({ ...device, banded: [ph] }, well, READ_AT)).toMatchObject({ outside: false, wrong: null })
  })

  test('a camera shows no state of presence', () => {
    expect(describeDevice(aDevice({ deviceType: 'camera', presence: 'offline' }), NO_LIVE_FACTS, 0).health).toBe('plain')
  })

  test('power is what the device itself last said, and none before it said anything', () => {
    const two = (first: number | null, second: number | null) =>
      describeDevice(aDevice({ switches: [aSwitch({ status: first }), aSwitch({ switchId: 22, status: second })] }), NO_LIVE_FACTS, 0).power
    expect(two(null, null)).toBe('none')
    expect(two(0, null)).toBe('off')
    expect(two(0, 2)).toBe('on')
    const closed = live({ switchState: () => ({ status: 0, ts: 50, command: null }) })
    expect(describeDevice(aDevice({ switches: [aSwitch({ status: 1, ts: 40 })] }), closed, 60).power).toBe('off')
  })

  test('a command under way shows, and one that failed shows for a minute', () => {
    const withCommand = (state: 'sent' | 'acknowledged' | 'observed' | 'refused' | 'silent', now: number) =>
      describeDevice(
        aDevice({ switches: [aSwitch({ status: 0, ts: 1 })] }),
        live({ switchState: () => ({ status: 0, ts: 1, command: { state, at: 1000, status: 1, message: null } }) }),
        now,
      ).command
    expect(withCommand('sent', 1000)).toBe('busy')
    expect(withCommand('acknowledged', 1000)).toBe('busy')
    expect(withCommand('observed', 1000)).toBe('none')
    expect(withCommand('silent', 1000 + FAILED_SHOWN_MS - 1)).toBe('failed')
    expect(withCommand('refused', 1000 + FAILED_SHOWN_MS)).toBe('none')
  })

  test('the three insect lamps are one layer', () => {
    const layers = (['insectSituationLamp', 'insectSituationLamp_II', 'insectSituationLamp_IV'] as const).map(
      (deviceType) => describeDevice(aDevice({ deviceType }), NO_LIVE_FACTS, 0).layer,
    )
    expect(layers).toEqual(['lamps', 'lamps', 'lamps'])
  })
})
