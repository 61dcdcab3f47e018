import { describe, expect, test } from 'vitest'
import type { Condition } from '#contract/watch/condition'
import type { WatchLogic } from '#contract/watch/logic'
import { bind, concerns, fingerprintOf, type WatchedDevice } from '#server/ground/watch/bind'
import { calendarOf } from '#server/ground/watch/calendar'

const PERIOD = 60_000
const calendar = { calendar: calendarOf('Asia/Shanghai', null), hasSun: true }
const device = (codes: readonly string[], more: Partial<WatchedDevice> = {}): WatchedDevice => ({
  id: 1,
  areaId: 1,
  landId: null,
  type: 'gateway',
  period: PERIOD,
  items: codes.map((code, nth) => ({ id: 11 + nth, code })),
  ...more,
})
const below = (code: string, than: string | null = null): Condition => ({ kind: 'compare', code, is: 'below', limit: 3, margin: 0, than })
const all = (...of: Condition[]): Condition => ({ kind: 'all', of })
const logic = (when: Condition, more: Partial<WatchLogic> = {}): WatchLogic => ({
  scope: { types: null, deviceIds: null, landIds: null },
  when,
  holdSeconds: 0,
  clear: null,
  clearSeconds: 0,
  noData: 'keep',
  during: null,
  ...more,
})
/** By layer, the item that each leaf reads. */
const read = (wanted: WatchLogic, of: WatchedDevice) =>
  [...bind(wanted, of, calendar)].map(([ordinal, { slots, leaves }]) => [
    ordinal,
    leaves.map((leaf) => ('slot' in leaf && leaf.slot !== null ? slots[leaf.slot]!.itemId : null)),
  ])

describe('a rule is bound', () => {
  test('once where its quantity has no layers, and believes what is read for three reports', () => {
    const bound = bind(logic(below('dissolvedOxygen')), device(['temperature', 'dissolvedOxygen']), calendar)
    expect([...bound.keys()]).toEqual([0])
    expect(bound.get(0)).toMatchObject({ slots: [{ itemId: 12, lasts: 3 * PERIOD }], leaves: [{ slot: 0, than: 'none' }] })
  })
  test('to each layer by itself', () => {
    const of = device(['soilMoisture2', 'soilMoisture1', 'soilMoisture10'])
    expect(read(logic(below('soilMoisture')), of)).toEqual([
      [1, [12]],
      [2, [11]],
      [10, [13]],
    ])
  })
  test('to each layer with what has no layers', () => {
    const of = device(['temperature', 'soilMoisture1', 'soilMoisture2'])
    expect(read(logic(all(below('soilMoisture'), below('temperature'))), of)).toEqual([
      [1, [12, 11]],
      [2, [13, 11]],
    ])
  })
  test('to the layers that any of its quantities has; what a layer has not is missing there', () => {
    const of = device(['soilMoisture1', 'soilMoisture2', 'soilTemperature1'])
    expect(read(logic(all(below('soilMoisture'), below('soilTemperature'))), of)).toEqual([
      [1, [11, 13]],
      [2, [12, null]],
    ])
  })
  test('where one of its quantities is missing, and to nothing where all are', () => {
    expect(read(logic(all(below('temperature'), below('humidity'))), device(['temperature']))).toEqual([[0, [11, null]]])
    expect(read(logic(below('humidity')), device(['temperature', 'soilMoisture1']))).toEqual([])
    expect(read(logic(below('humidity')), device([]))).toEqual([])
  })
  test('once where it reads no quantity', () => {
    expect(read(logic({ kind: 'offline' }), device(['soilMoisture1', 'soilMoisture2']))).toEqual([[0, [null]]])
  })
  test('to one slot for an item, however often it is read; what it is compared with, and what clears it, count', () => {
    const wanted = logic(below('temperature', 'dewPoint'), { clear: below('temperature') })
    const { slots, leaves, ofWhen } = bind(wanted, device(['temperature', 'dewPoint']), calendar).get(0)!
    expect(slots.map(({ itemId }) => itemId)).toEqual([11, 12])
    expect(leaves).toMatchObject([
      { slot: 0, than: 1 },
      { slot: 0, than: 'none' },
    ])
    expect(ofWhen).toBe(1)
    expect(read(logic({ kind: 'offline' }, { clear: below('soilMoisture') }), device(['soilMoisture1', 'soilMoisture2']))).toHaveLength(2)
  })
  test('within its hours: outside of them nothing begins, and what goes on is over', () => {
    const during = { from: 480, to: 1020, days: [1] }
    const bound = (clear: Condition | null) => bind(logic(below('ph'), { during, clear }), device(['ph']), calendar).get(0)!
    expect(bound(null)).toMatchObject({ ofWhen: 1, when: { kind: 'all', of: [1, 0] }, clear: null })
    expect(bound(null).leaves[1]).toEqual({ kind: 'calendar', leaf: { kind: 'hours', ...during } })
    expect(bound(below('ph'))).toMatchObject({ when: { kind: 'all', of: [1, 0] }, clear: { kind: 'any', of: [{ kind: 'not', of: 1 }, 2] } })
  })
  test('to no sun where the base has no place', () => {
    const leaf = (hasSun: boolean) =>
      bind(logic({ kind: 'sun', is: 'up', shift: 0 }), device([]), { ...calendar, hasSun }).get(0)!.leaves[0]!
    expect([leaf(true).kind, leaf(false).kind]).toEqual(['calendar', 'unknowable'])
  })
})

describe('a rule is about', () => {
  const scope = { types: null, deviceIds: null, landIds: null }
  const pump = device([], { id: 5, landId: 7 })
  test.each<[string, Partial<WatchLogic['scope']>, boolean]>([
    ['every device', {}, true],
    ['devices of its types', { types: ['gateway'] }, true],
    ['none of another type', { types: ['camera'] }, false],
    ['the devices that it names', { deviceIds: [4, 5] }, true],
    ['none that it does not name', { deviceIds: [4] }, false],
    ['devices on its plots', { landIds: [7] }, true],
    ['none on another plot', { landIds: [8] }, false],
    ['what is of each of these', { types: ['gateway'], deviceIds: [5], landIds: [7] }, true],
    ['nothing that is of some of these only', { types: ['gateway'], deviceIds: [5], landIds: [8] }, false],
  ])('%s', (_, narrowed, is) => {
    expect(concerns({ ...scope, ...narrowed }, pump)).toBe(is)
  })
  test('none that stands on no plot, where it names plots', () => {
    expect(concerns({ ...scope, landIds: [7] }, device([]))).toBe(false)
  })
})

test('what is kept is of one version of one bound rule, whatever its calendar', () => {
  const of = (wanted: WatchLogic, version = 1) =>
    fingerprintOf(bind(wanted, device(['ph']), { calendar: calendarOf('UTC', null), hasSun: true }).get(0)!, version)
  const same = of(logic(below('ph')))
  expect(of(logic(below('ph')))).toBe(same)
  expect(new Set([same, of(logic(below('ph')), 2), of(logic(below('ph'), { holdSeconds: 5 }))]).size).toBe(3)
})
