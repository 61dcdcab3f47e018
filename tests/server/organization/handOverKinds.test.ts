import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { INQUIRY_ANSWER, INQUIRY_READ } from '#contract/agriculture/permission'
import { ALARMS_READ } from '#contract/alarms/permission'
import { MADE_AHEAD_DAYS } from '#contract/farm/recurrence'
import { type Held, handOverCalls } from '#contract/organization/handOver'
import { anAlarm } from '../alarms/anAlarm.ts'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

const MAP = 'wfpf.farm.farm.map'
const DAY_MS = 86_400_000

let server: TestServer
let build: Arrange
let t: number
let area: number
let admin: Client
let adminId: number
let leaver: number
/** Has all that it takes, and is known to the base as worker and as alarm staff. */
let able: number
/** Sees the base, and nothing else. */
let stranger: number
let asker: number
let staff: Record<'leaver' | 'able' | 'other', number>
let worker: number
beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
})
afterAll(() => server?.close())

const json = (value: unknown) => JSON.stringify(value) as never
const aStaff = async (name: string, userId: number | null, enabled_flag = 1) => {
  const { id } = await build.insert('alarm_staff', { tenant_id: t, name, user_id: userId, enabled_flag })
  await build.insert('alarm_staff_area', { tenant_id: t, staff_id: id, area_id: area })
  return id
}
const anInquiry = async (title: string, state: 'open' | 'answered' | 'closed', experts: readonly number[]) => {
  const ended = state === 'closed' ? { closed_at: 3, closed_by: 'Ann' } : {}
  const { id } = await build.insert('inquiry', {
    tenant_id: t,
    area_id: area,
    title,
    state,
    answers: state === 'answered' ? 1 : 0,
    asker_id: asker,
    asker_name: 'Asker',
    asked_at: 1,
    last_at: 1,
    ...ended,
  })
  for (const user_id of experts)
    await build.insert('inquiry_expert', { tenant_id: t, area_id: area, inquiry_id: id, user_id, name: `Expert ${user_id}` })
  return id
}
const aTask = (given: { task_no: string; task_state: string } & Record<string, unknown>) =>
  build.insert('task', {
    tenant_id: t,
    area_id: area,
    task_name: 'Weed',
    task_level: 'base',
    priority: 'normal',
    starts_at: 1,
    due_at: 2,
    ...given,
  } as never)
const node = (id: string, userIds: readonly number[]) => ({ id, name: id, kind: 'OR', who: { by: 'user', userIds } })
const flowOf = (version: number, nodes: readonly unknown[], form_code = 'aplionform') =>
  build.insert('approval_definition', {
    tenant_id: t,
    form_code,
    version,
    name: `${form_code} ${version}`,
    nodes: json(nodes),
    when_nobody: 'pass',
    when_applicant: 'leader',
    created_at: 1,
  })

let alarms: Record<'active' | 'cleared', number>
let inquiries: Record<'open' | 'answered', number>
let tasks: Record<'crew' | 'series', number>
let duty: number
let flow: number
beforeEach(async () => {
  t = (await build.aTenant()).id
  area = (await build.anArea({ tenant_id: t, area_name: 'North' })).id
  const boss = await build.aUser({ tenantId: t, codes: ['*'], real_name: 'Ann' })
  adminId = boss.id
  admin = await server.signIn(boss.login_name)
  leaver = (await build.aUser({ tenantId: t, real_name: 'Lea' })).id
  able = (await build.aUser({ tenantId: t, codes: [INQUIRY_READ, INQUIRY_ANSWER, ALARMS_READ], areaIds: [area], real_name: 'Abe' })).id
  stranger = (await build.aUser({ tenantId: t, codes: [MAP, INQUIRY_READ], real_name: 'Sue' })).id
  asker = (await build.aUser({ tenantId: t, codes: ['*'], real_name: 'Asker' })).id
  staff = { leaver: await aStaff('Lea', leaver), able: await aStaff('Abe', able), other: await aStaff('Oth', null) }
  const aWorker = async (name: string, user_id: number, enabled_flag = 1) =>
    (await build.insert('worker', { tenant_id: t, area_id: area, name, worker_type: 'regular', user_id, enabled_flag })).id
  // Who is switched off there is as good as unknown.
  await aStaff('Sue', stranger, 0)
  await aWorker('Sue', stranger, 0)
  const lea = await aWorker('Lea', leaver)
  worker = await aWorker('Abe', able)

  inquiries = {
    open: await anInquiry('Open', 'open', [leaver]),
    answered: await anInquiry('Answered', 'answered', [leaver, able]),
  }
  await anInquiry('Closed', 'closed', [leaver])
  const at = { tenant_id: t, area_id: area, raised_at: 1, assignee_id: leaver }
  const over = { state: 'cleared', cleared_at: 2 }
  alarms = {
    active: (await anAlarm(build, { ...at, device_name: 'Active' })).id,
    cleared: (await anAlarm(build, { ...at, ...over, device_name: 'Cleared' })).id,
  }
  await anAlarm(build, { ...at, ...over, acknowledged_at: 3, acknowledged_by: 'Lea', device_name: 'Done' })
  const steps = [
    { afterMinutes: 0, staffIds: [staff.leaver, staff.other] },
    { afterMinutes: 5, staffIds: [staff.able, staff.leaver] },
  ]
  duty = (await build.insert('alarm_duty', { tenant_id: t, area_id: area, severity: 'major', steps: json(steps) })).id
  const type = await build.insert('task_type', { tenant_id: t, name: 'Weeding', code: 'W', color: '#1b9961', usage: 'farm' })
  const task = { task_type_id: type.id }
  const done = { task_state: 'finished', started_at: 1, finished_at: 2 }
  // As far ahead as the server makes them: it makes none meanwhile.
  const repeats = { ...done, leader_id: lea, repeat_rule: 'FREQ=DAILY', made_until: Date.now() + MADE_AHEAD_DAYS * DAY_MS }
  tasks = {
    crew: (await aTask({ ...task, task_no: 'Crew', task_state: 'unassigned', participants: json([lea, worker]) })).id,
    series: (await aTask({ ...task, ...repeats, task_no: 'Repeats' })).id,
  }
  await aTask({ ...task, ...repeats, task_no: 'Repeated', repeat_ended_at: 3 })
  await aTask({ ...task, ...done, task_no: 'Past', leader_id: lea })
  const branches = [{ when: [{ fact: 'amount', is: 'atLeast', value: 10 }], nodes: [node('b', [leaver, able, asker])] }]
  await flowOf(1, [node('a', [leaver])])
  flow = (await flowOf(2, [{ id: 'c', name: 'c', kind: 'CONDITION', branches, otherwise: [node('o', [leaver])] }, node('z', [asker])])).id
  await flowOf(1, [node('a', [leaver])], 'warehousing')
  await flowOf(2, [node('a', [asker])], 'warehousing')
})

const held = async (userId: number) => (await admin.call(handOverCalls.held, { params: { t }, query: { userId } })).body
const handOver = async (items: readonly Held[], to: number) =>
  (await admin.call(handOverCalls.handOver, { params: { t }, body: { userId: leaver, toUserId: to, items: items as never } })).body
/** Everything that a hand-over may touch, as it stands; what the server does by itself meanwhile left out. */
const everything = async () =>
  (
    await server.owner.query(
      `select (select jsonb_agg(array[id, assignee_id] order by id) from alarm where tenant_id = $1) as alarms,
        (select count(*)::int from alarm_event where tenant_id = $1 and what = 'assigned') as events,
        (select jsonb_agg(d order by id) from alarm_duty d where tenant_id = $1) as duties,
        (select jsonb_agg(e order by inquiry_id, user_id) from inquiry_expert e where tenant_id = $1) as experts,
        (select jsonb_agg(d order by id) from approval_definition d where tenant_id = $1) as flows,
        (select jsonb_agg(jsonb_build_array(id, leader_id, participants, object_version_number) order by id) from task where tenant_id = $1) as tasks`,
      [t],
    )
  ).rows[0]

test('what waits for somebody is listed, and nothing that is over', async () => {
  expect((await held(leaver)).map(({ kind, title }) => `${kind} ${title}`)).toEqual([
    'flow aplionform 2',
    'task Crew Weed',
    'task Repeats Weed',
    'inquiry Answered',
    'inquiry Open',
    'alarm Active Oxygen low',
    'alarm Cleared Oxygen low',
    'duty North',
  ])
})

test('to whom has no right to it, is unknown to the base or asked it themselves nothing goes, and each line says why', async () => {
  const before = await everything()
  const items = await held(leaver)
  const reasons = async (to: number) =>
    (await handOver(items, to)).refused.map(({ kind, title, reason }) => `${kind} ${title}: ${reason}`).toSorted()
  // Who reads questions and may not answer them is no expert.
  expect(await reasons(stranger)).toEqual([
    'alarm Active Oxygen low: noRight',
    'alarm Cleared Oxygen low: noRight',
    'duty North: noStaff',
    'inquiry Answered: noRight',
    'inquiry Open: noRight',
    'task Crew Weed: noWorker',
    'task Repeats Weed: noWorker',
  ])
  expect(await reasons(asker)).toEqual([
    'duty North: noStaff',
    'inquiry Answered: applicant',
    'inquiry Open: applicant',
    'task Crew Weed: noWorker',
    'task Repeats Weed: noWorker',
  ])
  const gone = { kind: 'alarm', id: 999_999_999, title: '' } as const
  expect(await handOver([...items, gone], able)).toEqual({ moved: 0, refused: [{ ...gone, reason: 'gone' }] })
  expect(await everything()).toEqual(before)
})

test('questions, alarms, escalations, repetitions and flows are the successor’s then, each once', async () => {
  const items = await held(leaver)
  expect(await handOver(items, able)).toEqual({ moved: items.length, refused: [] })
  expect(await held(leaver)).toEqual([])

  const experts = await server.owner.query('select inquiry_id, user_id from inquiry_expert where inquiry_id = any($1) order by 1', [
    Object.values(inquiries),
  ])
  expect(experts.rows).toEqual([
    { inquiry_id: inquiries.open, user_id: able },
    { inquiry_id: inquiries.answered, user_id: able },
  ])
  for (const id of Object.values(alarms)) {
    expect(await build.rowOf('alarm', { id })).toMatchObject({ assignee_id: able })
    expect(await build.rowOf('alarm_event', { alarm_id: id, what: 'assigned' })).toMatchObject({ by_name: 'Ann', words: 'Abe' })
  }
  expect(await build.rowOf('alarm', { tenant_id: t, device_name: 'Done' })).toMatchObject({ assignee_id: leaver })
  expect(await build.rowOf('alarm_duty', { id: duty })).toMatchObject({
    steps: [
      { afterMinutes: 0, staffIds: [staff.able, staff.other] },
      { afterMinutes: 5, staffIds: [staff.able] },
    ],
    object_version_number: 2,
  })
  expect(await build.rowOf('task', { id: tasks.crew })).toMatchObject({ leader_id: null, participants: [worker] })
  expect(await build.rowOf('task', { id: tasks.series })).toMatchObject({ leader_id: worker })

  const next = await build.rowOf('approval_definition', { tenant_id: t, form_code: 'aplionform', version: 3 })
  expect(next).toMatchObject({ name: 'aplionform 2', when_nobody: 'pass', when_applicant: 'leader', author_id: adminId })
  expect(next!.nodes).toMatchObject([
    { branches: [{ nodes: [node('b', [able, asker])] }], otherwise: [node('o', [able])] },
    node('z', [asker]),
  ])
  // What ran by the old one goes on by it.
  expect(JSON.stringify((await build.rowOf('approval_definition', { id: flow }))!.nodes)).toContain(String(leaver))
})
