import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alarmRuleCalls } from '#contract/alarms/rule'
import { alarmSilenceCalls } from '#contract/alarms/silence'
import { definitionCalls } from '#contract/approvals/definition'
import { gatewayCalls } from '#contract/devices/gateway'
import { type AuditEntry, auditCalls } from '#contract/organization/audit'
import { type Arrange, arrange } from '../arrange.ts'
import { oxygenLow } from '../alarms/anAlarm.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange
let t: number
let north: number
let south: number
let admin: Client
let adminId: number
let rival: Client
let rivalTenant: number

beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
  t = (await build.aTenant()).id
  north = (await build.anArea({ tenant_id: t, area_name: 'North' })).id
  south = (await build.anArea({ tenant_id: t, area_name: 'South' })).id
  const user = await build.aUser({ tenantId: t, codes: ['*'], real_name: 'Lin Yue' })
  adminId = user.id
  admin = await server.signIn(user.login_name)
  rivalTenant = (await build.aTenant()).id
  rival = await server.signIn((await build.aUser({ tenantId: rivalTenant, codes: ['*'] })).login_name)
})
afterAll(() => server?.close())

type Query = Parameters<typeof auditCalls.page.query.parse>[0]
async function trail(query: object = {}, { client = admin, tenant = t, lang = 'en-US' } = {}): Promise<AuditEntry[]> {
  const { status, body } = await client.call(auditCalls.page, {
    params: { t: tenant },
    query: { size: 50, lang, ...query } as Query as never,
  })
  expect(status).toBe(200)
  return body.content
}
const device = (id: number, more: object) => ({
  id,
  name: 'Pump house',
  deviceType: 'gateway',
  eui: `eui-${id}`,
  areaId: north,
  reportingMinutes: 5,
  ...more,
})
async function aGateway(): Promise<number> {
  const { body } = await admin.call(gatewayCalls.create, {
    params: { t },
    body: { name: 'Pump house', deviceType: 'gateway', eui: `eui-${crypto.randomUUID().slice(0, 8)}`, areaId: north },
  })
  return body.id
}

test('says in the reader’s words who changed what of a device, from where and by which call', async () => {
  const id = await aGateway()
  await admin.call(gatewayCalls.update, {
    params: { t },
    body: { ...device(id, { name: 'Well', areaId: south, reportingMinutes: 10 }), objectVersionNumber: 1 } as never,
  })
  await admin.call(gatewayCalls.secret, { params: { t, id } })
  const [reset, changed, made] = await trail({ kind: 'device' })
  expect(made).toMatchObject({ verb: 'made', title: 'Pump house', act: 'gateway.create' })
  expect(changed).toMatchObject({
    userId: adminId,
    userName: 'Lin Yue',
    address: '127.0.0.1',
    act: 'gateway.update',
    kind: 'device',
    verb: 'changed',
    title: 'Well',
  })
  expect(changed!.changes).toEqual(
    expect.arrayContaining([
      { label: 'Name', before: ['Pump house'], after: ['Well'], secret: false },
      { label: 'Base', before: ['North'], after: ['South'], secret: false },
      { label: 'Reporting period', before: ['5 min'], after: ['10 min'], secret: false },
    ]),
  )
  expect(reset).toMatchObject({ act: 'gateway.secret', changes: [{ label: 'Secret', before: [], after: [], secret: true }] })
  const [, chinese] = await trail({ kind: 'device' }, { lang: 'zh-CN' })
  expect(chinese!.changes).toContainEqual({ label: '所属基地', before: ['North'], after: ['South'], secret: false })
})

test('says of a role which permissions went and came, by the pages that they open', async () => {
  const role = await build.insert('role', {
    tenant_id: t,
    name: 'Keeper',
    codes: ['wfpf.company.config.crop', 'wfpf.farm.farm.land.ps.edit', 'wfpf.no.such'],
  })
  await server.owner.query(`update furrow.role set codes = $1 from (select set_config('furrow.user', $2, true)) as who where id = $3`, [
    ['wfpf.company.config.crop', 'wfpf.company.config.crop.ps.create', '*'],
    String(adminId),
    role.id,
  ])
  const [entry] = await trail({ kind: 'role' })
  expect(entry).toMatchObject({
    title: 'Keeper',
    changes: [{ label: 'Permissions', before: ['Plots › edit', 'wfpf.no.such'], after: ['Crops › add', 'Everything'] }],
  })
})

test('says of an approval flow what its nodes were and are', async () => {
  const role = await build.insert('role', { tenant_id: t, name: 'Buyers', codes: [] })
  const save = (basedOn: number, nodes: object[]) =>
    admin.call(definitionCalls.save, { params: { t }, body: { formCode: 'aplionform', name: 'Purchases', nodes, basedOn } as never })
  await save(0, [{ id: 'a', name: 'Head', kind: 'OR', who: { by: 'leader', level: 1 } }])
  await save(1, [
    { id: 'a', name: 'Head', kind: 'AND', who: { by: 'user', userIds: [adminId] } },
    { id: 'b', name: 'Buying', kind: 'OR', who: { by: 'role', roleId: role.id } },
  ])
  const [entry] = await trail({ kind: 'approvalDefinition', verb: 'changed' })
  expect(entry).toMatchObject({ title: 'Purchases', userName: 'Lin Yue', act: 'approvalDefinition.save' })
  expect(entry!.changes[0]).toMatchObject({ label: 'Nodes' })
  const { before, after } = entry!.changes[0]!
  expect(before).toEqual([
    'Head › Kind: Any one decides',
    'Head › Who is asked › Chosen by: The applicant’s leader',
    'Head › Who is asked › Levels up: 1',
  ])
  expect(after.toSorted()).toEqual(
    [
      'Head › Kind: Everyone agrees',
      'Head › Who is asked › Chosen by: Named people',
      'Head › Who is asked › People: Lin Yue',
      'Buying',
      'Buying › Kind: Any one decides',
      'Buying › Who is asked › Chosen by: Everyone with a role',
      'Buying › Who is asked › Role: Buyers',
    ].toSorted(),
  )
})

test('is narrowed by person, kind, act, time and text', async () => {
  const bo = await build.aUser({ tenantId: t, codes: ['*'], real_name: 'Bo Li' })
  const client = await server.signIn(bo.login_name)
  const id = await aGateway()
  await client.call(gatewayCalls.configure, { params: { t, id }, body: { reportingMinutes: 45 } })
  const old = await trail({ userId: bo.id })
  expect(old.map(({ act }) => act)).toEqual(['gateway.configure'])
  expect((await trail({ search: 'bo li' })).map(({ auditId }) => auditId)).toEqual([old[0]!.auditId])
  expect((await trail({ search: '2700000' })).map(({ auditId }) => auditId)).toEqual([old[0]!.auditId])
  expect(await trail({ search: '100%' })).toEqual([])
  expect((await trail({ verb: 'made', kind: 'device' })).length).toBeGreaterThan(0)
  expect(await trail({ verb: 'deleted' })).toEqual([])
  const { at } = old[0]!
  await server.owner.query('update furrow.audit_entry set at = at - 86400000 * 3 where id = $1', [old[0]!.auditId])
  expect((await trail({ to: at - 86_400_000 })).map(({ auditId }) => auditId)).toEqual([old[0]!.auditId])
  expect((await trail({ from: at - 86_400_000 })).map(({ auditId }) => auditId)).not.toContain(old[0]!.auditId)
  const { status } = await admin.call(auditCalls.page, { params: { t }, query: { from: 'yesterday' } })
  expect(status).toBe(400)
})

test('leaves as a spreadsheet in the reader’s language', async () => {
  await aGateway()
  const answer = await admin.raw('GET', `${auditCalls.export.path.replace('{t}', String(t))}?kind=device&lang=en-US`)
  const [heads, ...rows] = (await readSheet(Buffer.from(await answer.arrayBuffer()))) as unknown as unknown[][]
  expect(heads).toEqual(['Time', 'By', 'What was done', 'Kind', 'To what', 'Changes', 'Address', 'Device', 'Call'])
  expect(rows).toHaveLength((await trail({ kind: 'device' })).length)
  const row = rows.find(([, , done]) => done === 'Added')!
  expect(row.slice(1, 5)).toEqual(['Lin Yue', 'Added', 'Device', 'Pump house'])
  expect(String(row[5])).toContain('Name: -- → Pump house')
})

test('is another tenant’s own', async () => {
  const id = await aGateway()
  expect((await trail({ kind: 'device' })).length).toBeGreaterThan(0)
  expect(await trail({ kind: 'device' }, { client: rival, tenant: rivalTenant })).toEqual([])
  expect((await rival.call(auditCalls.page, { params: { t }, query: {} })).status).toBe(404)
  expect(id).toBeGreaterThan(0)
  const { body } = await rival.call(auditCalls.people, { params: { t: rivalTenant } })
  expect(body.map(({ realName }) => realName)).toEqual(['A User'])
})

test('says what an alarm rule watched for, before and after, as its page does, and who silenced which devices', async () => {
  const pump = (await build.aDevice({ tenant_id: t, area_id: north, name: 'Pond 7' })).id
  const rule = { areaId: north, name: 'Oxygen low', severity: 'major' as const, advice: '', ...oxygenLow }
  const { id } = (await admin.call(alarmRuleCalls.add, { params: { t }, body: rule })).body
  await admin.call(alarmRuleCalls.edit, {
    params: { t, id },
    body: {
      ...rule,
      severity: 'critical',
      when: { kind: 'all', of: [{ ...oxygenLow.when, limit: 2.5 } as never, { kind: 'sun', is: 'down', shift: -30 }] },
      scope: { ...rule.scope, deviceIds: [pump] },
      objectVersionNumber: 1,
    },
  })
  await admin.call(alarmRuleCalls.enable, { params: { t, id }, body: { enabledFlag: 1 } })
  await admin.call(alarmRuleCalls.remove, { params: { t, id } })
  const [deleted, enabled, changed, made] = await trail({ kind: 'alarmRule' })
  expect(made).toMatchObject({ verb: 'made', title: 'Oxygen low', act: 'alarmRule.add', userName: 'Lin Yue' })
  expect(changed).toMatchObject({ verb: 'changed', act: 'alarmRule.edit' })
  expect(changed!.changes).toEqual([
    { label: 'Severity', before: ['Major'], after: ['Critical'], secret: false },
    {
      label: 'What it watches for',
      before: ['Raised when: Dissolved oxygen below 3 mg/L (until back by 0.5 mg/L) for 1 min'],
      after: [
        'Raised when: (Dissolved oxygen below 2.5 mg/L (until back by 0.5 mg/L) and between 30 min before sunset and 30 min before sunrise) for 1 min',
        'Devices: Pond 7',
      ],
      secret: false,
    },
  ])
  expect(enabled!.changes).toEqual([{ label: 'Enabled', before: ['No'], after: ['Yes'], secret: false }])
  expect(deleted).toMatchObject({ verb: 'deleted', act: 'alarmRule.remove' })
  const [, , chinese] = await trail({ kind: 'alarmRule' }, { lang: 'zh-CN' })
  expect(chinese!.changes[1]!.after[1]).toContain('Pond 7')
  expect(JSON.stringify(chinese!.changes)).not.toMatch(/alarms:|_other|_one/)

  const silence = { areaId: north, deviceIds: [pump], startsAt: Date.now(), endsAt: Date.now() + 3_600_000, reason: 'Cleaning' }
  const { body } = await admin.call(alarmSilenceCalls.add, { params: { t }, body: silence })
  await admin.call(alarmSilenceCalls.end, { params: { t, id: body.id } })
  const [ended, planned] = await trail({ kind: 'alarmSilence' })
  expect(planned).toMatchObject({ verb: 'made', title: 'Cleaning', act: 'alarmSilence.add' })
  expect(planned!.changes).toContainEqual({ label: 'Devices', before: [], after: ['Pond 7'], secret: false })
  expect(ended!.changes).toMatchObject([{ label: 'Until' }])
})
