import { roleCalls } from '#contract/organization/role'
import type { AreaCases } from '../areaCases.ts'
import { fresh } from '../crud/places.ts'
import { none } from '../http/callCase.ts'

export const cases: AreaCases = {
  lawful: {
    crop: () => ({ cropName: fresh('Crop'), cropKind: 'fruit' }),
    variety: ({ cropId }) => ({ name: fresh('Variety'), cropId, growthDays: 90 }),
    taskType: () => ({ name: fresh('Task type'), code: fresh('T').replace(' ', '-'), color: '#1b9961' }),
  },
  unlawful: { crop: ['cropName', '   '], variety: ['expectedYield', '1.005'], taskType: ['color', 'green'] },
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
  },
  acts: {
    role: async ({ t, admin }) =>
      (await admin.call(roleCalls.create, { params: { t }, body: { name: fresh('Role'), codes: [] } })).body.roleId,
  },
  async rows(build, { tenantId }) {
    const holder = await build.aUser({ tenantId })
    const free = await build.aRole({ tenant_id: tenantId, codes: [] })
    const held = await build.aRole({ tenant_id: tenantId, codes: [], userId: holder.id })
    return { roleId: free.id, heldRoleId: held.id, holderId: holder.id }
  },
}
