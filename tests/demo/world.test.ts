import { describe, expect, test } from 'vitest'
import { demoDevices, groundOf } from '#demo/farm'
import { DAY, HOUR, MINUTE } from '#demo/physics'
import { programmed } from '#demo/program'
import { DemoWorld, TRAVEL_MS } from '#demo/world'

const device = (eui: string) => demoDevices.find((one) => one.eui === eui)!
const together = (eui: string) => demoDevices.filter(({ areaId, landId }) => areaId === device(eui).areaId && landId === device(eui).landId)
/** An evening in November, in China. */
const EVENING = Date.UTC(2026, 10, 20, 13)

describe('a world', () => {
  test('is the same world whenever it is made', () => {
    const [one, other] = [new DemoWorld(demoDevices, EVENING), new DemoWorld(demoDevices, EVENING)]
    for (const each of demoDevices) expect(one.read(each, EVENING + 7000)).toEqual(other.read(each, EVENING + 7000))
  })
  test('reads every item of every device as a finite number', () => {
    const world = new DemoWorld(demoDevices, EVENING)
    for (const each of demoDevices) {
      const values = world.read(each, EVENING)
      expect(Object.keys(values)).toEqual(each.items.map(({ code }) => code))
      for (const value of Object.values(values)) expect(Number.isFinite(value)).toBe(true)
    }
  })
  test('no battery is empty for its kind of device: one of three volts is no alarm of one of twelve', () => {
    const world = new DemoWorld(demoDevices, EVENING)
    const low = demoDevices.flatMap((each) =>
      each.items
        .filter(({ code, low: least }) => code === 'battery' && least != null && world.read(each, EVENING)[code]! < least)
        .map(() => each.eui),
    )
    expect(low).toEqual([])
  })
  test('begins where the month of history ends: nothing jumps at the seam', () => {
    const history = new DemoWorld(demoDevices, EVENING - 14 * DAY)
    for (let ts = EVENING - 14 * DAY; ts < EVENING; ts += 10 * MINUTE) history.follow(ts)
    history.follow(EVENING)
    const live = new DemoWorld(demoDevices, EVENING)
    for (const each of demoDevices) {
      const [before, after] = [history.read(each, EVENING), live.read(each, EVENING + 5000)]
      for (const { code } of each.items) {
        const near = Math.max(
          0.02 * Math.abs(before[code]!),
          code === 'light' || code === 'windDirection' ? 30 : code === 'windSpeed' || code === 'flow' ? 0.6 : 0.25,
        )
        expect(Math.abs(after[code]! - before[code]!), `${each.eui} ${code}`).toBeLessThan(near)
      }
    }
  })
  test('an aerator that is turned on raises the oxygen that the probe of the same pond reads, and its power', () => {
    const [calm, stirred] = [0, 1].map(() => new DemoWorld(together('demo-aerator-1'), EVENING)) as [DemoWorld, DemoWorld]
    const regulator = device('demo-aerator-1')
    for (const one of regulator.switches) stirred.set(regulator, one, 1, EVENING)
    const oxygen = (world: DemoWorld, after: number) => world.read(device('demo-water-1'), EVENING + after)['dissolvedOxygen']!
    expect(oxygen(stirred, 2 * MINUTE)).toBeGreaterThan(oxygen(calm, 2 * MINUTE) + 0.1)
    expect(oxygen(stirred, HOUR)).toBeGreaterThan(oxygen(calm, HOUR) + 1)
    expect(stirred.read(regulator, EVENING + HOUR)['power']).toBeCloseTo(4 * 1.48, 0)
    expect(calm.read(regulator, EVENING + HOUR)['power']).toBe(0)
  })
  test('an open valve lets water flow within seconds and wets the soil within minutes', () => {
    const valve = device('demo-valve-1')
    const world = new DemoWorld(together('demo-valve-1'), EVENING)
    const before = world.read(device('demo-soil-1'), EVENING)['soilMoisture1']!
    world.set(valve, valve.switches[0]!, 1, EVENING)
    expect(world.read(valve, EVENING + 20_000)['flow']).toBeGreaterThan(10)
    expect(world.read(valve, EVENING + 21_000)['pipePressure']).toBeLessThan(2.8)
    expect(world.read(device('demo-soil-1'), EVENING + 10 * MINUTE)['soilMoisture1']).toBeGreaterThan(before + 1)
    world.set(valve, valve.switches[0]!, 0, EVENING + 10 * MINUTE)
    expect(world.read(valve, EVENING + 12 * MINUTE)['flow']).toBe(0)
  })
  test('a motor takes its time, stops at its end, and drives back from where it stands', () => {
    const gateway = device('demo-gateway-1')
    const shade = gateway.switches.find(({ kind }) => kind === 'blind')!
    const world = new DemoWorld(together('demo-gateway-1'), EVENING)
    world.set(gateway, shade, 1, EVENING)
    expect(world.arrival(gateway, shade)).toBe(EVENING + TRAVEL_MS)
    world.set(gateway, shade, 0, EVENING + TRAVEL_MS / 3)
    expect(world.arrival(gateway, shade)).toBeNull()
    world.set(gateway, shade, 2, EVENING + TRAVEL_MS)
    expect(world.arrival(gateway, shade)! - EVENING - TRAVEL_MS).toBeCloseTo(TRAVEL_MS / 3, -1)
  })
  test('setting what is already so changes nothing', () => {
    const valve = device('demo-valve-1')
    const world = new DemoWorld(together('demo-valve-1'), EVENING)
    world.set(valve, valve.switches[0]!, 1, EVENING)
    const first = world.read(valve, EVENING + MINUTE)
    world.set(valve, valve.switches[0]!, 1, EVENING + MINUTE)
    expect(world.read(valve, EVENING + MINUTE)).toEqual(first)
  })
  test('oxygen of a pond without pumps is lower before dawn than in the afternoon', () => {
    const water = device('demo-water-4')
    const world = new DemoWorld([water], EVENING - 2 * DAY)
    const afternoon = world.read(water, Date.UTC(2026, 10, 19, 8))['dissolvedOxygen']!
    expect(world.read(water, Date.UTC(2026, 10, 19, 22))['dissolvedOxygen']).toBeLessThan(afternoon - 1)
  })
})

describe('the timetable', () => {
  test('leaves devices that do not obey, and a broken pump, at rest', () => {
    const resting = demoDevices.flatMap((each) =>
      each.switches.filter(({ circuit }) => each.temper !== 'willing' || each.brokenPump === circuit).map((one) => ({ each, one })),
    )
    expect(resting.length).toBe(3)
    for (const { each, one } of resting)
      for (let ts = EVENING; ts < EVENING + 4 * DAY; ts += 10 * MINUTE) expect(programmed(each, one, groundOf(each), ts)).toBe(0)
  })
  test('runs the first pump before dawn and waters some mornings', () => {
    const regulator = device('demo-aerator-1')
    expect(programmed(regulator, regulator.switches[0]!, groundOf(regulator), Date.UTC(2026, 10, 20, 20))).toBe(1)
    const valve = device('demo-valve-1')
    const mornings = Array.from({ length: 30 }, (_, day) =>
      programmed(valve, valve.switches[0]!, groundOf(valve), Date.UTC(2026, 10, 1 + day, 22, 10)),
    )
    expect(mornings).toContain(0)
    expect(mornings).toContain(1)
  })
})
