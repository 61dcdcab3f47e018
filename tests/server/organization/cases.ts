import { isIccid } from '#contract/core/iccid'
import { roleCalls } from '#contract/organization/role'
import { corporationCalls } from '#contract/organization/corporation'
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
  unlawful: {
    simCard: ['iccid', '89860012345678901235'],
    crop: ['cropName', '   '],
    variety: ['expectedYield', '1.005'],
    taskType: ['color', 'green'],
  },
  async rows(build, { tenantId }) {
    const { id: rootId } = (await build.rowOf('org_unit', { tenant_id: tenantId, kind: 'enterprise' }))!
    const company = await build.insert('org_unit', { tenant_id: tenantId, kind: 'company', parent_id: rootId, name: fresh('Company') })
    const unit = await build.insert('org_unit', { tenant_id: tenantId, kind: 'department', parent_id: company.id, name: fresh('Unit') })
    const person = await build.aUser({ tenantId })
    const holder = await build.aUser({ tenantId })
    const free = await build.aRole({ tenant_id: tenantId, codes: [] })
    const held = await build.aRole({ tenant_id: tenantId, codes: [], userId: holder.id })
    const roles = { roleId: free.id, heldRoleId: held.id, holderId: holder.id }
    return { companyId: company.id, unitId: unit.id, personId: person.id, ...roles }
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
    'simSource.get': none,
    'simSource.save': [null, () => ({ body: { ...SOURCE, objectVersionNumber: 0 } })],
    'simSource.try': [null, () => ({ body: { ...SOURCE, iccid: '8986' } })],
    'simCard.usages': [404, ({ records }) => ({ params: { id: records.simCard } })],
    'simCard.saveUsage': [404, ({ records }) => ({ params: { id: records.simCard }, body: { month: '2026-01', usedMb: 12 } })],
    'simCard.warnings': [404, ({ records }) => ({ params: { id: records.simCard } })],
    'corporation.get': none,
    'corporation.update': [null, () => ({ body: { tenantName: fresh('Enterprise'), timeZone: 'Asia/Shanghai', objectVersionNumber: 1 } })],
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
    async corporation({ admin, t }) {
      const { body } = await admin.call(corporationCalls.get, { params: { t } })
      await admin.call(corporationCalls.update, { params: { t }, body })
      return null
    },
  },
  withoutWho: {
    sim_usage: 'says itself who said it and when',
    sim_warning: 'written by a job',
  },
}
