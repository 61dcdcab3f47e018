import { liveCalls } from '#contract/devices/live'
import { userCalls } from '#contract/session/user'
import { buildStage, type Stage } from './chaos/stage.ts'
import { aCaller, aConsole, aDevice, aUser, type ConsoleWitness, type Dating, type DeviceWitness } from './chaos/witnesses.ts'
import { arrangeFarm, benchSecret } from './product.ts'
import { connectPublisher } from './load.ts'

const BACK_WITHIN_MS = 20_000
const CONSOLES_WITHIN_MS = 5000
const QUIET_MS = 1500
const FELT_MS = 700
/** A database that nobody can reach for this long is no health. */
const MUST_BE_SAID = new Set(['the database stands still for six seconds', 'the way to the database goes silent for eight seconds'])
const GIVE_UP_MS = 90_000
const TENANT = 1
const CONSOLES = 3
const CALLERS = 4
/** 401 while the clock is wrong, 503 while the database is away; `signed out`: a sign-in met the same. */
const MAY_BE_SAID = new Set(['200', '401', '503', 'signed out'])
const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms))

/** What goes wrong, in the order in which it is first met. Each resolves when it is over; what comes back by itself may still be on its way. */
const FAULTS: Record<string, (stage: Stage, areaId: number) => Promise<void | 'not here'>> = {
  async 'random connections of the database are ended'(stage) {
    for (let time = 0; time < 15; time++) {
      await stage.query(
        `select pg_terminate_backend(pid) from (select pid from pg_stat_activity where application_name = 'furrow' order by random() limit 3) chosen`,
      )
      await pause(200)
    }
  },
  async 'the postmaster is killed'(stage) {
    stage.database.kill()
  },
  async 'the database stands still for six seconds'(stage) {
    stage.database.pause()
    await pause(6000)
    stage.database.resume()
  },
  async 'the database is restarted'(stage) {
    stage.database.restart()
  },
  async 'the way to the database goes silent for eight seconds'(stage) {
    stage.cable.cut()
    await pause(8000)
    stage.cable.heal()
  },
  async 'the disk is full for eight seconds'(stage) {
    if (!stage.disk.fill()) return 'not here'
    await pause(8000)
    stage.disk.makeRoom()
  },
  async 'the clock is an hour ahead for five seconds'(stage) {
    stage.shiftClock(3_600_000)
    await pause(5000)
    stage.shiftClock(0)
  },
  async 'the clock is an hour behind for five seconds'(stage) {
    stage.shiftClock(-3_600_000)
    await pause(5000)
    stage.shiftClock(0)
  },
  async 'a dump holds every table for eight seconds while late readings come'(stage) {
    const late = lateDevice(stage)
    // As pg_dump does: ACCESS SHARE on every table for as long as it runs.
    await stage.query(
      `do $$ declare one record; begin
         for one in select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'furrow'
         loop execute 'lock table ' || one.name || ' in access share mode'; end loop;
         perform pg_sleep(8); end $$`,
    )
    stopped.push(late.stop())
  },
}

let lateDevice: (stage: Stage) => DeviceWitness
const stopped: Promise<void>[] = []

export interface ChaosReport {
  readonly text: string
  readonly broken: readonly string[]
}

/**
 * Everything that can happen to a farm office's machine, under ingest, calls and open consoles, for about `seconds`: fault after fault,
 * each followed by the return. `only` names the faults to meet. Says what was broken of: the server lives, everything acknowledged is
 * stored once, no call is answered with an internal error, consoles are right within five seconds of the database's return.
 */
export async function runChaos({ seconds, only }: { seconds: number; only?: readonly string[] }): Promise<ChaosReport> {
  const broken: string[] = []
  const lines: string[] = []
  const stage = await buildStage()
  try {
    const pool = { query: async (text: string, values: unknown[]) => ({ rows: await stage.query(text, values) }) }
    const farm = await arrangeFarm(pool as never, { name: `chaos-${Date.now()}`, devices: 10, itemsEach: 1 })
    const items = new Map<string, number>()
    // Its one item is called v0 by the arranging; the witnesses call theirs v.
    await stage.query(`update item set code = 'v' where id = any($1)`, [farm.items])
    farm.devices.forEach(({ eui }, at) => items.set(eui, farm.items[at]!))
    const user = aUser(stage, 'admin')
    await user.token()

    const at = (index: number) => ({
      host: '127.0.0.1',
      port: stage.mqttPort,
      tenantId: TENANT,
      eui: farm.devices[index]!.eui,
      secret: benchSecret,
    })
    const kinds: { dating: Dating; perSecond: number; each: number }[] = [
      { dating: 'timed', perSecond: 100, each: 1 },
      { dating: 'timed', perSecond: 400, each: 20 },
      { dating: 'untimed', perSecond: 100, each: 1 },
      { dating: 'untimed', perSecond: 2000, each: 200 },
      { dating: 'an hour ahead', perSecond: 100, each: 1 },
      { dating: 'an hour ahead', perSecond: 400, each: 50 },
      { dating: 'timed', perSecond: 50, each: 5 },
      { dating: 'untimed', perSecond: 50, each: 5 },
    ]
    const devices = kinds.map((kind, index) => aDevice(at(index), kind))
    const LATE = kinds.length
    const PROBE = LATE + 1
    let late: DeviceWitness | null = null
    lateDevice = () => (late = aDevice(at(LATE), { dating: 'late', perSecond: 100, each: 5 }))

    const place = { tenantId: TENANT, areaId: farm.areaId }
    const consoles = Array.from({ length: CONSOLES }, () => aConsole(stage, user, place))
    const callers = Array.from({ length: CALLERS }, () =>
      aCaller(stage, user, [
        userCalls.self.path,
        `/wfpf/v1/${TENANT}/worker?page=1&size=10`,
        `${liveCalls.snapshot.path.replace('{t}', String(TENANT))}?areaId=${farm.areaId}&topic=readings`,
      ]),
    )
    const probe = probeOf(stage, at(PROBE), items.get(farm.devices[PROBE]!.eui)!)
    await probe(consoles, GIVE_UP_MS)

    const wanted = Object.entries(FAULTS).filter(([name]) => !only || only.includes(name))
    const began = Date.now()
    let healthy = await isHealthy(stage)
    if (!healthy) broken.push('the server was not healthy before anything happened')
    const note = (...cells: string[]) => lines.push(`| ${cells.join(' | ')} |`)
    for (let round = 0; round === 0 || Date.now() - began < seconds * 1000; round++) {
      for (const [name, act] of wanted) {
        if (round > 0 && Date.now() - began >= seconds * 1000) break
        const watch = watchHealth(stage)
        if ((await act(stage, farm.areaId)) === 'not here') {
          await watch.stop()
          note(name, '-', 'not tried: this machine gives no disk of our own', '-')
          continue
        }
        const over = performance.now()
        // What was just done takes a moment to be felt.
        await pause(FELT_MS)
        const saidNo = await watch.stop()
        if (!saidNo && MUST_BE_SAID.has(name)) broken.push(`${name}: /healthz went on saying that all is well`)
        healthy = false
        while (!healthy && performance.now() - over < GIVE_UP_MS && stage.deaths.length === 0) {
          healthy = await isHealthy(stage)
          if (!healthy) await pause(100)
        }
        const back = performance.now() - over
        if (!healthy) {
          broken.push(`${name}: not back within ${GIVE_UP_MS / 1000} s`)
          note(name, saidNo ? 'yes' : 'no', 'never', '-')
          break
        }
        if (back > BACK_WITHIN_MS) broken.push(`${name}: back after ${(back / 1000).toFixed(1)} s`)
        const right = await probe(consoles, GIVE_UP_MS)
        if (right > CONSOLES_WITHIN_MS) broken.push(`${name}: consoles were right ${(right / 1000).toFixed(1)} s after the return`)
        note(name, saidNo ? 'yes' : 'no', `${(back / 1000).toFixed(1)} s`, `${(right / 1000).toFixed(1)} s`)
        await pause(QUIET_MS)
      }
      if (stage.deaths.length > 0 || !healthy) break
    }
    broken.push(...stage.deaths)

    await Promise.all([...devices, ...(late ? [late as DeviceWitness] : [])].map((one) => one.stop()))
    await Promise.all(callers.map((one) => one.stop()))
    await Promise.all(stopped.splice(0))
    for (const one of consoles) one.stop()

    const told: string[] = []
    let acknowledged = 0
    let sent = 0
    let rejected = 0
    for (const [index, device] of [...devices, ...(late ? [late as DeviceWitness] : [])].entries()) {
      const eui = farm.devices[index === devices.length ? LATE : index]!.eui
      const wantedValues = device.acknowledged.get('v')!
      acknowledged += wantedValues.size
      sent += device.sent
      const rows = await stage.query<{ value: number; n: number }>(
        'select value::int as value, count(*)::int as n from reading where item_id = $1 group by value',
        [items.get(eui)],
      )
      const stored = new Map(rows.map(({ value, n }) => [value, n]))
      // What a device contradicts itself in is counted as rejected: acknowledged is stored or counted.
      const [{ n: counted }] = (await stage.query<{ n: number }>(
        'select coalesce(sum(n), 0)::int as n from rejected_count join item using (device_id) where item.id = $1',
        [items.get(eui)],
      )) as [{ n: number }]
      rejected += counted
      const lost = Math.max(0, [...wantedValues].filter((value) => !stored.has(value)).length - counted)
      const doubled = rows.filter(({ n }) => n > 1).length
      const what = index === devices.length ? 'late' : `${kinds[index]!.dating}, ${kinds[index]!.each} a message`
      if (lost > 0) told.push(`${lost} of ${wantedValues.size} acknowledged readings are lost (${what})`)
      if (doubled > 0) told.push(`${doubled} readings are stored more than once (${what})`)
    }
    broken.push(...told)
    if (acknowledged === 0) broken.push('nothing was acknowledged: nothing was shown')
    const answers = new Map<string, number>()
    for (const caller of callers) for (const [said, n] of caller.answers) answers.set(said, (answers.get(said) ?? 0) + n)
    for (const [said, n] of answers)
      if (said === 'silent') broken.push(`${n} calls got no answer within 30 s`)
      else if (!MAY_BE_SAID.has(said)) broken.push(`${n} calls were answered with ${said}`)

    const text = [
      '| what happened | health said so | healthy again after | every console right, after that |',
      '|---|---|---:|---:|',
      ...lines,
      '',
      `${acknowledged.toLocaleString('en-US')} of ${sent.toLocaleString('en-US')} readings were acknowledged, ${rejected} of them counted as rejected; the database was started ${stage.databaseStarts()} times; calls: ${[...answers].map(([said, n]) => `${n} x ${said}`).join(', ')}; the longest took ${(Math.max(...callers.map((one) => one.longest())) / 1000).toFixed(1)} s.`,
      '',
      ...(broken.length > 0
        ? broken.map((one) => `- NOT KEPT: ${one}`)
        : ['- kept: the server lived, nothing acknowledged was lost or doubled, consoles were right in time']),
      '',
    ].join('\n')
    return { text, broken }
  } finally {
    await stage.close()
  }
}

/** Asks for the health until it is stopped; answers whether it was ever bad. */
function watchHealth(stage: Stage): { stop(): Promise<boolean> } {
  let bad = false
  let on = true
  const done = (async () => {
    while (on) {
      if (!(await isHealthy(stage))) bad = true
      await pause(150)
    }
  })()
  return {
    async stop() {
      on = false
      await done
      return bad
    },
  }
}

async function isHealthy(stage: Stage): Promise<boolean> {
  try {
    return (await fetch(`${stage.url}/healthz`, { signal: AbortSignal.timeout(3000) })).ok
  } catch {
    return false
  }
}

/** Publishes a value of its own until it is acknowledged; answers after how many ms every console shows it. */
function probeOf(stage: Stage, at: { host: string; port: number; tenantId: number; eui: string; secret: string }, itemId: number) {
  let value = 0
  return async (consoles: readonly ConsoleWitness[], giveUp: number): Promise<number> => {
    const began = performance.now()
    const mine = ++value
    for (let told = false; !told && performance.now() - began < giveUp;) {
      try {
        const publisher = await connectPublisher({
          host: at.host,
          port: at.port,
          clientId: 'probe',
          userName: `${at.tenantId}/${at.eui}`,
          password: at.secret,
        })
        told = await Promise.race([
          publisher.publish(`furrow/${at.tenantId}/${at.eui}/readings`, `{"v":${mine}}`).then(() => true),
          publisher.closed.then(() => false),
          pause(2000).then(() => false),
        ])
        publisher.close()
      } catch {
        await pause(100)
      }
    }
    while (performance.now() - began < giveUp && !consoles.every(({ table }) => table.get(itemId)?.value === mine)) await pause(20)
    return performance.now() - began
  }
}
