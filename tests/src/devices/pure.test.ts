import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judge } from '#contract/devices/band'
import { typesOn } from '#contract/devices/deviceType'
import { itemFaces } from '#contract/devices/itemCode'
import { COMMAND_STATES, isEnd } from '#contract/devices/command'
import { faceOf } from '#contract/devices/switch'
import english from '#locales/en-US/devices' with { type: 'json' }
import { describeCommand } from '#src/devices/describeCommand.ts'
import { listQuery, openDeviceOf } from '#src/screens/devices/list/filters.ts'
import { publishLine } from '#src/screens/devices/list/publishLine.ts'
import { describeSpan, momentsOf, presetRange, PRESETS, rangeMoments } from '#src/screens/devices/historyRange.ts'
import { cardsPerSlide, slideItems } from '#src/screens/devices/slideItems.ts'

describe('the carousel of readings', () => {
  test('shows five cards a slide, and three for soil', () => {
    expect(cardsPerSlide('gateway')).toBe(5)
    expect(cardsPerSlide('4GLora_node')).toBe(5)
    expect(cardsPerSlide('soil')).toBe(3)
    expect(cardsPerSlide('gateway_soil')).toBe(3)
  })
  test('shows every item once, in order, with only the last slide short', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 7 }), (items, perSlide) => {
        const slides = slideItems(items, perSlide)
        expect(slides.flat()).toEqual(items)
        for (const slide of slides.slice(0, -1)) expect(slide).toHaveLength(perSlide)
        expect(slides.at(-1)?.length ?? 1).toBeGreaterThan(0)
      }),
    )
  })
})

describe('the ladder of a command', () => {
  test('goes up rung by rung with the time of each', () => {
    expect(
      describeCommand('acknowledged', [
        { state: 'sent', at: 1 },
        { state: 'acknowledged', at: 2 },
      ]),
    ).toEqual([
      { state: 'sent', phase: 'done', at: 1 },
      { state: 'acknowledged', phase: 'done', at: 2 },
      // What is waited for, not what was reached.
      { state: 'observed', phase: 'now', at: null },
    ])
  })
  test('shows the wait only of a command that waited', () => {
    expect(
      describeCommand('sent', [
        { state: 'queued', at: 1 },
        { state: 'sent', at: 2 },
      ]).map(({ state }) => state),
    ).toContain('queued')
    expect(describeCommand('sent', [{ state: 'sent', at: 2 }]).map(({ state }) => state)).not.toContain('queued')
  })
  test('ends where a device stayed silent, and promises nothing after that', () => {
    expect(
      describeCommand('silent', [
        { state: 'sent', at: 1 },
        { state: 'silent', at: 11 },
      ]),
    ).toEqual([
      { state: 'sent', phase: 'done', at: 1 },
      { state: 'silent', phase: 'failed', at: 11 },
    ])
  })
  test('has one place where it stands, whatever came before', () => {
    const climb = fc.record({ state: fc.constantFrom(...COMMAND_STATES), at: fc.nat() })
    fc.assert(
      fc.property(fc.constantFrom(...COMMAND_STATES), fc.array(climb), (current, climbs) => {
        const rungs = describeCommand(current, climbs)
        expect(new Set(rungs.map(({ state }) => state)).size).toBe(rungs.length)
        const phases = rungs.map(({ phase }) => phase)
        expect(phases.filter((phase) => phase === 'now' || phase === 'failed').length).toBe(current === 'observed' ? 0 : 1)
        if (isEnd(current)) expect(phases).not.toContain('ahead')
      }),
    )
  })
})

describe('the words of a switch', () => {
  test.each([
    ['补光灯', 'ordinary', 'running'],
    ['循环风机', 'ordinary', 'running'],
    ['湿帘水泵', 'ordinary', 'running'],
    ['Grow lamp 2', 'ordinary', 'running'],
    ['滴灌阀', 'ordinary', 'ordinary'],
    ['Pump outlet valve', 'ordinary', 'ordinary'],
    ['Switch 3', 'ordinary', 'ordinary'],
    ['风机卷帘', 'blind', 'blind'],
    ['Pump 1', 'aerator', 'aerator'],
  ] as const)('fit the thing: %s', (name, kind, face) => {
    expect(faceOf(kind, name)).toBe(face)
  })
  test('are on and off for what runs, open and closed for what lets through', () => {
    expect([english.status.running, english.status.ordinary]).toEqual([
      { 0: 'Off', 1: 'On' },
      { 0: 'Closed', 1: 'Open' },
    ])
  })
})

describe('a reading', () => {
  test('has the unit of its quantity: °C, % or S/m of those that the documents name (COLLECT-03)', () => {
    const units = (['temperature', 'soilTemperature', 'humidity', 'soilMoisture', 'conductivity'] as const).map(
      (code) => itemFaces[code].unit,
    )
    expect(units).toEqual(['°C', '°C', '%', '%', 'S/m'])
  })
  test('is abnormal only outside a band that is set', () => {
    const band = { low: 10, high: 30 }
    expect(judge(31, band)).toBe('above')
    expect(judge(9, band)).toBe('below')
    expect(judge(30, band)).toBe('normal')
    expect(judge(9000, { low: null, high: null })).toBe('normal')
    expect(judge(null, band)).toBe('normal')
  })
})

describe('a range of history', () => {
  test('runs from midnight of its first day to the last second of its last (PAGINATION-04)', () => {
    const moments = rangeMoments({ start: '2026-11-20', end: '2026-11-21' })!
    expect(new Date(moments[0]).toString()).toBe(new Date(2026, 10, 20, 0, 0, 0).toString())
    expect(new Date(moments[1]).toString()).toBe(new Date(2026, 10, 21, 23, 59, 59).toString())
  })
  test('of seven days ends today and holds seven days', () => {
    const now = new Date(2026, 2, 3, 15).getTime()
    expect(presetRange('week', now)).toEqual({ start: '2026-02-25', end: '2026-03-03' })
    expect(presetRange('today', now)).toEqual({ start: '2026-03-03', end: '2026-03-03' })
  })
  test('whose start is after its end is no range', () => {
    expect(rangeMoments({ start: '2026-11-22', end: '2026-11-21' })).toBeNull()
    expect(rangeMoments({ start: '', end: '2026-11-21' })).toBeNull()
  })
  test('says the span of a point in its largest whole unit', () => {
    expect(describeSpan(300_000)).toEqual({ unit: 'minute', count: 5 })
    expect(describeSpan(86_400_000)).toEqual({ unit: 'day', count: 1 })
    expect(describeSpan(90_000)).toEqual({ unit: 'second', count: 90 })
  })
})

describe('the list of gateways', () => {
  const opening = { filters: {}, page: 1, size: 10, sort: null }
  test('asks for the types of its page, and for one where one is chosen', () => {
    expect(listQuery(opening, 1, typesOn('gateway'), []).deviceTypes).toBe('gateway,gateway_weather,gateway_water,gateway_soil,4GLora_node')
    expect(listQuery({ ...opening, filters: { type: 'gateway_soil' } }, 1, typesOn('gateway'), []).deviceTypes).toBe('gateway_soil')
  })
  test('leaves out a filter that names nothing real', () => {
    const query = listQuery(
      { ...opening, filters: { type: 'teapot', presence: 'asleep' }, sort: { field: 'secret', descending: true } },
      1,
      typesOn('gateway'),
      [],
    )
    expect(query).toMatchObject({ presence: undefined, sort: undefined })
  })
  test('holds a device open by its number in the address', () => {
    expect(openDeviceOf(new URLSearchParams('device=42'))).toBe(42)
    expect(openDeviceOf(new URLSearchParams('device=-1'))).toBeNull()
    expect(openDeviceOf(new URLSearchParams('device=x'))).toBeNull()
    expect(openDeviceOf(new URLSearchParams())).toBeNull()
  })
})

describe('the line to try a device with', () => {
  test('signs in as the device and publishes on its own topic', () => {
    expect(publishLine({ host: 'farm.local', port: 18830, userName: '1/demo-gateway-1', secret: "it's" })).toBe(
      `mosquitto_pub -h farm.local -p 18830 -q 1 -u '1/demo-gateway-1' -P 'it'\\''s' -t 'furrow/1/demo-gateway-1/readings' -m '{"temperature":21.4}'`,
    )
  })
})

test.each(PRESETS)('the range %s moves on with the clock, days that were chosen stay', (preset) => {
  const now = new Date(2026, 2, 3, 23, 59, 30).getTime()
  const [start, end] = momentsOf(preset, now)!
  const [nextStart, nextEnd] = momentsOf(preset, now + 60_000)!
  expect(nextStart).toBeGreaterThan(start)
  expect(nextEnd).toBeGreaterThan(end)
  const chosen = { start: '2026-03-01', end: '2026-03-02' }
  expect(momentsOf(chosen, now + 60_000)).toEqual(momentsOf(chosen, now))
})

test('no screen takes the days of a preset from the moment at which it was opened', () => {
  const screens = globSync('src/**/*.{ts,tsx}').map((path) => [path, readFileSync(path, 'utf8')] as const)
  const frozen = /use(State|Ref)(<[^>]*>)?\((\(\) => )?[^\n]*(presetRange|momentsOf|daysOf|endOfToday)\(/
  expect(screens.length).toBeGreaterThan(100)
  expect(screens.filter(([, text]) => frozen.test(text)).map(([path]) => path)).toEqual([])
})
