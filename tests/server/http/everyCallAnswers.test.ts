import { beforeAll, describe, expect, test } from 'vitest'
import { failure } from '#contract/core/failure'
import { documents } from '#contract/inventory/documents'
import { resources } from '#contract/resources'
import { oauthCalls } from '#contract/session/oauth'
import { userCalls } from '#contract/session/user'
import { isPublic, type NamedCall, nobodysRows, unlucky, where } from './callTable.ts'
import { inWorld, make, rowsFor, standingRows, world } from './callWorld.ts'

inWorld()
// What is refused is refused beside rows that are there.
beforeAll(() => standingRows(world.tenantId, world.adminId))

/** The newest entry of the audit trail. */
const lastEntry = async () =>
  (await world.server.owner.query<{ last: string }>('select coalesce(max(id), 0) as last from furrow.audit_entry')).rows[0]!.last
/** What a call left in the audit trail, as kinds. */
async function toldBy({ name }: NamedCall, since: string) {
  const { rows } = await world.server.owner.query<{ kind: string }>(
    'select distinct kind from furrow.audit_entry where id > $1 and act = $2',
    [since, name],
  )
  return rows.map(({ kind }) => kind)
}
/** The kinds that it may leave, and those that it must: a record that is made or deleted is told of. */
function declaredBy({ name, trail }: NamedCall) {
  const may: readonly string[] = typeof trail === 'object' && 'untold' in trail ? [] : [trail].flat()
  const [group = '', act = ''] = name.split('.')
  const isRecord = group in resources || group in documents
  return { may, must: isRecord && (act === 'create' || act === 'remove') ? may.slice(0, 1) : [] }
}

describe('who may call', () => {
  test.each(where((call) => unlucky[call.name] == null && call.name !== 'oauth.logout'))('%s answers as declared', async (_, call) => {
    const rows = await rowsFor(call)
    const since = await lastEntry()
    const { status, body } = await make(world.admin, call, rows)
    expect({ status, failure: status === 200 ? null : body }).toEqual({ status: 200, failure: null })
    const [told, { may, must }] = [await toldBy(call, since), declaredBy(call)]
    expect({ undeclared: told.filter((kind) => !may.includes(kind)), missing: must.filter((kind) => !told.includes(kind)) }).toEqual({
      undeclared: [],
      missing: [],
    })
    expect(call.produces != null || call.answer.safeParse(body).success).toBe(true)
  })

  test.each(where((call) => unlucky[call.name] != null))('%s fails as declared', async (_, call) => {
    const { status, body } = await make(isPublic(call) ? world.server.anonymous : world.admin, call, nobodysRows)
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
