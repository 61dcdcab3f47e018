import { afterAll, beforeAll, expect, test } from 'vitest'
import { alarmDutyCalls } from '#contract/alarms/duty'
import { type AlarmStaffBody, alarmStaffCalls } from '#contract/alarms/staff'
import type { AuditKind } from '#contract/core/trail'
import { auditCalls, type AuditEntry } from '#contract/organization/audit'
import { arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

const ADDRESS = 'https://hooks.farm.example/services/very-secret-path'
const SECRET = 'signed-with-this'
let server: TestServer
let admin: Client
let t: number
let north: number
let south: number
let userId: number
beforeAll(async () => {
  server = await startTestServer()
  const build = arrange(server.owner)
  t = (await build.aTenant()).id
  north = (await build.anArea({ tenant_id: t, area_name: 'North' })).id
  south = (await build.anArea({ tenant_id: t, area_name: 'South' })).id
  userId = (await build.aUser({ tenantId: t, real_name: 'Han Mei' })).id
  const user = await build.aUser({ tenantId: t, codes: ['*'], real_name: 'Lin Yue' })
  admin = await server.signIn(user.login_name)
})
afterAll(() => server?.close())

async function trail(kind: AuditKind, lang = 'en-US'): Promise<AuditEntry[]> {
  const { body } = await admin.call(auditCalls.page, { params: { t }, query: { size: 50, kind, lang } as never })
  return body.content
}
const channel = (more: Partial<AlarmStaffBody['channels'][number]> = {}): AlarmStaffBody['channels'][number] => ({
  id: null,
  kind: 'webhook',
  address: ADDRESS,
  secret: SECRET,
  severity: 'major',
  ...more,
})
const person = (more: Partial<AlarmStaffBody> = {}): AlarmStaffBody => ({
  userId: null,
  name: 'Li Lei',
  language: 'en-US',
  areaIds: [north],
  shifts: [],
  enabledFlag: 1,
  channels: [channel()],
  ...more,
})
const edit = async (id: number, body: AlarmStaffBody) => {
  const { objectVersionNumber } = (await admin.call(alarmStaffCalls.get, { params: { t, id } })).body
  const { status } = await admin.call(alarmStaffCalls.edit, { params: { t, id }, body: { ...body, objectVersionNumber } })
  expect(status).toBe(200)
}
const told = ({ changes }: AuditEntry) => changes.map(({ label, before, after, secret }) => [label, before, after, secret])

test('people, their hours and their channels are in the trail, and no address nor secret is', async () => {
  const made = (await admin.call(alarmStaffCalls.add, { params: { t }, body: person() })).body
  const kept = { id: made.channels[0]!.id, address: made.channels[0]!.address, secret: null }
  const shifts = [{ days: [6, 7], from: 480, to: 1080 }]
  await edit(
    made.id,
    person({ name: 'Li Lei Lei', areaIds: [north, south], shifts, channels: [channel({ ...kept, severity: 'critical' })] }),
  )
  await edit(
    made.id,
    person({
      name: 'Li Lei Lei',
      areaIds: [north, south],
      shifts,
      channels: [channel({ ...kept, address: `${ADDRESS}/2`, severity: 'critical' })],
    }),
  )
  await edit(made.id, person({ name: 'Li Lei Lei', areaIds: [north, south], shifts, channels: [] }))

  const [changed, added] = await trail('alarmStaff')
  expect(added).toMatchObject({ verb: 'made', title: 'Li Lei', act: 'alarmStaff.add', userName: 'Lin Yue' })
  expect(told(added!)).toEqual(
    expect.arrayContaining([
      ['Name', [], ['Li Lei'], false],
      ['Bases', [], ['Base: North'], false],
      ['Working hours', [], ['On duty at all times'], false],
      ['Language', [], ['English'], false],
    ]),
  )
  expect(changed).toMatchObject({ verb: 'changed', act: 'alarmStaff.edit' })
  expect(told(changed!)).toEqual([
    ['Name', ['Li Lei'], ['Li Lei Lei'], false],
    ['Bases', [], ['Base: South'], false],
    ['Working hours', ['On duty at all times'], ['between 08:00 and 18:00 on Sat, Sun'], false],
  ])

  const channels = await trail('alarmChannel')
  expect(channels.map(({ verb, title }) => [verb, title])).toEqual([
    ['deleted', 'Li Lei Lei · webhook'],
    ['changed', 'Li Lei Lei · webhook'],
    ['changed', 'Li Lei Lei · webhook'],
    ['made', 'Li Lei · webhook'],
  ])
  expect(told(channels[3]!)).toEqual([
    ['Kind', [], ['Webhook'], false],
    ['Severity', [], ['Major'], false],
    ['Address', [], [], true],
    ['Secret', [], [], true],
  ])
  expect(told(channels[2]!)).toEqual([['Severity', ['Major'], ['Critical'], false]])
  // A secret goes to where it was set for, and nowhere else.
  expect(told(channels[1]!)).toEqual([
    ['Address', [], [], true],
    ['Secret', [], [], true],
  ])
  const { rows } = await server.owner.query<{ whole: string }>('select to_jsonb(e)::text as whole from furrow.audit_entry e')
  for (const { whole } of rows) expect(whole).not.toMatch(/hooks\.farm|very-secret|signed-with/)
})

test('somebody with an account is called by it, and a test leaves no trace', async () => {
  const body = person({ userId, name: '', channels: [channel({ kind: 'message', address: '', secret: null })] })
  const made = (await admin.call(alarmStaffCalls.add, { params: { t }, body })).body
  const before = (await trail('alarmStaff')).length
  await admin.call(alarmStaffCalls.test, { params: { t, id: made.id }, body: { channelId: made.channels[0]!.id } })
  expect(await trail('alarmStaff')).toHaveLength(before)
  expect((await trail('alarmStaff'))[0]).toMatchObject({ title: 'Han Mei' })
  await admin.call(alarmStaffCalls.remove, { params: { t, id: made.id } })
  expect((await trail('alarmStaff'))[0]).toMatchObject({ verb: 'deleted', title: 'Han Mei', act: 'alarmStaff.remove' })
})

test('whom a base calls on is in the trail, by name', async () => {
  const { id } = (await admin.call(alarmStaffCalls.add, { params: { t }, body: person({ name: 'Wang Wei' }) })).body
  const set = (steps: object[], objectVersionNumber: number) =>
    admin.call(alarmDutyCalls.set, { params: { t }, body: { areaId: north, severity: 'major', steps, objectVersionNumber } })
  const { objectVersionNumber } = (await set([{ afterMinutes: 0, staffIds: [id] }], 0)).body
  await set(
    [
      { afterMinutes: 0, staffIds: [id] },
      { afterMinutes: 15, staffIds: [id] },
    ],
    objectVersionNumber,
  )
  const [changed, made] = await trail('alarmDuty')
  expect(made).toMatchObject({ verb: 'made', title: 'North', act: 'alarmDuty.set' })
  expect(told(made!)).toEqual([
    ['Severity', [], ['Major'], false],
    ['Steps', [], ['After 0 min: Wang Wei'], false],
  ])
  expect(told(changed!)).toEqual([['Steps', [], ['After 15 min: Wang Wei'], false]])
  const [chinese] = await trail('alarmDuty', 'zh-CN')
  expect(told(chinese!)).toEqual([['升级步骤', [], ['告警后 15 分钟：Wang Wei'], false]])
})
