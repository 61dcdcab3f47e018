import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls'
import { failure } from '#contract/core/failure'
import { resources } from '#contract/resources'
import type { Foreign, Rows } from './callCase.ts'
import { codesOf, foreignOf, hasTenant, isPublic, resourceNames, nobodysRows, table, where } from './callTable.ts'
import { inWorld, make, makeBroken, standingRows, world } from './callWorld.ts'

inWorld()

test('every declared call has a row in the table, and every row is a declared call', () => {
  expect(Object.keys(table).toSorted()).toEqual(calls.map(({ name }) => name).toSorted())
})

describe('before the body is read', () => {
  test.each(where((call) => !isPublic(call)))('%s answers 401 without a token, and to one that was made up', async (_, call) => {
    for (const client of [world.server.anonymous, world.server.clientOf('made.up.token'), world.server.clientOf('')]) {
      const { status, body } = await makeBroken(client, call, nobodysRows)
      expect(status).toBe(401)
      expect(failure.parse(body).code).toBe('error.permission.accessTokenInvalid')
    }
  })

  test.each(where((call) => !isPublic(call) && hasTenant(call)))('%s answers 404 to a user of another tenant', async (_, call) => {
    const { status, body } = await makeBroken(world.rival, call, nobodysRows)
    expect(status).toBe(404)
    expect(failure.parse(body).code).toBe('error.notFound')
  })

  test.each(where((call) => codesOf(call).length > 0))('%s answers 403 to a user of the tenant who holds no code', async (_, call) => {
    const { status, body } = await makeBroken(world.powerless, call, nobodysRows)
    expect(status).toBe(403)
    expect(failure.parse(body).code).toBe('error.permission.denied')
  })

  test.each(where((call) => codesOf(call).length > 0 && codesOf(call).every((code) => code.includes('.ps.'))))(
    '%s answers 403 to a viewer, who only reads',
    async (_, call) => {
      expect((await makeBroken(world.viewer, call, nobodysRows)).status).toBe(403)
    },
  )
})

const ofTenant = resourceNames.filter((name) => name !== 'area' && resources[name].areaField == null)

describe('rows of others', () => {
  test.each(where((call) => foreignOf(call) != null))("%s hides another tenant's row", async (_, call) => {
    const theirs = await standingRows(world.otherTenantId, world.rivalId)
    await expectHidden(await make(world.admin, call, theirs), foreignOf(call), theirs)
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
    const ours = await standingRows(world.tenantId, world.adminId)
    await expectHidden(await make(world.elsewhere, call, ours), foreignOf(call), ours)
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
