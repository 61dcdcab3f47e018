import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { calls } from '#contract/calls'
import type { AnyCall } from '#contract/core/call'
import { failure } from '#contract/core/failure'
import { fieldFaults } from '#contract/core/fieldFault'
import { FORM_CODES } from '#contract/approvals/definition'
import { oauthCalls } from '#contract/session/oauth'
import { fileCalls, fileUrlOf } from '#contract/media/files'
import { CLIENT_ID, CLIENT_SECRET } from '#contract/session/signIn'
import { userCalls } from '#contract/session/user'
import { approvalRows } from '../approvals/approvalRows.ts'
import { areaCases } from '../areaCases.ts'
import { type Arrange, arrange } from '../arrange.ts'
import type { AnyResource } from '#contract/core/resource'
import { type ResourceName, resources } from '#contract/resources'
import { lawful, sheetOf } from '../crud/lawful.ts'
import { buildPlaces } from '../crud/places.ts'
import { type CallCase, type Foreign, type Input, none, type Rows } from './callCase.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

let phones = 0
const taskById = (): CallCase => [404, ({ approvals: { taskId } }) => ({ params: { id: taskId }, body: { taskId } })]
const gatewayById = (more: Omit<Input, 'params'> = {}): CallCase => [404, ({ gatewayId }) => ({ params: { id: gatewayId }, ...more })]
const here = { latitude: '22.96', longitude: '113.34' }

const resourceNames = Object.keys(resources) as ResourceName[]
const emptySheets = Object.fromEntries(
  await Promise.all(resourceNames.map(async (name) => [name, await sheetOf(name, [resources[name].title], [])] as const)),
)
/** The calls of a resource, by its declaration. */
function resourceEntries(name: ResourceName): Record<string, CallCase> {
  const { idName, areaField, shape, calls: own }: AnyResource = resources[name]
  const idOf = (rows: Rows) => rows.records[name]
  const referring = Object.values(resources[name].fields).some((field) => 'target' in field && field.target !== undefined)
  return {
    [`${name}.page`]: areaField == null ? none : ['nothing', ({ areaId }) => ({ query: { [areaField]: areaId } })],
    [`${name}.get`]: [404, (rows) => ({ params: { id: idOf(rows) } })],
    [`${name}.create`]: [referring ? 422 : null, (rows) => ({ body: lawful[name](rows.records) })],
    [`${name}.update`]: [404, (rows) => ({ body: { ...lawful[name](rows.records), [idName]: idOf(rows), objectVersionNumber: 1 } })],
    ...(own.merge
      ? { [`${name}.merge`]: [404, (rows: Rows) => ({ body: { [idName]: idOf(rows), fields: {}, basedOn: {} } })] as CallCase }
      : {}),
    [`${name}.remove`]: [
      404,
      (rows) =>
        shape === 'body'
          ? { body: { [idName]: idOf(rows), objectVersionNumber: 1 } }
          : { params: { id: idOf(rows) }, query: { objectVersionNumber: 1 } },
    ],
    [`${name}.options`]: areaField == null ? none : ['nothing', ({ areaId }) => ({ query: { areaId } })],
    [`${name}.export`]: none,
    [`${name}.import`]: [null, () => ({ body: { file: emptySheets[name]! } })],
  }
}
const table: Record<string, CallCase> = {
  'oauth.token': [
    null,
    () => ({ body: { grant_type: 'refresh_token', client_id: CLIENT_ID, client_secret: CLIENT_SECRET, refresh_token: 'made up' } }),
  ],
  'oauth.logout': [null, () => ({ body: {} })],
  'oauth.userParams': [null, () => ({ query: { username: 'anyone' } })],
  'oauth.captchaCode': none,
  'oauth.captchaImage': [null, () => ({ params: { key: 'none' } })],
  'oauth.firstAdministrator': [null, () => ({ body: { token: 'made up', tenantName: 'A', loginName: 'a', realName: 'A', password: '' } })],
  // One phone is sent one code a minute.
  'oauth.sendPhoneCaptcha': [null, () => ({ query: { phone: String(13_800_000_000 + phones++) } })],
  'oauth.publicKey': none,
  'user.menuRole': [null, () => ({ query: { subModule: 'wfpf-farm' } })],
  'user.checkResources': [null, () => ({ body: ['wfpf.farm.farm.map'] })],
  'user.self': none,
  'user.selfTenants': none,
  'user.selfTenantsPage': none,
  'user.defaultTenant': [404, ({ tenantId }) => ({ body: { tenantId } })],
  'user.switchTenant': [404, ({ tenantId }) => ({ body: { tenantId } })],
  'account.realName': [null, () => ({ body: { realName: 'Renamed' } })],
  'account.password': [null, () => ({ body: { password: '', originalPassword: '' } })],
  'account.avatar': [404, ({ tenantId, fileId }) => ({ body: { avatar: fileUrlOf(tenantId, fileId) } })],
  'account.sessions': none,
  'account.endSession': [404, ({ sessionKey }) => ({ params: { key: sessionKey } })],
  'account.endOthers': none,
  'oidc.start': none,
  'oidc.state': none,
  'oidc.startLink': [null, () => ({ body: { password: '' } })],
  'oidc.link': [null, () => ({ body: { ticket: 'made up', callback: 'state=made-up' } })],
  'oidc.unlink': [null, () => ({ body: { password: '' } })],
  'secondFactor.state': none,
  'secondFactor.offer': [null, () => ({ body: { password: '' } })],
  'secondFactor.confirm': [null, () => ({ body: { code: '000000' } })],
  'secondFactor.renewCodes': [null, () => ({ body: { password: '', code: '000000' } })],
  'secondFactor.switchOff': [null, () => ({ body: { password: '', code: '000000' } })],
  'tenant.register': [
    null,
    () => ({ body: { realName: 'A', password: '', tenantName: 'A', phone: '13800000001', captcha: '000000', captchaKey: 'none' } }),
  ],
  'entry.look': [null, () => ({ body: { token: 'made-up' } })],
  'entry.open': [null, () => ({ body: { token: 'made-up', password: 'in no cipher' } })],
  'tenant.domain': [null, () => ({ query: { domainName: 'example.org' } })],
  'viewing.begin': [404, ({ own }) => ({ params: { id: own['personId']! } })],
  'viewing.end': none,
  'personalToken.list': none,
  'personalToken.matrix': none,
  'personalToken.create': [
    null,
    () => ({ body: { name: 'A program', scopes: ['wfpf.farm.farm.worker'], expiresAt: Date.now() + 86_400_000 } }),
  ],
  'personalToken.revoke': [404, ({ tokenId }) => ({ params: { id: tokenId } })],
  'theme.get': [404, ({ userId }) => ({ params: { userId } })],
  'theme.save': [404, ({ userId }) => ({ body: { userId, theme: '{}' } })],
  'tenantSetting.consult': none,
  'tenantSetting.setConsult': [null, () => ({ body: { consultFlag: 0 } })],
  'tenantSetting.areaAdmin': none,
  'tenantSetting.noviceCheck': none,
  'tenantSetting.noviceUnlock': none,
  'subModule.all': none,
  'subModule.self': none,
  'subModule.tree': none,
  'home.banners': none,
  'home.portal': none,
  'home.screens': none,
  'workBench.list': [404, ({ userId }) => ({ params: { userId } })],
  'workBench.save': [404, ({ userId }) => ({ body: { userId, farmWorkBenches: [] } })],
  'consult.page': ['nothing', ({ categoryId }) => ({ query: { categoryId } })],
  'consult.get': [404, ({ consultId }) => ({ params: { id: consultId } })],
  'consult.categories': none,
  ...Object.assign({}, ...resourceNames.map(resourceEntries)),
  ...Object.assign({}, ...areaCases.map((area) => area.calls)),
  'device.tenantAll': ['nothing', ({ areaId }) => ({ query: { areaId } })],
  'device.markers': ['nothing', ({ areaId }) => ({ query: { areaId } })],
  'device.count': ['nothing', ({ areaId }) => ({ query: { areaId } })],
  'device.status': ['nothing', ({ areaId }) => ({ query: { areaId } })],
  'device.state': gatewayById(),
  'device.areaCameras': ['nothing', ({ areaId }) => ({ params: { id: areaId } })],
  'gateway.get': gatewayById(),
  'gateway.create': [422, ({ areaId, gatewayEui }) => ({ body: { name: 'New', eui: `new-${gatewayEui}`, deviceType: 'gateway', areaId } })],
  'gateway.update': [
    404,
    ({ gatewayId, gatewayEui, areaId }) => ({
      body: { id: gatewayId, objectVersionNumber: 1, name: 'Renamed', eui: gatewayEui, deviceType: 'gateway', areaId },
    }),
  ],
  'gateway.remove': gatewayById(),
  'gateway.details': gatewayById(),
  'gateway.all': gatewayById(),
  'gateway.visualization': gatewayById(),
  'gateway.offline': ['nothing', ({ areaId }) => ({ query: { areaId } })],
  'gateway.refresh': gatewayById(),
  'gateway.configure': gatewayById({ body: { reportingMinutes: 5 } }),
  'gateway.secret': gatewayById(),
  'foreign.token': gatewayById({ body: {} }),
  'foreign.endToken': gatewayById(),
  'foreign.mapping': gatewayById(),
  'foreign.setMapping': gatewayById({ body: { mapping: { circuits: [] }, objectVersionNumber: 1 } }),
  'foreign.tryMapping': gatewayById({ body: { mapping: {}, scope: 'telemetry', sample: '{"a":1}' } }),
  'foreign.words': gatewayById(),
  'gateway.rejected': gatewayById(),
  'gateway.rejectedCounts': gatewayById(),
  'collect.collection': gatewayById(),
  'collect.delCollection': gatewayById(),
  'collect.areaCollection': ['nothing', ({ areaId }) => ({ query: { areaId } })],
  'collect.editItem': [404, ({ itemId }) => ({ body: { id: itemId, objectVersionNumber: 1, name: 'Renamed' } })],
  'collect.curve': gatewayById({ query: { startTime: 0, endTime: 1000 } }),
  'collect.trend': gatewayById(),
  'switch.list': gatewayById(),
  'switch.details': [404, ({ switchId }) => ({ params: { id: switchId } })],
  'switch.detailsSwitch': gatewayById(),
  'switch.control': [404, ({ switchId, gatewayEui }) => ({ body: { switchId, sw: 1, eui: gatewayEui, circuit: 1 } })],
  'switch.edit': [404, ({ switchId }) => ({ body: { id: switchId, name: 'Renamed', type: 'ordinary', objectVersionNumber: 1 } })],
  'switch.canBind': ['nothing', ({ areaId }) => ({ query: { areaId } })],
  'switch.changes': [404, ({ switchId }) => ({ params: { id: switchId } })],
  'switch.remove': [404, ({ switchId }) => ({ params: { id: switchId } })],
  'switch.log': ['nothing', ({ gatewayId }) => ({ query: { concentratorId: gatewayId } })],
  'aerator.pumps': [404, ({ aeratorId }) => ({ query: { regulatorId: aeratorId } })],
  'aerator.control': [404, ({ pumpId }) => ({ params: { id: pumpId }, body: { status: 1 } })],
  'changed.stands': none,
  'live.snapshot': ['nothing', ({ areaId }) => ({ query: { areaId, topic: 'readings' } })],
  'weather.now': [null, () => ({ query: here })],
  'weather.location': [null, () => ({ query: here })],
  'approval.tasks': none,
  'approval.processes': none,
  'approval.approve': taskById(),
  'approval.reject': taskById(),
  'approval.transfer': [
    404,
    ({ approvals: { taskId, colleagueId } }) => ({ params: { id: taskId }, body: { taskId, toUserId: colleagueId } }),
  ],
  'approval.businessList': [404, ({ approvals }) => ({ query: { processId: approvals.processId } })],
  'approval.businessData': [404, ({ approvals }) => ({ query: { processId: approvals.processId } })],
  'approval.colleagues': none,
  'approval.waiting': none,
  'approval.process': [404, ({ approvals }) => ({ params: { id: approvals.processId } })],
  'approval.withdraw': [404, ({ approvals }) => ({ params: { id: approvals.processId }, body: {} })],
  'approval.resubmit': [404, ({ approvals }) => ({ params: { id: approvals.rejectedProcessId }, body: {} })],
  'approvalDefinition.page': none,
  'approvalDefinition.get': [404, ({ approvals }) => ({ params: { id: approvals.definitionId } })],
  'approvalDefinition.trial': [
    404,
    ({ approvals, userId }) => ({ params: { id: approvals.definitionId }, query: { applicantId: userId } }),
  ],
  'approvalDefinition.save': [
    null,
    ({ approvals }) => ({ body: { formCode: 'aplionform', name: 'A flow', nodes: [], basedOn: approvals.definitionVersion } }),
  ],
  'approvalDefinition.roles': none,
  'approvalDefinition.leaders': none,
  'approvalDefinition.setLeader': [422, ({ approvals }) => ({ body: { userId: approvals.colleagueId, leaderId: null } })],
  'aplionform.page': ['nothing', ({ areaId }) => ({ query: { areaId } })],
  'aplionform.get': [404, ({ approvals }) => ({ params: { id: approvals.draftId } })],
  'aplionform.create': [422, ({ areaId }) => ({ body: { areaId, title: 'Seeds', lines: [] } })],
  'aplionform.update': [
    404,
    ({ approvals, areaId }) => ({ params: { id: approvals.draftId }, body: { areaId, title: 'Seeds', lines: [], objectVersionNumber: 1 } }),
  ],
  'aplionform.remove': [404, ({ approvals }) => ({ params: { id: approvals.draftId }, query: { objectVersionNumber: 1 } })],
  'aplionform.submit': [404, ({ approvals }) => ({ params: { id: approvals.draftId }, body: { objectVersionNumber: 1 } })],
  'aplionform.withdraw': [404, ({ approvals }) => ({ params: { id: approvals.submittedId }, body: { objectVersionNumber: 1 } })],
  'aplionform.resubmit': [404, ({ approvals }) => ({ params: { id: approvals.rejectedId }, body: { objectVersionNumber: 1 } })],
  'aplionform.flow': [404, ({ approvals }) => ({ params: { id: approvals.draftId } })],
  'message.count': none,
  'message.page': none,
  'message.get': [404, ({ messageId }) => ({ params: { id: messageId } })],
  'file.upload': [null, () => ({ body: { kind: 'file', bucketName: 'tests', file: new File(['a note'], 'note.txt') } })],
  'file.attachments': [404, ({ fileId }) => ({ params: { uuid: fileId } })],
  'file.image': [404, ({ fileId }) => ({ params: { uuid: fileId } })],
  'file.content': [404, ({ fileId }) => ({ params: { uuid: fileId } })],
  'file.link': [404, ({ fileId }) => ({ params: { uuid: fileId } })],
  'file.linked': [null, () => ({ params: { key: 'made-up' } })],
  'notice.page': none,
  'notice.get': [404, ({ noticeId }) => ({ params: { id: noticeId } })],
  'notice.readFlag': [404, ({ noticeId }) => ({ params: { id: noticeId } })],
  'notice.create': [null, () => ({ body: { title: 'New', noticeContent: { noticeBody: '<p>New</p>' } } })],
  'notice.update': [
    404,
    ({ noticeId }) => ({ body: { noticeId, objectVersionNumber: 1, title: 'Changed', noticeContent: { noticeBody: '<p>Changed</p>' } } }),
  ],
  'undelivered.page': none,
  'undelivered.retry': [404, ({ undeliveredId }) => ({ params: { id: undeliveredId } })],
  'undelivered.remove': [404, ({ undeliveredId }) => ({ params: { id: undeliveredId } })],
  'notice.remove': [404, ({ own }) => ({ params: { id: own['draftNoticeId']! } })],
  'message.markRead': ['nothing', ({ messageId }) => ({ body: { ids: [messageId] } })],
}

const READS = [
  ...new Set(calls.flatMap(({ permission }) => permission).filter((code) => code.startsWith('wfpf.') && !code.includes('.ps.'))),
]
type NamedCall = (typeof calls)[number]
const optionalQuery = ({ query }: AnyCall) =>
  query instanceof z.ZodObject
    ? Object.entries(query.shape).flatMap(([name, of]) => ((of as z.ZodType).safeParse(undefined).success ? [name] : []))
    : []
const isPublic = (call: AnyCall) => call.permission === 'public'
const codesOf = ({ permission }: AnyCall) => [permission].flat().filter((code) => code.startsWith('wfpf.'))
const hasTenant = ({ path }: AnyCall) => path.includes('{t}')

let server: TestServer
let build: Arrange
let tenantId: number
let otherTenantId: number
let admin: Client
let adminName: string
let rival: Client
let viewer: Client
let powerless: Client
let elsewhere: Client

async function rowsOf(tenant: number, userId: number): Promise<Rows> {
  // An enterprise has only so many of these, and a sheet so many lines; each call is given rows of its own, and the oldest are those of all that only read.
  for (const [table, kept] of Object.entries({
    banner: 20,
    promo_video: 20,
    picture: 20,
    picture_folder: 20,
    push_target: 10,
    personal_token: 10,
    audit_entry: 5000,
  }))
    await server.owner.query(
      `delete from furrow.${table} where tenant_id = $1 and id > (select id from furrow.${table} where tenant_id = $1 order by id limit 1 offset ${kept})`,
      [tenant],
    )
  const area = await build.anArea({ tenant_id: tenant })
  const place = { tenant_id: tenant, area_id: area.id }
  const land = await build.aLand(place)
  const gateway = await build.aDevice(place)
  const item = await build.anItem({ ...place, device_id: gateway.id })
  const one = await build.aSwitch({ ...place, device_id: gateway.id })
  const aerator = await build.aDevice({ ...place, device_type: 'aerator_ii' })
  const pump = await build.aSwitch({ ...place, device_id: aerator.id, kind: 'aerator' })
  const message = await build.aMessage({ tenant_id: tenant, user_id: userId })
  const notice = await build.aNotice({ tenant_id: tenant })
  const owner = tenant === tenantId ? admin : rival
  const picture = new File([PIXEL], 'pixel.png')
  const { body: file } = await owner.call(fileCalls.upload, { params: { t: tenant }, body: { kind: 'image', file: picture } })
  const category = await build.insert('consult_category', { tenant_id: tenant, category_name: `Category ${area.id}` })
  const article = await build.insert('consult', { tenant_id: tenant, category_id: category.id, title: 'An article', upload_date: 1 })
  const { id: sessionKey } = await build.insert('session', {
    id: randomUUID(),
    user_id: userId,
    device: 'A browser',
    token_hash: randomUUID(),
    created_at: 1,
    used_at: 1,
    expires_at: 9_999_999_999_999,
  })
  const token = await build.insert('personal_token', {
    tenant_id: tenant,
    user_id: userId,
    name: 'A program',
    scopes: [],
    expires_at: 9_999_999_999_999,
    token_hash: randomUUID(),
    key: randomUUID(),
  })
  return {
    tenantId: tenant,
    areaId: area.id,
    landId: land.id,
    gatewayId: gateway.id,
    gatewayEui: gateway.eui,
    itemId: item.id,
    switchId: one.id,
    aeratorId: aerator.id,
    pumpId: pump.id,
    messageId: message.id,
    undeliveredId: (await build.insert('outbox', { tenant_id: tenant, kind: 'message', body: '{}', dead_at: 1, created_at: 1 })).id,
    noticeId: notice.id,
    consultId: article.id,
    categoryId: category.id,
    fileId: file.id,
    sessionKey,
    tokenId: token.id,
    userId,
    approvals: await approvalRows(build, { tenantId: tenant, areaId: area.id, userId }),
    records: await recordsOf(owner, tenant, area.id),
    own: Object.assign(
      {},
      ...(await Promise.all(areaCases.map(async ({ rows }) => rows?.(build, { tenantId: tenant, areaId: area.id, userId })))),
    ),
  }
}
async function recordsOf(owner: Client, tenant: number, areaId: number): Promise<Rows['records']> {
  const places = await buildPlaces(build, { tenant_id: tenant, area_id: areaId })
  const made: Partial<Record<ResourceName, number>> = {}
  for (const name of resourceNames) {
    const of: AnyResource = resources[name]
    const { status, body } = await owner.call(of.calls.create, { params: { t: tenant }, body: lawful[name](places) })
    expect({ name, status }).toEqual({ name, status: 200 })
    made[name] = (body as unknown as Record<string, number>)[of.idName]!
  }
  return { ...(made as Record<ResourceName, number>), ...places }
}
let adminId: number
let rivalId: number

const standing = new Map<number, Promise<Rows>>()
/** Rows of a tenant that stand for every call which changes none: one that reads, or is refused. */
function standingRows(tenant: number, userId: number): Promise<Rows> {
  const known = standing.get(tenant) ?? rowsOf(tenant, userId)
  standing.set(tenant, known)
  return known
}
/** A dry run is forgotten once others were begun. */
const soonForgotten = new Set(['alarmTrial.get', 'flowTrial.get'])
/** Rows that a call may change, where it may. */
const rowsFor = ({ method, name }: NamedCall) =>
  method === 'GET' && !soonForgotten.has(name) ? standingRows(tenantId, adminId) : rowsOf(tenantId, adminId)

beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
  tenantId = (await build.aTenant()).id
  otherTenantId = (await build.aTenant()).id
  const area = await build.anArea({ tenant_id: tenantId })
  const user = await build.aUser({ tenantId, codes: ['*'] })
  const other = await build.aUser({ tenantId: otherTenantId, codes: ['*'] })
  adminId = user.id
  rivalId = other.id
  adminName = user.login_name
  admin = await server.signIn(user.login_name)
  rival = await server.signIn(other.login_name)
  viewer = await server.signIn((await build.aUser({ tenantId, codes: READS })).login_name)
  powerless = await server.signIn((await build.aUser({ tenantId, codes: [] })).login_name)
  elsewhere = await server.signIn((await build.aUser({ tenantId, codes: ['*'], areaIds: [area.id] })).login_name)
})
afterAll(() => server?.close())

async function make(client: Client, call: NamedCall, rows: Rows, tenant = tenantId) {
  const input = table[call.name]![1](rows)
  return client.call(call, { ...input, params: { t: tenant, ...input.params } })
}

/** The call with a body that no parser takes: a check that comes before the body is read does not see it. */
async function makeBroken(client: Client, call: NamedCall, rows: Rows) {
  const params: Record<string, string | number> = { t: tenantId, ...table[call.name]![1](rows).params }
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
  const body = call.method === 'GET' ? undefined : '{"broken'
  const answer = await client.raw(call.method, path, body ? { body, headers: { 'content-type': 'application/json' } } : {})
  return { status: answer.status, body: (await answer.json()) as unknown }
}

const somebodysRows: Rows = {
  // Any name stands for a row of somebody's.
  own: new Proxy({}, { get: () => 1 }),
  tenantId: 1,
  areaId: 1,
  landId: 1,
  gatewayId: 1,
  gatewayEui: 'x',
  itemId: 1,
  switchId: 1,
  aeratorId: 1,
  pumpId: 1,
  messageId: 1,
  undeliveredId: 1,
  noticeId: 1,
  consultId: 1,
  categoryId: 1,
  fileId: '00000000-0000-4000-8000-000000000000',
  sessionKey: '00000000-0000-4000-8000-000000000000',
  tokenId: 1,
  userId: 1,
  approvals: {
    draftId: 1,
    submittedId: 1,
    rejectedId: 1,
    processId: 1,
    rejectedProcessId: 1,
    taskId: 1,
    definitionId: 1,
    definitionVersion: 1,
    colleagueId: 1,
  },
  records: {
    ...(Object.fromEntries(resourceNames.map((name) => [name, 1])) as Record<ResourceName, number>),
    areaId: 1,
    cropId: 1,
    varietyId: 1,
    measureUnitId: 1,
    storeId: 1,
    landId: 1,
    taskTypeId: 1,
    workerId: 1,
    batchId: 1,
    packageId: 1,
    articleCategoryId: 1,
    pictureFolderId: 1,
  },
}

test('every declared call has a row in the table, and every row is a declared call', () => {
  expect(Object.keys(table).toSorted()).toEqual(calls.map(({ name }) => name).toSorted())
})

const where = (fits: (call: NamedCall) => boolean) =>
  calls.filter((call) => call.name in table && fits(call)).map((call) => [call.name, call] as const)
const foreignOf = ({ name }: NamedCall): Foreign => table[name]![0]

describe('before the body is read', () => {
  test.each(where((call) => !isPublic(call)))('%s answers 401 without a token, and to one that was made up', async (_, call) => {
    for (const client of [server.anonymous, server.clientOf('made.up.token'), server.clientOf('')]) {
      const { status, body } = await makeBroken(client, call, somebodysRows)
      expect(status).toBe(401)
      expect(failure.parse(body).code).toBe('error.permission.accessTokenInvalid')
    }
  })

  test.each(where((call) => !isPublic(call) && hasTenant(call)))('%s answers 404 to a user of another tenant', async (_, call) => {
    const { status, body } = await makeBroken(rival, call, somebodysRows)
    expect(status).toBe(404)
    expect(failure.parse(body).code).toBe('error.notFound')
  })

  test.each(where((call) => codesOf(call).length > 0))('%s answers 403 to a user of the tenant who holds no code', async (_, call) => {
    const { status, body } = await makeBroken(powerless, call, somebodysRows)
    expect(status).toBe(403)
    expect(failure.parse(body).code).toBe('error.permission.denied')
  })

  test.each(where((call) => codesOf(call).length > 0 && codesOf(call).every((code) => code.includes('.ps.'))))(
    '%s answers 403 to a viewer, who only reads',
    async (_, call) => {
      expect((await makeBroken(viewer, call, somebodysRows)).status).toBe(403)
    },
  )
})

const ofTenant = resourceNames.filter((name) => name !== 'area' && resources[name].areaField == null)

describe('rows of others', () => {
  test.each(where((call) => foreignOf(call) != null))("%s hides another tenant's row", async (_, call) => {
    const theirs = await standingRows(otherTenantId, rivalId)
    await expectHidden(await make(admin, call, theirs), foreignOf(call), theirs)
  })

  // Messages belong to a person, notices, what could not be told, files, pictures, videos, roles, panoramas, firmware, recipes and resources without a base to a tenant.
  test.each(
    where(
      (call) =>
        foreignOf(call) != null &&
        hasTenant(call) &&
        !/^(message|undelivered|approvalDefinition|notice|managedNotice|file|consult|insectType|panorama|panoramaPicture|picture|promoVideo|role|explain|application|personalToken|factorRule|viewing|invitation)\.|^insectPicture\.identify$|^dosing\.(save|remove)Recipe$|^firmware\.(list|remove|offers)$/.test(
          call.name,
        ) &&
        !ofTenant.some((name) => call.name.startsWith(`${name}.`)),
    ),
  )('%s hides a row of a base that the caller may not see', async (_, call) => {
    const ours = await standingRows(tenantId, adminId)
    await expectHidden(await make(elsewhere, call, ours), foreignOf(call), ours)
  })
})

describe('who may call', () => {
  // A made-up refresh token, a password in no cipher and a captcha that is none: public calls with nothing to find. A spreadsheet of devices
  // and a firmware are the caller's own files, and there are none. A panorama is uploaded without a file, and of one that is not there is no tile.
  const unlucky: Record<string, number> = {
    'oauth.token': 400,
    'oauth.firstAdministrator': 400,
    'oauth.captchaImage': 404,
    'account.password': 400,
    'secondFactor.offer': 400,
    'secondFactor.confirm': 409,
    'secondFactor.renewCodes': 400,
    'secondFactor.switchOff': 400,
    // It is the own one.
    'factorRule.switchOff': 403,
    // No other service is configured, and nobody views as somebody.
    'oidc.start': 404,
    'oidc.startLink': 404,
    'oidc.link': 404,
    'oidc.unlink': 404,
    'viewing.end': 404,
    'tenant.register': 400,
    'entry.look': 404,
    'entry.open': 404,
    'file.linked': 404,
    'insectPicture.upload': 404,
    ...Object.fromEntries(FORM_CODES.map((kind) => [`${kind}.readLines`, 404])),
    'deviceSheet.check': 404,
    'deviceSheet.bring': 404,
    'simUsageSheet.check': 404,
    'simUsageSheet.bring': 404,
    'openingStock.check': 404,
    'openingStock.bring': 404,
    'firmware.add': 404,
    'firmware.download': 404,
    'panorama.upload': 400,
    'promoVideo.upload': 400,
    // An order names all that are there: made-up ones are none of them.
    'promoVideo.order': 404,
    'banner.order': 404,
    'panoramaPicture.tile': 404,
    'panoramaPicture.view': 404,
    'panoramaVr.package': 404,
    'publicTour.tile': 404,
    'publicSeed.picture': 404,
    'corporation.brandPicture': 404,
    'publicNews.picture': 404,
    // The tenant publishes none.
    'publicNews.page': 404,
    'publicNews.read': 404,
    // Nobody said where this server is reached from outside.
    'publicNews.feed': 404,
    'publicNews.map': 404,
    'publicTour.view': 404,
    'publicTour.file': 404,
  }

  test.each(where((call) => unlucky[call.name] == null && call.name !== 'oauth.logout'))('%s answers as declared', async (_, call) => {
    const { status, body } = await make(admin, call, await rowsFor(call))
    expect({ status, failure: status === 200 ? null : body }).toEqual({ status: 200, failure: null })
    expect(call.produces != null || call.answer.safeParse(body).success).toBe(true)
  })

  // A page answers by a page, also of a seed that its address does not name.
  const needsMore: Record<string, number> = { 'flow.times': 400, 'publicSeed.page': 404 }
  test.each(where((call) => optionalQuery(call).length > 0 && unlucky[call.name] == null))(
    '%s takes an optional parameter that is empty as one that is absent',
    async (_, call) => {
      const { query = {}, ...input } = table[call.name]![1](await rowsFor(call))
      const empty = Object.fromEntries(optionalQuery(call).map((name) => [name, '']))
      const absent = Object.fromEntries(Object.entries(query).filter(([name]) => !(name in empty)))
      const ask = (asked: Input['query']) => admin.call(call, { ...input, query: asked, params: { t: tenantId, ...input.params } })
      const { status, body } = await ask({ ...absent, ...empty })
      // What one parameter says may need another (the fields of a kind): such a call fails then, as it does without it.
      const usual = needsMore[call.name] ?? 200
      expect({ status, failure: status === usual ? null : body }).toEqual({ status: usual, failure: null })
      if (call.method === 'GET' && call.produces == null) expect(body).toEqual((await ask(absent)).body)
    },
  )

  test.each(where((call) => unlucky[call.name] != null))('%s fails as declared', async (_, call) => {
    const { status, body } = await make(isPublic(call) ? server.anonymous : admin, call, somebodysRows)
    expect(status).toBe(unlucky[call.name])
    // A page says it as a page.
    if (call.produces !== 'text/html') failure.parse(body)
  })

  test('oauth.logout ends the session of the token that calls, and no other', async () => {
    const client = await server.signIn(adminName)
    expect((await client.call(oauthCalls.logout, { body: {} })).body).toBe(true)
    expect((await client.call(userCalls.self)).status).toBe(401)
    expect((await admin.call(userCalls.self)).status).toBe(200)
  })
})

/** What administrators set up by hand: programs, receivers, roles, people, the tree, the enterprise and its flows. */
const backOffice = /^(application|personalToken|dataPush|role|userManage|invitation|unit|corporation|approvalDefinition)\./

describe('of two tabs that save the same version at once', () => {
  // The enterprise is one, whose version the calls before have moved (tests/server/organization/corporation.test.ts).
  const versioned = ({ name, method, body }: NamedCall) =>
    method !== 'GET' &&
    name !== 'corporation.update' &&
    body instanceof z.ZodObject &&
    ('objectVersionNumber' in body.shape || 'basedOn' in body.shape)
  test.each(where((call) => backOffice.test(call.name) && versioned(call)))('%s takes one and tells the other', async (_, call) => {
    const { params, body } = table[call.name]![1](await rowsOf(tenantId, adminId))
    const save = () => admin.call(call, { params: { t: tenantId, ...params }, body } as never)
    const statuses = (await Promise.all([save(), save()])).map(({ status }) => status)
    // What is gone already is not found.
    expect(statuses.toSorted((one, other) => one - other)).toEqual([
      200,
      /\.(remove|unassign)$/.test(call.name) ? expect.toBeOneOf([404, 409]) : 409,
    ])
  })
})

const LONG = '长'.repeat(100_000)
/** A lawful body with such a text in one field, for every field that there is. */
function longBodies({ name, body }: NamedCall): { field: string; given: Record<string, unknown> }[] {
  const { body: lawfulBody = {} } = table[name]![1](somebodysRows)
  if (!(body instanceof z.ZodType) || Array.isArray(lawfulBody)) return []
  if (Object.values(lawfulBody).some((value) => value instanceof File)) return []
  const fields = Object.keys(body instanceof z.ZodObject ? body.shape : lawfulBody)
  return fields.map((field) => ({ field, given: { ...lawfulBody, [field]: LONG } }))
}

describe('a text of 100,000 characters', () => {
  test('is refused by every call that takes a body, beside its field', () => {
    const accepted = where(({ body }) => body instanceof z.ZodType).flatMap(([name, call]) =>
      longBodies(call).flatMap(({ field, given }) => {
        const { error } = call.body!.safeParse(given)
        return error && field in fieldFaults(error, given) ? [] : [`${name} ${field}`]
      }),
    )
    // An article is as long as its passages make it; a scope is only compared with what was lent.
    expect(accepted).toEqual(['article.create content', 'article.update content', 'oauth.token scope'])
  })

  test.each(where((call) => backOffice.test(call.name) && longBodies(call).length > 0))('is told beside it by %s', async (_, call) => {
    const { params } = table[call.name]![1](somebodysRows)
    for (const { field, given } of longBodies(call)) {
      const { status, body } = await admin.call(call, { params: { t: tenantId, ...params }, body: given } as never)
      expect({ field, status, isBeside: field in (failure.parse(body).fields ?? {}) }).toEqual({ field, status: 400, isBeside: true })
    }
  })
})

async function expectHidden({ status, body }: { status: number; body: unknown }, foreign: Foreign, rows: Rows): Promise<void> {
  if (foreign !== 'nothing') {
    expect(status).toBe(foreign)
    failure.parse(body)
    return
  }
  if (status === 404) return
  expect(status).toBe(200)
  const text = JSON.stringify(body)
  expect(text).not.toContain(rows.gatewayEui)
  const { totalCount, areaId } = (body ?? {}) as { totalCount?: number; areaId?: number }
  for (const list of Object.values((body ?? {}) as Record<string, unknown>).filter(Array.isArray)) expect(list).toEqual([])
  if (totalCount != null) expect(totalCount).toBe(0)
  if (areaId != null) expect(areaId).not.toBe(rows.areaId)
  if (Array.isArray(body)) expect(body).toEqual([])
  if (typeof body === 'number') expect(body).toBe(0)
}
