import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { failure } from '#contract/core/failure'
import { fieldFaults } from '#contract/core/fieldFault'
import type { Input } from './callCase.ts'
import { backOffice, type NamedCall, optionalQuery, nobodysRows, table, unlucky, where } from './callTable.ts'
import { inWorld, rowsFor, rowsOf, world } from './callWorld.ts'

inWorld()

describe('who may call', () => {
  // A page answers by a page, also of a seed that its address does not name.
  const needsMore: Record<string, number> = { 'flow.times': 400, 'publicSeed.page': 404 }
  test.each(where((call) => optionalQuery(call).length > 0 && unlucky[call.name] == null))(
    '%s takes an optional parameter that is empty as one that is absent',
    async (_, call) => {
      const { query = {}, ...input } = table[call.name]![1](await rowsFor(call))
      const empty = Object.fromEntries(optionalQuery(call).map((name) => [name, '']))
      const absent = Object.fromEntries(Object.entries(query).filter(([name]) => !(name in empty)))
      const ask = (asked: Input['query']) =>
        world.admin.call(call, { ...input, query: asked, params: { t: world.tenantId, ...input.params } })
      const { status, body } = await ask({ ...absent, ...empty })
      // What one parameter says may need another (the fields of a kind): such a call fails then, as it does without it.
      const usual = needsMore[call.name] ?? 200
      expect({ status, failure: status === usual ? null : body }).toEqual({ status: usual, failure: null })
      if (call.method === 'GET' && call.produces == null) expect(body).toEqual((await ask(absent)).body)
    },
  )
})

describe('of two tabs that save the same version at once', () => {
  // The enterprise is one, whose version the calls before have moved (tests/server/organization/corporation.test.ts).
  const versioned = ({ name, method, body }: NamedCall) =>
    method !== 'GET' &&
    name !== 'corporation.update' &&
    body instanceof z.ZodObject &&
    ('objectVersionNumber' in body.shape || 'basedOn' in body.shape)
  test.each(where((call) => backOffice.test(call.name) && versioned(call)))('%s takes one and tells the other', async (_, call) => {
    const { params, body } = table[call.name]![1](await rowsOf(world.tenantId, world.adminId))
    const save = () => world.admin.call(call, { params: { t: world.tenantId, ...params }, body } as never)
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
  const { body: lawfulBody = {} } = table[name]![1](nobodysRows)
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
    const { params } = table[call.name]![1](nobodysRows)
    for (const { field, given } of longBodies(call)) {
      const { status, body } = await world.admin.call(call, { params: { t: world.tenantId, ...params }, body: given } as never)
      expect({ field, status, isBeside: field in (failure.parse(body).fields ?? {}) }).toEqual({ field, status: 400, isBeside: true })
    }
  })
})
