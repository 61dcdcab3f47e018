import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DemoDevice, demoDevices, demoSecret } from '#demo/farm'
import { DemoWorld } from '#demo/world'
import { aboutTopic, onlineTopic, readingsTopic, replyTopic, stateTopic } from '#contract/devices/protocol'
import { SimulatedDevice } from '#simulator/device'
import { startFarm } from '#simulator/farm'
import { startBroker, type TestBroker, until } from './broker.ts'

const device = (eui: string): DemoDevice => demoDevices.find((one) => one.eui === eui)!
const HOUR = 3_600_000
let broker: TestBroker
const running: { stop(): Promise<void> }[] = []

beforeEach(async () => {
  broker = await startBroker()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()))
  await broker.close()
})

/** Starts one device that reports only when it must, unless a period is given. */
function start(eui: string, given: { period?: number; clock?: () => number; longestRun?: number } = {}) {
  const one = {
    ...device(eui),
    reportingPeriod: given.period ?? HOUR,
    ...(given.longestRun === undefined ? {} : { longestRun: given.longestRun }),
  }
  const clock = given.clock ?? Date.now
  const simulated = new SimulatedDevice({
    device: one,
    world: new DemoWorld([one], clock()),
    url: broker.url,
    clock,
    random: () => 0.5,
    retry: { first: 20, most: 60 },
  })
  running.push(simulated)
  simulated.start(given.period ?? HOUR)
  const names = { tenantId: one.tenantId, eui: one.eui }
  return {
    simulated,
    readings: () => broker.on(readingsTopic.of(names)),
    states: () => broker.on(stateTopic.of(names)).map(({ payload }) => payload as Record<string, number>),
    about: () => broker.on(aboutTopic.of(names)).map(({ payload }) => payload),
    online: () => broker.heard.filter(({ topic }) => topic === onlineTopic.of(names)),
    replies: (commandId: string) => broker.on(replyTopic.of({ ...names, commandId })).map(({ payload }) => payload),
    command: (id: string, rest: object, expires = Date.now() + 60_000) =>
      broker.say(`furrow/${one.tenantId}/${one.eui}/commands/${id}`, { id, expires, ...rest }),
  }
}
const up = async (one: ReturnType<typeof start>) => {
  await until(() => {
    expect(one.readings().length).toBeGreaterThan(0)
    expect(one.online().some(({ payload }) => payload === 1)).toBe(true)
  })
}

describe('a simulated device', () => {
  test('signs in by its own name and secret, hears its own commands alone, and says that it is there, how its circuits are and what it reads', async () => {
    const one = start('demo-gateway-1')
    await up(one)
    expect(broker.sessions).toMatchObject([{ username: '1/demo-gateway-1', password: demoSecret('demo-gateway-1') }])
    expect(broker.subscriptions).toEqual(['furrow/1/demo-gateway-1/commands/+'])
    expect(one.online()[0]).toMatchObject({ payload: 1, retain: true, qos: 1 })
    expect(Object.keys(one.states()[0]!)).toEqual(['1', '2', '3', '4', '5', '6'])
    const { payload, retain, qos } = one.readings()[0]!
    expect({ retain, qos }).toEqual({ retain: false, qos: 1 })
    expect(Object.keys((payload as { values: object }).values)).toEqual(device('demo-gateway-1').items.map(({ code }) => code))
  })

  test('leaves a will that says it is gone when its line breaks, and comes back by itself', async () => {
    const one = start('demo-valve-1')
    await up(one)
    broker.cut()
    await until(() => {
      expect(one.online().map(({ payload }) => payload)).toEqual([1, 0, 1])
    })
    expect(one.online()[1]).toMatchObject({ retain: true })
  })

  test('says goodbye itself when it is stopped', async () => {
    const one = start('demo-valve-1')
    await up(one)
    await one.simulated.stop()
    await until(() => {
      expect(one.online().at(-1)).toMatchObject({ payload: 0, retain: true })
      expect(broker.connected()).toBe(0)
    })
  })

  test('answers a command, then turns the circuit and says so', async () => {
    const one = start('demo-valve-1')
    await up(one)
    const before = one.states().length
    await one.command('c1', { circuit: 1, status: 1 })
    await until(() => {
      expect(one.replies('c1')).toEqual([{ ok: true }])
      expect(one.states().slice(before)).toEqual([{ '1': 1 }])
    })
    const [reply, state] = ['/commands/c1/reply', '/state'].map((end) => broker.heard.findLastIndex(({ topic }) => topic.endsWith(end)))
    expect(reply).toBeLessThan(state!)
  })

  test('does a command that comes twice once, and answers it twice', async () => {
    const one = start('demo-valve-1')
    await up(one)
    const before = one.states().length
    await one.command('c1', { circuit: 1, status: 1 })
    await one.command('c1', { circuit: 1, status: 1 })
    await one.command('c2', { report: true })
    await until(() => {
      expect(one.replies('c1')).toEqual([{ ok: true }, { ok: true }])
      expect(one.replies('c2')).toEqual([{ ok: true }])
      expect(one.states().length).toBe(before + 1)
    })
  })

  test('says how long it holds what was started, and holds nothing longer, whatever it is told', async () => {
    const one = start('demo-gateway-1', { longestRun: 0.15 })
    await up(one)
    expect(one.about().at(-1)).toMatchObject({ longestRun: '0.15' })
    for (const [id, run] of [
      ['c1', { run: 60_000 }],
      ['c2', {}],
    ] as const) {
      await one.command(id, { circuit: 1, status: 1, ...run })
      await until(() => {
        expect(one.replies(id)).toEqual([{ ok: true }])
        expect(
          one
            .states()
            .map((states) => states['1'])
            .slice(-2),
        ).toEqual([1, 0])
      })
    }
    expect(device('demo-valve-2').longestRun).toBe(1800)
    expect(device('demo-valve-1').longestRun).toBeNull()
  })

  test('ends by itself what it was told to do for a time; what is told next takes the place of that', async () => {
    const one = start('demo-gateway-1')
    await up(one)
    const circuit = (at: number) => one.states().map((states) => states[String(at)])
    await one.command('c1', { circuit: 1, status: 1, run: 150 })
    await until(() => {
      expect(circuit(1).slice(-2)).toEqual([1, 0])
    })
    await one.command('c2', { circuit: 1, status: 1, run: 300 })
    await until(() => {
      expect(circuit(1).at(-1)).toBe(1)
    })
    const told = circuit(1).length
    await one.command('c3', { circuit: 1, status: 1 })
    await one.command('c4', { circuit: 2, status: 1, run: 300 })
    // What was told later, for as long, has ended.
    await until(() => {
      expect(circuit(2).slice(-2)).toEqual([1, 0])
    })
    expect(circuit(1).slice(told)).not.toContain(0)
  })

  test('holds the settings that it is given, says so, and an aerator runs its pumps by them', async () => {
    const one = start('demo-aerator-1')
    await up(one)
    const pumps = () => Object.values(one.states().at(-1)!)
    await one.command('c1', { verb: 'settings.set', args: { oxygenLow: 19, oxygenHigh: 20, schedule: null } })
    await until(() => {
      expect(one.replies('c1')).toEqual([{ ok: true }])
      expect(pumps().filter((status) => status === 1).length).toBeGreaterThan(1)
    })
    await one.command('c2', { verb: 'settings.set', args: { oxygenLow: 0, oxygenHigh: 0.1, schedule: null } })
    await until(() => {
      expect(new Set(pumps())).toEqual(new Set([0]))
    })
  })

  test('says no to a verb that it does not know', async () => {
    const one = start('demo-valve-1')
    await up(one)
    await one.command('c1', { verb: 'camera.turn', args: { pan: 3 } })
    await until(() => {
      expect(one.replies('c1')).toMatchObject([{ ok: false, message: expect.stringContaining('camera.turn') as string }])
    })
  })

  test('ignores what has expired and what it cannot read', async () => {
    const one = start('demo-valve-1')
    await up(one)
    await one.command('old', { circuit: 1, status: 1 }, Date.now() - 1)
    await one.command('odd', { circuit: 'one', status: 1 })
    await one.command('fresh', { report: true })
    await until(() => {
      expect(one.replies('fresh')).toEqual([{ ok: true }])
    })
    expect([...one.replies('old'), ...one.replies('odd')]).toEqual([])
  })

  test('says no to a circuit or a status that it has not, in words', async () => {
    const one = start('demo-valve-1')
    await up(one)
    await one.command('c1', { circuit: 9, status: 1 })
    await one.command('c2', { circuit: 1, status: 2 })
    await until(() => {
      for (const id of ['c1', 'c2']) expect(one.replies(id)).toEqual([{ ok: false, message: expect.stringMatching(/./) as string }])
    })
  })

  test('with a broken pump refuses to start it and turns the others', async () => {
    const one = start('demo-aerator-2')
    await up(one)
    await one.command('c3', { circuit: 3, status: 1 })
    await one.command('c1', { circuit: 2, status: 1 })
    await until(() => {
      expect(one.replies('c3')).toMatchObject([{ ok: false }])
      expect(one.states().at(-1)).toMatchObject({ '2': 1, '3': 0 })
    })
  })

  test('that is made silent reports, and never answers', async () => {
    const one = start('demo-silent-1', { period: 50 })
    await up(one)
    await one.command('c1', { circuit: 1, status: 1 })
    await one.command('c2', { report: true })
    const before = one.readings().length
    await until(() => {
      expect(one.readings().length).toBeGreaterThan(before + 3)
    })
    expect([...one.replies('c1'), ...one.replies('c2')]).toEqual([])
    expect(one.states()).toEqual([{ '1': 0 }])
  })

  test('that is made refusing says no to each command', async () => {
    const one = start('demo-refusing-1')
    await up(one)
    await one.command('c1', { circuit: 1, status: 1 })
    await until(() => {
      expect(one.replies('c1')).toMatchObject([{ ok: false, message: expect.stringMatching(/./) as string }])
    })
  })

  test('turns a motor, and will not reverse it before it has stopped', async () => {
    // At nine in the evening in China, the last that was: by day a motor stands where the timetable drove it, a long way from its end.
    const sinceNine = (Date.now() - 13 * HOUR) % (24 * HOUR)
    const one = start('demo-gateway-1', { clock: () => Date.now() - sinceNine })
    await up(one)
    await one.command('c1', { circuit: 5, status: 1 })
    await until(() => {
      expect(one.states().at(-1)).toMatchObject({ '5': 1 })
    })
    await one.command('c2', { circuit: 5, status: 2 })
    await until(() => {
      expect(one.replies('c2')).toMatchObject([{ ok: false }])
    })
    await one.command('c3', { circuit: 5, status: 0 })
    await until(() => {
      expect(one.states().at(-1)).toMatchObject({ '5': 0 })
    })
    await one.command('c4', { circuit: 5, status: 2 })
    await until(() => {
      expect(one.states().at(-1)).toMatchObject({ '5': 2 })
    })
    // It had hardly opened, so its end switch stops it within seconds.
    await until(() => {
      expect(one.states().at(-1)).toMatchObject({ '5': 0 })
    }, 15_000)
  }, 30_000)

  test('reports at once when it is asked, and as often as it is told', async () => {
    const one = start('demo-valve-1')
    await up(one)
    const before = one.readings().length
    await one.command('c1', { report: true })
    await until(() => {
      expect(one.readings().length).toBe(before + 1)
    })
    await one.command('c2', { reportingPeriod: 1000 })
    await until(() => {
      expect(one.replies('c2')).toEqual([{ ok: true }])
      expect(one.readings().length).toBeGreaterThan(before + 2)
    })
  })

  test('keeps what it read while nobody was there and sends it as one array, each reading once', async () => {
    const one = start('demo-valve-1', { period: 20 })
    await up(one)
    await broker.pause()
    const gone = broker.heard.length
    // Time passes for the device: it goes on reading.
    const lost = Date.now()
    await until(() => {
      expect(Date.now() - lost).toBeGreaterThan(300)
    })
    const back = Date.now()
    await broker.resume()
    await until(() => {
      expect(broker.heard.slice(gone).some(({ payload }) => Array.isArray(payload) && payload.length > 5)).toBe(true)
    })
    const times = one.readings().flatMap(({ payload }) => [payload as { ts: number } | { ts: number }[]].flat().map(({ ts }) => ts))
    expect([...new Set(times)].sort((a, b) => a - b)).toEqual([...new Set(times)])
    expect(times.some((ts) => ts > lost && ts < back)).toBe(true)
  })

  test('sends again what the broker did not acknowledge, with the same time and values', async () => {
    broker.acknowledges = (topic) => !topic.endsWith('/readings')
    const one = start('demo-valve-1')
    await until(() => {
      expect(one.online().length).toBe(1)
    })
    broker.acknowledges = () => true
    broker.cut()
    await until(() => {
      const all = one.readings().flatMap(({ payload }) => [payload as { ts: number }].flat())
      expect(all.length).toBe(2)
      expect(all[0]!.ts).toBeLessThan(all[1]!.ts)
    })
  })

  test('knocks for ever at a broker that refuses it, and is let in when it may', async () => {
    let knocks = 0
    broker.admits = () => {
      knocks++
      return false
    }
    const one = start('demo-valve-1')
    await until(() => {
      expect(knocks).toBeGreaterThan(4)
    })
    broker.admits = () => true
    await up(one)
  })

  test('without probes keeps saying that it is there', async () => {
    const one = start('demo-camera-1', { period: 30 })
    await until(() => {
      expect(one.online().filter(({ payload }) => payload === 1).length).toBeGreaterThan(3)
    })
    expect(one.readings()).toEqual([])
  })
})

describe('the simulated farm', () => {
  test('connects every device by a client of its own, or its gateway’s, and leaves in good order', async () => {
    const lines: string[] = []
    const farm = startFarm({ url: broker.url, clock: Date.now, say: (line) => lines.push(line) })
    await until(() => {
      expect(new Set(broker.sessions.map(({ clientId }) => clientId)).size).toBe(
        demoDevices.filter(({ parentEui }) => parentEui == null).length,
      )
      for (const { tenantId, eui } of demoDevices) expect(broker.on(onlineTopic.of({ tenantId, eui })).length).toBeGreaterThan(0)
    })
    await until(() => {
      expect(lines.at(-1)).toBe(`${demoDevices.length} of ${demoDevices.length} simulated devices are connected`)
    })
    await farm.stop()
    expect(broker.connected()).toBe(0)
    for (const { tenantId, eui } of demoDevices)
      expect(broker.heard.findLast(({ topic }) => topic === onlineTopic.of({ tenantId, eui }))!.payload).toBe(0)
  }, 30_000)

  test('lets the pump of one device be felt by the probe of another', async () => {
    // Time runs a thousand times faster, from nine in the evening on: by day a pond may be full of oxygen without any pump.
    const begin = Date.now()
    const evening = Date.UTC(2026, 10, 20, 13)
    const clock = () => evening + (Date.now() - begin) * 1000
    const pond = demoDevices
      .filter(({ eui }) => eui === 'demo-aerator-1' || eui === 'demo-water-1')
      .map((one) => ({ ...one, reportingPeriod: 40 }))
    running.push(startFarm({ url: broker.url, clock, say: () => undefined, devices: pond }))
    const oxygen = () =>
      broker
        .on('furrow/1/demo-water-1/readings')
        .flatMap(({ payload }) => [payload as { values: Record<string, number> }].flat())
        .map(({ values }) => values['dissolvedOxygen']!)
    await until(() => {
      expect(oxygen().length).toBeGreaterThan(2)
    })
    const before = oxygen().at(-1)!
    for (const circuit of [1, 2, 3, 4]) {
      await broker.say(`furrow/1/demo-aerator-1/commands/p${circuit}`, {
        id: `p${circuit}`,
        circuit,
        status: 1,
        expires: clock() + 10 * HOUR,
      })
    }
    await until(() => {
      expect(oxygen().at(-1)!).toBeGreaterThan(before + 0.25)
    }, 20_000)
  }, 30_000)
})
