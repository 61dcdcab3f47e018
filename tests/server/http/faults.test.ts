import { request } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failure } from '#contract/core/failure'
import { calls } from '#contract/calls'
import { areaCalls } from '#contract/farm/area'
import { gatewayCalls } from '#contract/devices/gateway'
import { failureOf } from '#server/ground/http/faults'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange
let admin: Client
let tenantId: number

beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
  tenantId = (await build.aTenant()).id
  const user = await build.aUser({ tenantId, codes: ['*'] })
  admin = await server.signIn(user.login_name)
})
afterAll(() => server?.close())

describe('a fault of the database', () => {
  test.each([
    ['22001', 'error.input.invalid', 400],
    ['22P02', 'error.input.invalid', 400],
    ['23505', 'error.conflict', 409],
    ['23503', 'error.conflict', 409],
    ['57014', 'error.unavailable', 503],
    ['08006', 'error.unavailable', 503],
    ['40P01', 'error.unavailable', 503],
  ])('%s is %s', (code, expected, status) => {
    expect(failureOf(Object.assign(new Error('x'), { code }))).toMatchObject({ code: expected, status })
  })

  test('of the server’s own making is nobody’s failure', () => {
    expect(failureOf(Object.assign(new Error('syntax'), { code: '42601' }))).toBeNull()
    expect(failureOf(new TypeError('x'))).toBeNull()
  })
})

describe('input that is not right', () => {
  const area = (t: string, query = '') => admin.raw('GET', areaCalls.page.path.replace('{t}', t) + query)

  test.each(['abc', '-1', '1.5', '1e3', '9999999999999999', '%00', '%F0%9F%98%80', '..'])(
    'a tenant written %s is 400 or 404, never more',
    async (t) => {
      expect([400, 404]).toContain((await area(t)).status)
    },
  )

  test.each(['?page=x', '?size=-1', '?size=10001', '?page=1&page=2', '?areaName=%00', `?areaName=${'x'.repeat(101)}`])(
    '%s is 400 and names the field',
    async (query) => {
      const answer = await area(String(tenantId), query)
      expect(answer.status).toBe(400)
      const { code, fields } = failure.parse(await answer.json())
      expect(code).toBe('error.input.invalid')
      expect(Object.keys(fields!)[0]).toBe(/\?(\w+)=/.exec(query)![1])
    },
  )

  test('page 0 reads as page 1, and size 0 as all (PAGINATION-03)', async () => {
    await build.anArea({ tenant_id: tenantId })
    expect(await (await area(String(tenantId), '?page=0&size=0')).json()).toMatchObject({ number: 1, size: 0, totalElements: 1 })
  })

  const create = gatewayCalls.create.path
  test.each([
    ['a body that is no JSON', 'application/json', '{"a":', 400, 'error.input.invalid'],
    ['no body', 'application/json', '', 400, 'error.input.invalid'],
    ['another content type', 'text/xml', '<a/>', 415, 'error.input.mediaType'],
    ['bare text', 'text/plain', '{}', 415, 'error.input.mediaType'],
    ['a form where JSON belongs', 'application/x-www-form-urlencoded', 'name=a', 415, 'error.input.mediaType'],
    ['a list where an object belongs', 'application/json', '[]', 400, 'error.input.invalid'],
    [
      'a lone surrogate',
      'application/json',
      String.raw`{"name":"\ud800","eui":"x","deviceType":"gateway","areaId":1}`,
      400,
      'error.input.invalid',
    ],
    ['a NUL', 'application/json', String.raw`{"name":"\u0000","eui":"x","deviceType":"gateway","areaId":1}`, 400, 'error.input.invalid'],
    ['a prototype', 'application/json', '{"__proto__":{"a":1}}', 400, 'error.input.invalid'],
    ['a megabyte and more', 'application/json', `{"name":"${'x'.repeat(1_000_001)}"}`, 413, 'error.input.tooLarge'],
  ])('%s is refused', async (_, type, body, status, code) => {
    const answer = await admin.raw('POST', create.replace('{t}', String(tenantId)), { body, headers: { 'content-type': type } })
    const refused = failure.parse(await answer.json())
    expect([answer.status, refused.code]).toEqual([status, code])
    expect(Object.keys(refused.fields ?? {})).not.toContain('')
  })

  test('what is no URL at all is 400', async () => {
    const { hostname, port } = new URL(server.url)
    const status = await new Promise((done, failed) => {
      request({ hostname, port, path: '/%zz' }, (answer) => done(answer.resume().statusCode))
        .on('error', failed)
        .end()
    })
    expect(status).toBe(400)
  })
})

describe('no input whatever', () => {
  const anything = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.integer(),
    fc.constantFrom('0', '-1', '999999999999999', '1e9', 'NaN', 'null', "' or 1=1", '2026-02-30', '[]'),
  )
  const text = (value: unknown) => String(value).toWellFormed()

  test('makes a call answer 5xx', async () => {
    const chosen = fc.constantFrom(...calls.filter(({ name }) => name !== 'oauth.logout'))
    const property = fc.asyncProperty(
      chosen,
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.array(anything, { minLength: 4, maxLength: 4 }),
      async (call, body, values) => {
        let at = 0
        const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
          name === 't' ? String(tenantId) : encodeURIComponent(text(values[at++ % 4])) || '0',
        )
        const names = [
          'page',
          'size',
          'areaId',
          'startTime',
          'endTime',
          'deviceType',
          'deviceTypes',
          'itemIds',
          'points',
          'hours',
          'latitude',
          'longitude',
          'name',
          'sort',
          'regulatorId',
          'search',
        ]
        const query = new URLSearchParams(names.filter(() => at++ % 3 === 0).map((name) => [name, text(values[at % 4])]))
        const init = call.method === 'GET' ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
        const answer = await admin.raw(call.method, `${path}?${query}`, init)
        const said = await answer.text()
        expect([answer.status < 500, call.name, said.slice(0, 200)]).toEqual([true, call.name, said.slice(0, 200)])
      },
    )
    await fc.assert(property, { numRuns: 400 })
  }, 60_000)
})
