import { randomUUID } from 'node:crypto'
import { isIccid } from '#contract/core/iccid'
import { applicationCalls } from '#contract/organization/application'
import { roleCalls } from '#contract/organization/role'
import { corporationCalls } from '#contract/organization/corporation'
import { dataPushCalls } from '#contract/organization/dataPush'
import { unitCalls } from '#contract/organization/unit'
import type { AreaCases } from '../areaCases.ts'
import { fresh } from '../crud/places.ts'
import { none } from '../http/callCase.ts'

/** A service that may not be called: what is asked is said, and nothing is asked. */
const SOURCE = {
  address: 'https://carrier.invalid/{iccid}',
  method: 'GET',
  headerName: '',
  usedPath: 'used',
  allowancePath: '',
  statePath: '',
  expiryPath: '',
  unit: 'MB',
  states: [],
  enabledFlag: 0,
  secret: null,
}
let cards = 0
/** The number of another card at each call, with its check digit. */
function anIccid(): string {
  const digits = `89860${String((Date.now() % 1_000_000_000) * 1000 + (cards++ % 1000)).padStart(14, '0')}`
  return Array.from({ length: 10 }, (_, check) => `${digits}${check}`).find(isIccid)!
}
const aPushBody = () => ({
  name: fresh('Receiver'),
  kind: 'webhook',
  address: 'https://nobody.invalid/hook',
  sources: ['readings'],
  enabledFlag: 0,
})

export const cases: AreaCases = {
  lawful: {
    simCard: ({ areaId }) => ({
      iccid: anIccid(),
      carrier: fresh('Carrier'),
      allowanceMb: 100,
      expiresOn: '2030-01-31',
      organizationId: areaId,
    }),
    crop: () => ({ cropName: fresh('Crop'), cropKind: 'fruit' }),
    variety: ({ cropId }) => ({ name: fresh('Variety'), cropId, growthDays: 90 }),
    taskType: () => ({ name: fresh('Task type'), code: fresh('T').replace(' ', '-'), color: '#1b9961' }),
  },
  withoutWho: {
    sim_usage: 'says itself who said it and when',
    sim_warning: 'written by a job',
    sim_trial: 'sealed, says itself when, and is forgotten after a day',
    entry_link: 'a secret that is kept as a sum, and says itself whose it is and when',
    user_invitation: 'says itself who invited, when, and what became of it',
    push_feed: 'what was committed says itself who did it',
    push_progress: 'how far a receiver has come is the server’s',
    push_delivery: 'the server makes them; who sends one again or forgets it is in no trail of its own',
  },
  unlawful: {
    simCard: ['iccid', '89860012345678901235'],
    crop: ['cropName', '   '],
    variety: ['expectedYield', '1.005'],
    taskType: ['color', 'green'],
  },
  async rows(build, { tenantId, userId }) {
    const { id: rootId } = (await build.rowOf('org_unit', { tenant_id: tenantId, kind: 'enterprise' }))!
    const company = await build.insert('org_unit', { tenant_id: tenantId, kind: 'company', parent_id: rootId, name: fresh('Company') })
    const unit = await build.insert('org_unit', { tenant_id: tenantId, kind: 'department', parent_id: company.id, name: fresh('Unit') })
    const person = await build.aUser({ tenantId })
    const holder = await build.aUser({ tenantId })
    const free = await build.aRole({ tenant_id: tenantId, codes: [] })
    const held = await build.aRole({ tenant_id: tenantId, codes: [], userId: holder.id })
    const roles = { roleId: free.id, heldRoleId: held.id, holderId: holder.id }
    const newcomer = await build.aUser({ tenantId, password_hash: null, real_name: 'Newcomer', phone: null, email: null })
    const past = await build.aUser({ tenantId: (await build.aTenant()).id })
    await build.insert('past_member', { tenant_id: tenantId, user_id: past.id, real_name: 'Past', left_at: 1 })
    const invited = { roles: '[]' as never, made_at: 1, expires_at: 9_999_999_999_999 }
    const sent = await build.insert('user_invitation', { tenant_id: tenantId, asked: 'somebody', invited_by: userId, ...invited })
    const elsewhere = (await build.aTenant()).id
    const received = await build.insert('user_invitation', {
      tenant_id: elsewhere,
      asked: 'me',
      user_id: userId,
      invited_by: past.id,
      ...invited,
    })
    const life = { newcomerId: newcomer.id, pastId: past.id, invitationId: sent.id, receivedId: received.id }
    const application = await build.insert('application', {
      tenant_id: tenantId,
      user_id: 0,
      name: fresh('Application'),
      client_id: fresh('client'),
      per_minute: 60,
    })
    const aPush = (name: string, more: object = {}) =>
      build.insert('push_target', {
        tenant_id: tenantId,
        name: fresh(name),
        kind: 'webhook',
        address: 'https://example.com/',
        key_id: 'k_1',
        sources: ['readings'],
        batch_size: 10,
        interval_seconds: 1,
        retention_hours: 1,
        enabled_flag: 0,
        ...more,
      })
    const [kept, renewed, removed] = [await aPush('Kept'), await aPush('Renewed'), await aPush('Removed')]
    const changing = { old_secret: 'sealed', old_key_id: 'k_0', old_secret_until: 4_000_000_000_000 }
    const [finished, cancelled] = [await aPush('Finished', changing), await aPush('Cancelled', changing)]
    const aLetter = async () =>
      String(
        (
          await build.insert('push_delivery', {
            tenant_id: tenantId,
            target_id: kept.id,
            records: '[]',
            n: 0,
            created_at: 1,
            first_at: 1,
            state: 'dead',
            dead_at: 1,
            why: 'declined',
          })
        ).id,
      )
    const letters = { letterId: await aLetter(), resentLetterId: await aLetter(), droppedLetterId: await aLetter() }
    const changed = { finishedPushId: finished.id, cancelledPushId: cancelled.id }
    const pushes = { pushId: kept.id, renewedPushId: renewed.id, removedPushId: removed.id, ...changed, ...letters }
    return { ...pushes, ...life, applicationId: application.id, companyId: company.id, unitId: unit.id, personId: person.id, ...roles }
  },
  calls: {
    'audit.page': none,
    'audit.people': none,
    'audit.export': none,
    'people.page': none,
    'application.page': none,
    'application.matrix': none,
    'application.create': [null, () => ({ body: { name: fresh('Application'), scopes: [], everyBase: true, areaIds: [] } })],
    'application.update': [
      404,
      ({ own }) => ({
        body: {
          applicationId: own['applicationId'],
          name: fresh('Application'),
          scopes: [],
          everyBase: true,
          areaIds: [],
          objectVersionNumber: 1,
        },
      }),
    ],
    'application.rotate': [
      404,
      ({ own }) => ({ params: { id: own['applicationId']! }, body: { overlapHours: 24, objectVersionNumber: 1 } }),
    ],
    'application.revoke': [404, ({ own }) => ({ params: { id: own['applicationId']! } })],
    'application.remove': [404, ({ own }) => ({ body: { applicationId: own['applicationId'], objectVersionNumber: 1 } })],
    'role.page': none,
    'role.matrix': none,
    'role.create': [null, () => ({ body: { name: fresh('Role'), codes: [] } })],
    'role.update': [404, ({ own }) => ({ body: { roleId: own['roleId'], name: fresh('Role'), codes: [], objectVersionNumber: 1 } })],
    'role.remove': [404, ({ own }) => ({ body: { roleId: own['roleId'], objectVersionNumber: 1 } })],
    'role.assignments': ['nothing', ({ own }) => ({ query: { roleId: own['heldRoleId']! } })],
    'role.assign': [
      404,
      ({ own }) => ({
        body: { roleId: own['heldRoleId'], userId: own['holderId'], everyBase: true, areaIds: [], objectVersionNumber: 1 },
      }),
    ],
    'role.unassign': [404, ({ own }) => ({ body: { roleId: own['heldRoleId'], userId: own['holderId'], objectVersionNumber: 1 } })],
    'userManage.page': none,
    'userManage.create': [
      null,
      () => ({ body: { loginName: fresh('user').replace(' ', '-'), realName: 'New', phone: null, email: null, roles: [] } }),
    ],
    'userManage.update': [
      404,
      ({ own }) => {
        const contact = { phone: null, email: null }
        return { body: { userId: own['newcomerId'], realName: 'Mended', ...contact, was: { realName: 'Newcomer', ...contact } } }
      },
    ],
    'userManage.disable': [404, ({ own }) => ({ body: { userId: own['personId'] } })],
    'userManage.enable': [404, ({ own }) => ({ body: { userId: own['pastId'], roles: [] } })],
    'userManage.reset': [404, ({ own }) => ({ body: { userId: own['newcomerId'] } })],
    'handOver.held': [404, ({ own }) => ({ query: { userId: own['personId']! } })],
    'handOver.handOver': [
      404,
      ({ own, userId }) => ({ body: { userId: own['personId'], toUserId: userId, items: [{ kind: 'task', id: 1 }] } }),
    ],
    'invitation.page': none,
    'invitation.invite': [null, () => ({ body: { asked: fresh('nobody'), roles: [] } })],
    'invitation.withdraw': [404, ({ own }) => ({ body: { invitationId: own['invitationId'] } })],
    'invitation.received': none,
    'invitation.answer': [404, ({ own }) => ({ body: { invitationId: own['receivedId'], accept: false } })],
    'explain.user': [404, ({ own }) => ({ query: { userId: own['holderId']! } })],
    'unit.tree': none,
    'unit.create': [422, ({ own }) => ({ body: { kind: 'department', name: fresh('Unit'), parentId: own['companyId'] } })],
    'unit.update': [404, ({ own }) => ({ body: { unitId: own['unitId'], name: fresh('Unit'), objectVersionNumber: 1 } })],
    'unit.move': [404, ({ own }) => ({ body: { unitId: own['unitId'], parentId: own['companyId'], objectVersionNumber: 1 } })],
    'unit.remove': [404, ({ own }) => ({ body: { unitId: own['unitId'], objectVersionNumber: 1 } })],
    'unit.staff': [404, ({ own }) => ({ body: { userId: own['personId'], objectVersionNumber: 1 } })],
    'unit.place': [404, ({ own }) => ({ body: { unitId: null, people: [{ userId: own['personId'], objectVersionNumber: 1 }] } })],
    'unit.line': [404, ({ own }) => ({ query: { userId: own['personId']! } })],
    'unit.export': none,
    'simSource.get': none,
    'simSource.save': [null, () => ({ body: { ...SOURCE, objectVersionNumber: 0 } })],
    'simSource.try': [null, () => ({ body: { ...SOURCE, iccid: '8986' } })],
    'simLimits.get': none,
    'simLimits.save': [null, () => ({ body: { expiryDays: [30], usagePercents: [80], objectVersionNumber: 0 } })],
    'simUsageSheet.template': none,
    'simUsageSheet.check': [404, () => ({ params: { uuid: randomUUID() } })],
    'simUsageSheet.bring': [404, () => ({ body: { fileId: randomUUID() } })],
    'simCard.usages': [404, ({ records }) => ({ params: { id: records.simCard } })],
    'simCard.saveUsage': [404, ({ records }) => ({ params: { id: records.simCard }, body: { month: '2026-01', usedMb: 12 } })],
    'simCard.warnings': [404, ({ records }) => ({ params: { id: records.simCard } })],
    'corporation.get': none,
    'corporation.update': [null, () => ({ body: { tenantName: fresh('Enterprise'), timeZone: 'Asia/Shanghai', objectVersionNumber: 1 } })],
    'factorRule.get': none,
    'factorRule.set': [null, () => ({ body: { demanded: false } })],
    'factorRule.ofUser': [404, ({ own }) => ({ params: { id: own['personId']! } })],
    'factorRule.switchOff': [404, ({ own }) => ({ params: { id: own['personId']! } })],
    'dataPush.list': none,
    'dataPush.add': [null, () => ({ body: aPushBody() })],
    'dataPush.edit': [404, ({ own }) => ({ params: { id: own['pushId']! }, body: { ...aPushBody(), objectVersionNumber: 1 } })],
    'dataPush.renewSecret': [404, ({ own }) => ({ params: { id: own['renewedPushId']! }, body: { objectVersionNumber: 1 } })],
    'dataPush.finishSecret': [404, ({ own }) => ({ params: { id: own['finishedPushId']! }, body: { objectVersionNumber: 1 } })],
    'dataPush.cancelSecret': [404, ({ own }) => ({ params: { id: own['cancelledPushId']! }, body: { objectVersionNumber: 1 } })],
    'dataPush.tryNow': [404, ({ own }) => ({ params: { id: own['pushId']! } })],
    'dataPush.remove': [404, ({ own }) => ({ params: { id: own['removedPushId']! } })],
    'dataPush.sample': [null, () => ({ body: aPushBody() })],
    'dataPush.trial': [404, ({ own }) => ({ body: { ...aPushBody(), address: 'https://nobody.invalid/', id: own['pushId'] } })],
    'dataPush.figures': none,
    'dataPush.letters': [404, ({ own }) => ({ params: { id: own['pushId']! } })],
    'dataPush.letter': [404, ({ own }) => ({ params: { id: own['pushId']!, uuid: own['letterId']! } })],
    'dataPush.resend': [404, ({ own }) => ({ params: { id: own['pushId']!, uuid: own['resentLetterId']! } })],
    'dataPush.dropLetter': [404, ({ own }) => ({ params: { id: own['pushId']!, uuid: own['droppedLetterId']! } })],
    'corporation.brandPicture': [null, ({ fileId }) => ({ params: { uuid: fileId } })],
  },
  acts: {
    role: async ({ t, admin }) =>
      (await admin.call(roleCalls.create, { params: { t }, body: { name: fresh('Role'), codes: [] } })).body.roleId,
    async orgUnit({ admin, t }) {
      const { units } = (await admin.call(unitCalls.tree, { params: { t } })).body
      const parentId = units.find(({ kind }) => kind === 'base')!.unitId
      await admin.call(unitCalls.create, { params: { t }, body: { kind: 'department', name: fresh('Unit'), parentId } })
      return null
    },
    application: async ({ admin, t }) => {
      const body = { name: fresh('Program'), scopes: [], everyBase: true, areaIds: [] }
      return (await admin.call(applicationCalls.create, { params: { t }, body })).body.application.applicationId
    },
    dataPush: async ({ admin, t }) => (await admin.call(dataPushCalls.add, { params: { t }, body: aPushBody() })).body.id,
    // The second is a change that the first is to be sent.
    async dataPushFigure({ admin, t }) {
      for (let nth = 0; nth < 2; nth++)
        await admin.call(dataPushCalls.add, { params: { t }, body: { ...aPushBody(), sources: ['changes'], enabledFlag: 0 } })
      return null
    },
    async corporation({ admin, t }) {
      const { body } = await admin.call(corporationCalls.get, { params: { t } })
      await admin.call(corporationCalls.update, { params: { t }, body })
      return null
    },
  },
}
