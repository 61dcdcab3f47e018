import { beforeAll, describe, expect, test } from 'vitest'
import { failure } from '#contract/core/failure'
import { oauthCalls } from '#contract/session/oauth'
import { userCalls } from '#contract/session/user'
import { isPublic, somebodysRows, unlucky, where } from './callTable.ts'
import { inWorld, make, rowsFor, standingRows, world } from './callWorld.ts'

inWorld()
// What is refused is refused beside rows that are there.
beforeAll(() => standingRows(world.tenantId, world.adminId))

describe('who may call', () => {
  test.each(where((call) => unlucky[call.name] == null && call.name !== 'oauth.logout'))('%s answers as declared', async (_, call) => {
    const { status, body } = await make(world.admin, call, await rowsFor(call))
    expect({ status, failure: status === 200 ? null : body }).toEqual({ status: 200, failure: null })
    expect(call.produces != null || call.answer.safeParse(body).success).toBe(true)
  })

  test.each(where((call) => unlucky[call.name] != null))('%s fails as declared', async (_, call) => {
    const { status, body } = await make(isPublic(call) ? world.server.anonymous : world.admin, call, somebodysRows)
    expect(status).toBe(unlucky[call.name])
    // A page says it as a page.
    if (call.produces !== 'text/html') failure.parse(body)
  })

  test('oauth.logout ends the session of the token that calls, and no other', async () => {
    const client = await world.server.signIn(world.adminName)
    expect((await client.call(oauthCalls.logout, { body: {} })).body).toBe(true)
    expect((await client.call(userCalls.self)).status).toBe(401)
    expect((await world.admin.call(userCalls.self)).status).toBe(200)
  })
})
