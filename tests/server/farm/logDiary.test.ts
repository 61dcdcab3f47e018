import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALARMS_READ } from '#contract/alarms/permission'
import { CAMERAS_READ } from '#contract/cameras/permission'
import { DEVICE_READERS, deviceTypes } from '#contract/devices/deviceType'
import { ACTIVITY } from '#contract/farm/activityCodes'
import { batch } from '#contract/farm/batch'
import { farmLogCalls, LOG_SOURCES, type LogRow, type LogSource } from '#contract/farm/log'
import { LOG } from '#contract/farm/logCodes'
import { MY_TASKS } from '#contract/farm/task'
import { TASKS } from '#contract/farm/taskCodes'
import { aLogFarm, DAY, HOUR, type LogBase, type LogFarm, NOON } from './logFarm.ts'

let farm: LogFarm
let north: LogBase
let south: LogBase
beforeAll(async () => {
  farm = await aLogFarm(() => NOON + DAY)
  north = await farm.aBase('North')
  south = await farm.aBase('South')
})
afterAll(() => farm?.server.close())

const sourcesOf = ({ content }: { content: readonly LogRow[] }) => new Set(content.map(({ source }) => source))
const idsOf = ({ content }: { content: readonly LogRow[] }) => content.map(({ id }) => id)
/** One row of every source in a new base. */
async function oneOfEach(name: string): Promise<LogBase> {
  const base = await farm.aBase(name)
  for (const make of LOG_SOURCES) await base[make]()
  return base
}

describe('the log', () => {
  test('tells of every source in its words: who, when, where and what, with its pictures', async () => {
    const base = await farm.aBase('Told')
    const picture = '/hfle/v1/1/files/00000000-0000-4000-8000-000000000000/content'
    const worker = await farm.build.insert('worker', { tenant_id: farm.t, area_id: base.areaId, name: 'Li', worker_type: 'regular' })
    await base.note({
      land_id: base.landId,
      batch_id: base.batchId,
      log_level: 'warn',
      description: 'On the leaves',
      content: JSON.stringify([picture]),
    })
    const activityId = await base.activity({ batch_id: base.batchId, remark: 'No wind' }, farm.adminId)
    await farm.build.insert('activity_worker', {
      activity_id: Number(activityId),
      worker_id: worker.id,
      tenant_id: farm.t,
      nth: 0,
      hours: '2',
    })
    await base.task(
      { what: 'reject', note: 'the last row', by_user: farm.adminId, pictures: JSON.stringify([picture]) },
      { land_id: base.landId },
    )
    await base.harvest({ remark: 'ripe' }, farm.adminId)
    await base.camera({ log_level: 'error', content: JSON.stringify([picture]), by_name: 'Lin' })
    await base.command({ author_id: farm.adminId })
    await base.alarm({ severity: 'critical', land_id: base.landId, land_name: 'Told plot', state: 'cleared', cleared_at: NOON + HOUR })
    const { content } = await farm.read(farm.admin, { areaId: base.areaId })
    const plot = { landId: base.landId, landName: 'Told plot' }
    const grown = { batchId: base.batchId, batchName: 'Told batch' }
    const nowhere = { landId: null, landName: null, batchId: null, batchName: null }
    const zh = (word: string) => expect.stringContaining(word) as string
    expect(content).toEqual(
      [
        { source: 'alarm', at: NOON + HOUR, title: 'Too hot', said: '告警解除', level: 'info', ...plot, deviceName: 'Told pump' },
        {
          source: 'note',
          at: NOON,
          title: 'Frost',
          said: '人工日志',
          level: 'warn',
          text: 'On the leaves',
          by: 'Lin',
          ...plot,
          ...grown,
          pictures: [picture],
        },
        {
          source: 'activity',
          at: NOON,
          title: 'Sprayed',
          said: '喷药',
          level: 'info',
          text: '参与人员：Li\nNo wind',
          by: 'Manager',
          ...plot,
          ...grown,
          ofId: Number(activityId),
        },
        {
          source: 'task',
          at: NOON,
          title: 'Weed the rows',
          said: zh('任务'),
          level: 'warn',
          text: 'the last row',
          by: 'Manager',
          ...plot,
          pictures: [picture],
        },
        {
          source: 'camera',
          at: NOON,
          title: 'Leaves',
          said: '摄像头所见',
          level: 'error',
          by: 'Lin',
          pictures: [picture],
          deviceName: 'Told camera',
        },
        {
          source: 'command',
          at: NOON,
          title: 'Told pump · Valve',
          said: zh('指令'),
          level: 'info',
          by: 'Manager',
          deviceName: 'Told pump',
        },
        { source: 'alarm', at: NOON, title: 'Too hot', said: zh('告警发生'), level: 'error', ...plot, deviceName: 'Told pump' },
        {
          source: 'harvest',
          at: Date.UTC(2026, 2, 9, 16),
          day: '2026-03-10',
          title: 'Told batch',
          said: '采收：12.5 公斤',
          level: 'info',
          text: 'ripe',
          by: 'Manager',
          ...plot,
          ...grown,
          ofId: base.batchId,
        },
      ].map((row) => ({
        id: expect.any(String) as string,
        objectVersionNumber: row.source === 'note' ? 1 : null,
        areaId: base.areaId,
        areaName: 'Told',
        day: null,
        text: null,
        by: null,
        pictures: [],
        count: 1,
        since: row.at,
        ...nowhere,
        deviceId: row.deviceName === undefined ? null : (expect.any(Number) as number),
        deviceName: null,
        deviceType: row.deviceName === undefined ? null : (expect.any(String) as string),
        ofId: ['task', 'alarm'].includes(row.source) ? (expect.any(Number) as number) : null,
        ...row,
      })),
    )
  })

  test('is the same, page by page, as all at once: by time, source and id, also where many have one moment', async () => {
    const base = await farm.aBase('Paged')
    for (const at of [NOON, NOON, NOON, NOON - 1]) {
      await base.note({ at })
      await base.camera({ at })
      await base.activity({ done_at: at })
      await base.task({ at }, { task_no: `P${at}`, task_name: 'Weed' })
      await base.alarm({ raised_at: at, rule_name: `Rule ${at}` })
    }
    for (const author of [farm.adminId, null]) await base.command({ author_id: author })
    await base.harvest()
    await base.harvest()
    const all = await farm.read(farm.admin, { areaId: base.areaId })
    expect(all.next).toBeNull()
    expect(all.content.length).toBe(4 * 5 + 4)
    for (const size of [1, 2, 3, 7]) {
      const seen: LogRow[] = []
      let after: string | null = ''
      while (after !== null) {
        const page = await farm.read(farm.admin, { areaId: base.areaId, size, ...(after === '' ? {} : { after }) })
        expect(page.content.length).toBeLessThanOrEqual(size)
        seen.push(...page.content)
        after = page.next
      }
      expect(seen).toEqual(all.content)
    }
    // What comes while somebody reads moves no row that is older.
    const first = await farm.read(farm.admin, { areaId: base.areaId, size: 5 })
    await base.note({ at: NOON + HOUR })
    const second = await farm.read(farm.admin, { areaId: base.areaId, size: 5, after: first.next! })
    expect([...first.content, ...second.content]).toEqual(all.content.slice(0, 10))
  })

  test('joins what a person told one part of a device, and what one rule raised, within an hour: once, with how often', async () => {
    const base = await farm.aBase('Flood')
    const hour = Math.floor(NOON / HOUR) * HOUR
    for (const minute of [0, 1, 2]) await base.command({ created_at: hour + minute, state_at: hour, author_id: farm.adminId })
    await base.command({ created_at: hour + 3, author_id: farm.adminId, state: 'refused' })
    await base.command({ created_at: hour + 4, author_id: null })
    await base.command({ created_at: hour + 5, author_id: farm.adminId, circuit: 2, target: 'circuit/2' })
    await base.command({ created_at: hour - 1, author_id: farm.adminId })
    await base.command({ created_at: hour + 6, author_id: farm.adminId, cause: 'flow' })
    const rule = await farm.build.insert('alarm_rule', {
      tenant_id: farm.t,
      area_id: base.areaId,
      name: 'Hot',
      severity: 'major',
      logic: '{}' as never,
    })
    for (const minute of [10, 11])
      await base.alarm({ rule_id: rule.id, raised_at: hour + minute, state: 'cleared', cleared_at: hour + minute + 20 })
    const rows = async (query: Readonly<Record<string, unknown>> = {}) =>
      (await farm.read(farm.admin, { areaId: base.areaId, ...query })).content.map(({ source, at, count, since, level }) => [
        source,
        at - hour,
        count,
        since - hour,
        level,
      ])
    expect(await rows()).toEqual([
      ['alarm', 31, 2, 30, 'info'],
      ['alarm', 11, 2, 10, 'error'],
      ['command', 5, 1, 5, 'info'],
      ['command', 4, 1, 4, 'info'],
      ['command', 3, 1, 3, 'warn'],
      ['command', 2, 3, 0, 'info'],
      ['command', -1, 1, -1, 'info'],
    ])
    // That nothing was known is another thing than what the rule is named after.
    await base.alarm({ rule_id: rule.id, cause: 'noData', rule_name: 'Too hot', raised_at: hour + 12, severity: 'critical' })
    const { content } = await farm.read(farm.admin, { areaId: base.areaId, source: 'alarm' })
    expect(content.filter(({ at }) => at === hour + 12).map(({ title, count }) => [title, count])).toEqual([['“Too hot”无数据', 1]])
    // What lies outside of the span stands for nothing in it.
    expect(await rows({ source: 'command', from: hour + 1, to: hour + 1 })).toEqual([['command', 1, 1, 1, 'info']])
    expect(await rows({ source: 'alarm', to: hour + 10 })).toEqual([['alarm', 10, 1, 10, 'error']])
    expect(await rows({ source: 'command', level: 'warn' })).toEqual([['command', 3, 1, 3, 'warn']])
  })
})

describe('the log is narrowed', () => {
  test('to a base, a plot, a batch, a source, a level and a person', async () => {
    const base = await oneOfEach('Narrow')
    const { areaId, landId, batchId } = base
    const other = (await farm.build.aLand({ tenant_id: farm.t, area_id: areaId })).id
    const lin = await farm.enter([LOG])
    const mine = await base.note({ user_id: lin.id, log_level: 'error', land_id: other })
    await base.activity({ batch_id: batchId }, lin.id)
    await base.task({ by_user: lin.id }, { batch_id: batchId, land_id: landId, task_no: 'N2' })
    await base.harvest({}, lin.id)
    await base.camera({ user_id: lin.id })
    await base.command({ author_id: lin.id })
    const read = (query: Readonly<Record<string, unknown>>) => farm.read(farm.admin, { areaId, ...query })
    expect(sourcesOf(await read({}))).toEqual(new Set(LOG_SOURCES))
    for (const source of LOG_SOURCES) expect(sourcesOf(await read({ source }))).toEqual(new Set([source]))
    const theirs = await read({ userId: lin.id })
    expect(sourcesOf(theirs)).toEqual(new Set(LOG_SOURCES.filter((source) => source !== 'alarm')))
    expect(theirs.content).toHaveLength(6)
    expect(idsOf(await read({ level: 'error', source: 'note' }))).toEqual([mine])
    expect((await read({ level: 'error' })).content.every(({ level }) => level === 'error')).toBe(true)
    for (const level of ['info', 'warn', 'error'])
      expect((await read({})).content.filter((row) => row.level === level)).toEqual((await read({ level })).content)
    expect(idsOf(await read({ landId: other }))).toEqual([mine])
    expect(sourcesOf(await read({ landId }))).toEqual(new Set(['activity', 'task', 'harvest']))
    expect((await read({ landId })).content.every((row) => row.landId === landId)).toBe(true)
    expect((await read({ batchId })).content).toHaveLength(4)
    expect((await read({ batchId })).content.every((row) => row.batchId === batchId)).toBe(true)
    // Where devices stand counts for what they did.
    await farm.build.aLand({ tenant_id: farm.t, area_id: areaId })
    await farm.server.owner.query('update furrow.device set land_id = $1 where area_id = $2', [landId, areaId])
    expect(sourcesOf(await read({ landId }))).toEqual(new Set(['activity', 'task', 'harvest', 'camera', 'command']))
  })

  test('to a span, whose days are those of the tenant; one that ends before it begins is refused beside its end', async () => {
    const base = await farm.aBase('Span')
    const [evening, morning] = [Date.UTC(2026, 2, 9, 15, 59), Date.UTC(2026, 2, 9, 16)]
    for (const at of [evening, morning, morning + DAY]) {
      await base.note({ at })
      await base.activity({ done_at: at })
      await base.task({ at }, { task_no: `S${at}` })
      await base.command({ created_at: at })
      await base.alarm({ raised_at: at })
    }
    await base.harvest()
    await base.harvest({ harvested_on: '2026-03-09' })
    const read = async (query: Readonly<Record<string, unknown>>) =>
      (await farm.read(farm.admin, { areaId: base.areaId, ...query })).content
    const days = await read({ from: '2026-03-10', to: '2026-03-10' })
    expect(days.map(({ at }) => at)).toEqual(Array(6).fill(morning))
    expect((await read({ to: '2026-03-09' })).map(({ at }) => at)).toEqual([...Array(5).fill(evening), Date.UTC(2026, 2, 8, 16)])
    expect(await read({ from: morning, to: morning + DAY })).toHaveLength(11)
    const ask = (query: Readonly<Record<string, unknown>>) => farm.admin.call(farmLogCalls.page, { params: { t: farm.t }, query })
    for (const [from, to] of [
      ['2026-03-10', '2026-03-09'],
      [morning, morning - 1],
    ]) {
      const refused = await ask({ from, to })
      expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['to']])
    }
    expect((await ask({ from: '2026-02-30' })).body.fields).toHaveProperty('from')
    for (const after of ['x', '1.9.1', `1.7.${'9'.repeat(30)}`, '1.2.5', '1.7.abc', "1.7.1'"])
      expect([after, (await ask({ after })).status]).toEqual([after, 400])
  })

  test('by words that are taken literally, each in any of its texts; a hundred thousand letters are refused', async () => {
    const base = await farm.aBase('Found')
    const hit = await base.note({ log_title: '100% _ready_', description: 'back\\slash' })
    await base.note({ log_title: '100 ready', description: 'back/slash' })
    await base.activity({ activity_name: 'Prune', remark: 'the old leaves', machine: 'Saw' })
    await base.task({ note: 'halfway' }, { task_name: 'Stake', task_no: 'F-77' })
    await base.harvest({ remark: 'sweet' })
    await base.camera({ log_title: 'Aphids' })
    await base.command()
    await base.alarm({ rule_name: 'Dry soil' })
    const find = async (search: string) => (await farm.read(farm.admin, { areaId: base.areaId, search })).content
    for (const search of ['100%', '_ready_', '% _', 'back\\', '  100%  READY_ '])
      expect(idsOf({ content: await find(search) })).toEqual([hit])
    for (const [search, source] of [
      ['leaves prune', 'activity'],
      ['saw', 'activity'],
      ['half', 'task'],
      ['f-77 stake', 'task'],
      ['sweet', 'harvest'],
      ['aphids', 'camera'],
      ['valve', 'command'],
      ['dry soil', 'alarm'],
    ] as const)
      expect([search, ...sourcesOf({ content: await find(search) })]).toEqual([search, source])
    expect(await find('nothing of it')).toEqual([])
    const long = await farm.admin.call(farmLogCalls.page, { params: { t: farm.t }, query: { search: 'a'.repeat(100_000) } })
    expect([400, 414, 431]).toContain(long.status)
    expect((await farm.admin.call(farmLogCalls.page, { params: { t: farm.t }, query: { search: 'a'.repeat(101) } })).status).toBe(400)
  })
})

describe('nobody reads in the log', () => {
  const PAGES: Readonly<Record<Exclude<LogSource, 'note'>, readonly string[]>> = {
    activity: [ACTIVITY],
    task: [TASKS, MY_TASKS],
    harvest: [batch.codes.read],
    camera: [CAMERAS_READ],
    command: DEVICE_READERS,
    alarm: [ALARMS_READ],
  }

  test('what stands on a page that they may not open', async () => {
    const base = await oneOfEach('Codes')
    const read = async (codes: readonly string[]) =>
      [...sourcesOf(await farm.read(await farm.enter(codes), { areaId: base.areaId }))].toSorted()
    expect(await read([LOG])).toEqual(['note'])
    for (const [source, codes] of Object.entries(PAGES))
      for (const code of source === 'command' ? deviceTypes.gateway.readers : codes) expect(await read([LOG, code])).toContain(source)
    for (const [source, codes] of Object.entries(PAGES)) {
      const others = Object.values(PAGES)
        .flat()
        .filter((code) => !codes.includes(code))
      expect(await read([LOG, ...others])).not.toContain(source)
    }
    // Of devices each by its own type.
    expect(await read([LOG, ...deviceTypes.tzgk_electric_valve.readers])).toEqual(['note'])
    const powerless = await farm.enter([ACTIVITY, TASKS])
    expect((await powerless.call(farmLogCalls.page, { params: { t: farm.t } })).status).toBe(403)
  })

  test('what happened in a base that they may not see, or in which they hold only the code of the log', async () => {
    for (const make of LOG_SOURCES) {
      await north[make]()
      await south[make]()
    }
    const everything = await farm.enter(['*'], [north.areaId])
    const seen = await farm.read(everything)
    expect(sourcesOf(seen)).toEqual(new Set(LOG_SOURCES))
    expect(new Set(seen.content.map(({ areaId }) => areaId))).toEqual(new Set([north.areaId]))
    expect((await farm.read(everything, { areaId: south.areaId })).content).toEqual([])
    for (const narrowing of [{ landId: south.landId }, { batchId: south.batchId }])
      expect((await farm.read(everything, narrowing)).content).toEqual([])
    // The log everywhere, and each page in one base alone.
    const mixed = await farm.build.aUser({ tenantId: farm.t, codes: [LOG] })
    await farm.build.aRole({ tenant_id: farm.t, codes: Object.values(PAGES).flat(), userId: mixed.id, areaIds: [north.areaId] })
    const { content } = await farm.read(await farm.server.signIn(mixed.login_name))
    const inSouth = content.filter(({ areaId }) => areaId === south.areaId)
    expect(sourcesOf({ content: inSouth })).toEqual(new Set(['note']))
    expect(sourcesOf({ content: content.filter(({ areaId }) => areaId === north.areaId) })).toEqual(new Set(LOG_SOURCES))
  })

  test('what happened in another tenant', async () => {
    const other = await farm.build.aTenant()
    const theirs = await farm.aBase('Theirs', other.id)
    for (const make of LOG_SOURCES) await theirs[make]()
    expect((await farm.read(farm.admin, { areaId: theirs.areaId })).content).toEqual([])
    const all = await farm.read(farm.admin, { size: 500 })
    expect(all.content.filter(({ areaId }) => areaId === theirs.areaId)).toEqual([])
    // Theirs is all that a member of it reads.
    const rival = await farm.server.signIn((await farm.build.aUser({ tenantId: other.id, codes: ['*'] })).login_name)
    const { body } = await rival.call(farmLogCalls.page, { params: { t: other.id }, query: { size: 500 } })
    expect(sourcesOf(body)).toEqual(new Set(LOG_SOURCES))
    expect(new Set(body.content.map(({ areaId }) => areaId))).toEqual(new Set([theirs.areaId]))
  })
})
