import { z } from 'zod'
import { FORM_CODES } from '#contract/approvals/definition'
import { calls } from '#contract/calls'
import type { AnyCall } from '#contract/core/call'
import type { AnyResource } from '#contract/core/resource'
import { fileUrlOf } from '#contract/media/files'
import { type ResourceName, resources } from '#contract/resources'
import { CLIENT_ID, CLIENT_SECRET } from '#contract/session/signIn'
import { areaCases } from '../areaCases.ts'
import { lawful, sheetOf } from '../crud/lawful.ts'
import { type CallCase, type Foreign, type Input, none, type Rows } from './callCase.ts'

export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let phones = 0
const taskById = (): CallCase => [404, ({ approvals: { taskId } }) => ({ params: { id: taskId }, body: { taskId } })]
const gatewayById = (more: Omit<Input, 'params'> = {}): CallCase => [404, ({ gatewayId }) => ({ params: { id: gatewayId }, ...more })]
const here = { latitude: '22.96', longitude: '113.34' }

export const resourceNames = Object.keys(resources) as ResourceName[]
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
/** How each declared call is made, by its name. */
export const table: Record<string, CallCase> = {
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

/** The codes of all calls that only read. */
export const READS = [
  ...new Set(calls.flatMap(({ permission }) => permission).filter((code) => code.startsWith('wfpf.') && !code.includes('.ps.'))),
]
export type NamedCall = (typeof calls)[number]
export const optionalQuery = ({ query }: AnyCall) =>
  query instanceof z.ZodObject
    ? Object.entries(query.shape).flatMap(([name, of]) => ((of as z.ZodType).safeParse(undefined).success ? [name] : []))
    : []
export const isPublic = (call: AnyCall) => call.permission === 'public'
export const codesOf = ({ permission }: AnyCall) => [permission].flat().filter((code) => code.startsWith('wfpf.'))
export const hasTenant = ({ path }: AnyCall) => path.includes('{t}')

/** The id of no row. */
const NOBODYS = 2_000_000_000
/** Rows of nobody: what their call is asked is refused before it is looked up, or is not found. */
export const nobodysRows: Rows = {
  // Any name stands for a row of nobody’s.
  own: new Proxy({}, { get: () => NOBODYS }),
  tenantId: NOBODYS,
  areaId: NOBODYS,
  landId: NOBODYS,
  gatewayId: NOBODYS,
  gatewayEui: 'x',
  itemId: NOBODYS,
  switchId: NOBODYS,
  aeratorId: NOBODYS,
  pumpId: NOBODYS,
  messageId: NOBODYS,
  undeliveredId: NOBODYS,
  noticeId: NOBODYS,
  consultId: NOBODYS,
  categoryId: NOBODYS,
  fileId: '00000000-0000-4000-8000-000000000000',
  sessionKey: '00000000-0000-4000-8000-000000000000',
  tokenId: NOBODYS,
  userId: NOBODYS,
  approvals: {
    draftId: NOBODYS,
    submittedId: NOBODYS,
    rejectedId: NOBODYS,
    processId: NOBODYS,
    rejectedProcessId: NOBODYS,
    taskId: NOBODYS,
    definitionId: NOBODYS,
    definitionVersion: NOBODYS,
    colleagueId: NOBODYS,
  },
  records: {
    ...(Object.fromEntries(resourceNames.map((name) => [name, 1])) as Record<ResourceName, number>),
    areaId: NOBODYS,
    cropId: NOBODYS,
    varietyId: NOBODYS,
    measureUnitId: NOBODYS,
    storeId: NOBODYS,
    landId: NOBODYS,
    taskTypeId: NOBODYS,
    workerId: NOBODYS,
    batchId: NOBODYS,
    packageId: NOBODYS,
    articleCategoryId: NOBODYS,
    pictureFolderId: NOBODYS,
  },
}

/** The calls that fit, by name, as `test.each` takes them. */
export const where = (fits: (call: NamedCall) => boolean) =>
  calls.filter((call) => call.name in table && fits(call)).map((call) => [call.name, call] as const)
export const foreignOf = ({ name }: NamedCall): Foreign => table[name]![0]

export const backOffice = /^(application|personalToken|dataPush|role|userManage|invitation|unit|corporation|approvalDefinition)\./

// A made-up refresh token, a password in no cipher and a captcha that is none: public calls with nothing to find. A spreadsheet of devices
// and a firmware are the caller's own files, and there are none. A panorama is uploaded without a file, and of one that is not there is no tile.
export const unlucky: Record<string, number> = {
  'oauth.token': 400,
  'oauth.firstAdministrator': 400,
  'oauth.captchaImage': 404,
  'account.password': 400,
  'secondFactor.offer': 400,
  'secondFactor.confirm': 409,
  'secondFactor.renewCodes': 400,
  'secondFactor.switchOff': 400,
  'factorRule.switchOff': 404,
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
  'landFile.check': 404,
  'landFile.bring': 404,
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
