import { roleCalls } from '#contract/organization/role'
import { corporationCalls } from '#contract/organization/corporation'
import { dataPushCalls } from '#contract/organization/dataPush'
import { unitCalls } from '#contract/organization/unit'
import type { AreaCases } from '../areaCases.ts'
import { fresh } from '../crud/places.ts'
import { none } from '../http/callCase.ts'

const aPushBody = () => ({
  name: fresh('Receiver'),
  kind: 'webhook',
  address: 'https://nobody.invalid/hook',
  sources: ['readings'],
  enabledFlag: 0,
})

export const cases: AreaCases = {
  lawful: {
    crop: () => ({ cropName: fresh('Crop'), cropKind: 'fruit' }),
    variety: ({ cropId }) => ({ name: fresh('Variety'), cropId, growthDays: 90 }),
    taskType: () => ({ name: fresh('Task type'), code: fresh('T').replace(' ', '-'), color: '#1b9961' }),
  },
  unlawful: { crop: ['cropName', '   '], variety: ['expectedYield', '1.005'], taskType: ['color', 'green'] },
  async rows(build, { tenantId }) {
    const { id: rootId } = (await build.rowOf('org_unit', { tenant_id: tenantId, kind: 'enterprise' }))!
    const company = await build.insert('org_unit', { tenant_id: tenantId, kind: 'company', parent_id: rootId, name: fresh('Company') })
    const unit = await build.insert('org_unit', { tenant_id: tenantId, kind: 'department', parent_id: company.id, name: fresh('Unit') })
    const person = await build.aUser({ tenantId })
    const holder = await build.aUser({ tenantId })
    const free = await build.aRole({ tenant_id: tenantId, codes: [] })
    const held = await build.aRole({ tenant_id: tenantId, codes: [], userId: holder.id })
    const roles = { roleId: free.id, heldRoleId: held.id, holderId: holder.id }
    const aPush = (name: string) =>
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
      })
    const [kept, renewed, removed] = [await aPush('Kept'), await aPush('Renewed'), await aPush('Removed')]
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
    const pushes = { pushId: kept.id, renewedPushId: renewed.id, removedPushId: removed.id, ...letters }
    return { ...pushes, companyId: company.id, unitId: unit.id, personId: person.id, ...roles }
  },
  calls: {
    'audit.page': none,
    'audit.people': none,
    'audit.export': none,
    'people.page': none,
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
    'corporation.get': none,
    'corporation.update': [null, () => ({ body: { tenantName: fresh('Enterprise'), timeZone: 'Asia/Shanghai', objectVersionNumber: 1 } })],
    'dataPush.list': none,
    'dataPush.add': [null, () => ({ body: aPushBody() })],
    'dataPush.edit': [404, ({ own }) => ({ params: { id: own['pushId']! }, body: { ...aPushBody(), objectVersionNumber: 1 } })],
    'dataPush.renewSecret': [404, ({ own }) => ({ params: { id: own['renewedPushId']! }, body: { objectVersionNumber: 1 } })],
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
  withoutWho: {
    push_feed: 'what was committed says itself who did it',
    push_progress: 'how far a receiver has come is the server’s',
    push_delivery: 'the server makes them; who sends one again or forgets it is in no trail of its own',
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
