import { describe, expect, test } from 'vitest'
import { ALARM_SEVERITIES } from '#contract/alarms/severity'
import { NO_ALARMS, standingOf } from '#streams/alarms/standing'
import { anAlarm } from './anAlarm.ts'

const NOW = 2_000_000
const ids = (faces: readonly { id: number }[]) => faces.map(({ id }) => id)

describe('how the alarms of a base stand', () => {
  test('the worst comes first: by severity, then what nobody acknowledged, then what still is, then the oldest', () => {
    const { told } = standingOf(
      [
        anAlarm({ id: 1, severity: 'major', raisedAt: 1 }),
        anAlarm({ id: 2, raisedAt: 5, acknowledgedAt: 6 }),
        anAlarm({ id: 3, raisedAt: 9 }),
        anAlarm({ id: 4, raisedAt: 8 }),
        anAlarm({ id: 5, raisedAt: 2, state: 'cleared' }),
        anAlarm({ id: 6, severity: 'indeterminate', raisedAt: 0 }),
      ],
      NOW,
    )
    expect(ids(told)).toEqual([4, 3, 5, 2, 1, 6])
  })

  test('of one severity what is known to be so comes before that nothing is known, however long ago that was', () => {
    const { told } = standingOf([anAlarm({ id: 1, cause: 'noData', raisedAt: 1 }), anAlarm({ id: 2, raisedAt: 9 })], NOW)
    expect(ids(told)).toEqual([2, 1])
  })

  test('a device is marked as not known where nothing worse is known of it', () => {
    const nothing = anAlarm({ id: 1, deviceId: 5, cause: 'noData' })
    const before = standingOf([nothing, anAlarm({ id: 2, deviceId: 6, severity: 'minor', cause: 'noData' })], NOW)
    expect([...before.noDataOfDevice.keys()]).toEqual([5, 6])
    const after = standingOf(
      [nothing, anAlarm({ id: 3, deviceId: 5 }), anAlarm({ id: 4, deviceId: 6, cause: 'noData', state: 'cleared' })],
      NOW,
      before,
    )
    expect([...after.noDataOfDevice.keys()]).toEqual([])
    expect(after.worstOfDevice.get(5)).toBe('critical')
  })

  test('counts are by severity; what is shelved or quiet is counted apart and told to nobody', () => {
    const { counts, told } = standingOf(
      [
        anAlarm({ id: 1 }),
        anAlarm({ id: 2, acknowledgedAt: 5 }),
        anAlarm({ id: 3, severity: 'minor', state: 'cleared' }),
        anAlarm({ id: 4, shelvedUntil: NOW + 1, quiet: 'silence' }),
        anAlarm({ id: 5, quiet: 'gateway' }),
        anAlarm({ id: 6, severity: 'major', state: 'unknown' }),
      ],
      NOW,
    )
    expect(counts).toMatchObject({ open: 4, active: 3, unacknowledged: 3, shelved: 1, quiet: 1 })
    expect(counts.of).toMatchObject({
      critical: { active: 2, unacknowledged: 1 },
      major: { active: 1, unacknowledged: 1 },
      minor: { active: 0, unacknowledged: 1 },
      warning: { active: 0, unacknowledged: 0 },
    })
    expect(ids(told)).toEqual([1, 2, 6, 3])
  })

  test('a device and a plot carry the worst that still is; what is over marks nothing, what is quiet does', () => {
    const { ofDevice, worstOfDevice, worstOfLand } = standingOf(
      [
        anAlarm({ id: 1, state: 'cleared' }),
        anAlarm({ id: 2, severity: 'minor' }),
        anAlarm({ id: 3, deviceId: 6, severity: 'warning', quiet: 'gateway' }),
        anAlarm({ id: 4, deviceId: 7, landId: null, shelvedUntil: NOW + 1 }),
        anAlarm({ id: 5, deviceId: null, landId: 9, severity: 'major' }),
      ],
      NOW,
    )
    expect(ids(ofDevice.get(5)!)).toEqual([1, 2])
    expect([...worstOfDevice]).toEqual([
      [5, 'minor'],
      [6, 'warning'],
    ])
    expect([...worstOfLand].sort(([a], [b]) => a - b)).toEqual([
      [8, 'minor'],
      [9, 'major'],
    ])
  })

  test('a shelving ends at its moment, and the next one is known', () => {
    const faces = [anAlarm({ id: 1, shelvedUntil: NOW }), anAlarm({ id: 2, shelvedUntil: NOW + 500 })]
    const { told, nextAt, counts } = standingOf(faces, NOW)
    expect(ids(told)).toEqual([1])
    expect(nextAt).toBe(NOW + 500)
    expect(counts.shelved).toBe(1)
  })

  test('what did not change is the same object as before', () => {
    const first = [anAlarm({ id: 1 }), anAlarm({ id: 2, deviceId: 6, landId: 9, severity: 'minor' })]
    const before = standingOf(first, NOW)
    expect(standingOf([...first].reverse(), NOW, before)).toBe(before)
    const after = standingOf([first[0]!, { ...first[1]!, assigneeId: 4 }], NOW, before)
    expect(after.counts).toBe(before.counts)
    expect(after.worstOfDevice).toBe(before.worstOfDevice)
    expect(after.worstOfLand).toBe(before.worstOfLand)
    expect(after.ofDevice.get(5)).toBe(before.ofDevice.get(5))
    expect(after.told).not.toBe(before.told)
    expect(standingOf([], NOW)).toBe(NO_ALARMS)
  })

  test('5,000 alarms are cheap', () => {
    const faces = Array.from({ length: 5000 }, (_, at) =>
      anAlarm({ id: at, deviceId: at % 800, landId: at % 60, severity: ALARM_SEVERITIES[at % 5]!, raisedAt: (at * 7919) % 5000 }),
    )
    let before = standingOf(faces, NOW)
    const began = performance.now()
    const times = 20
    for (let at = 0; at < times; at++) {
      const changed = faces.with(at, { ...faces[at]!, acknowledgedAt: NOW })
      before = standingOf(changed, NOW, before)
    }
    // A frame has 16 ms; the machine of a test may be slow.
    expect((performance.now() - began) / times).toBeLessThan(60)
    expect(before.counts.open).toBe(5000)
  })
})
