import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { httpAddress } from '#server/ground/calling/address'
import { isPublic } from '#server/ground/publicAddress'
import { callOut } from '#server/ground/calling/callOut'
import { aService } from './otherSide.ts'

let service: Awaited<ReturnType<typeof aService>>
beforeAll(async () => {
  service = await aService()
})
afterAll(() => service?.close())
const sent = () => ({ headers: {}, body: '{}', signal: new AbortController().signal })

describe('an address', () => {
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '239.255.255.250',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%lo',
    'fec0::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    'no address',
    '',
  ])('%s is not called', (address) => {
    expect(isPublic(address)).toBe(false)
  })
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '192.169.0.1',
    '100.63.0.1',
    '100.128.0.1',
    '2400:3200::1',
    '2606:4700::1111',
  ])('%s is called', (address) => {
    expect(isPublic(address)).toBe(true)
  })
  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://017700000001/',
    'http://127.1/',
    'http://①②⑦.⓪.⓪.①/',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'http://[fe80::1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://user:word@example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'javascript:alert(1)',
    'example.com',
    '',
  ])('%s is refused before anybody is asked', async (address) => {
    const lookup = vi.fn()
    expect(httpAddress(address, [])).toBeNull()
    expect(await callOut(address, sent(), { allow: [], lookup })).toEqual({ why: 'refused' })
    expect(lookup).not.toHaveBeenCalled()
  })
})

describe('a host', () => {
  const at = (address: string) => ({ address, family: address.includes(':') ? 6 : 4 })
  test.each([
    [['127.0.0.1']],
    [['1.1.1.1', '10.0.0.1']],
    [['10.0.0.1', '1.1.1.1']],
    [['::1']],
    [['2606:4700::1111', '::ffff:169.254.169.254']],
  ])('that is found at %j is refused', async (addresses) => {
    const before = service.calls.length
    const url = `http://hooks.example:${service.host.split(':')[1]}/`
    expect(await callOut(url, sent(), { allow: [], lookup: async () => addresses.map(at) })).toEqual({ why: 'refused' })
    expect(service.calls).toHaveLength(before)
  })

  test('is looked up once, and what was found is connected to', async () => {
    // A second look-up would answer the service of this test; the first one, which is connected to, is nobody.
    const lookup = vi
      .fn()
      .mockResolvedValueOnce([at('192.0.2.1')])
      .mockResolvedValue([at('127.0.0.1')])
    const port = service.host.split(':')[1]
    const before = service.calls.length
    const leash = { allow: [`hooks.example:${port}`], lookup, patienceMs: 300 }
    expect(await callOut(`http://hooks.example:${port}/`, sent(), leash)).toHaveProperty('why')
    expect(lookup).toHaveBeenCalledTimes(1)
    expect(service.calls).toHaveLength(before)
    expect(await callOut(`http://hooks.example:${port}/`, sent(), leash)).toMatchObject({ status: 200 })
    expect(service.calls.at(-1)?.headers.host).toBe(`hooks.example:${port}`)
  })

  test('that is not found, or that nobody answers for in time, is said', async () => {
    const fail = async () => Promise.reject(new Error('ENOTFOUND'))
    expect(await callOut('http://hooks.example/', sent(), { allow: [], lookup: fail })).toEqual({ why: 'unknownHost' })
    expect(await callOut('http://hooks.example/', sent(), { allow: [], lookup: async () => [] })).toEqual({ why: 'unknownHost' })
    const never = () => new Promise<never>(() => undefined)
    expect(await callOut('http://hooks.example/', sent(), { allow: [], lookup: never, patienceMs: 50 })).toEqual({ why: 'tooSlow' })
  })
})

describe('a service', () => {
  const allowed = () => ({ allow: [service.host], patienceMs: 300 })

  test('of the own network is called where the operator names it, at that port alone', async () => {
    service.reply = () => ({ body: 'fine' })
    expect(await callOut(service.url('/a'), sent(), allowed())).toEqual({ status: 200, text: 'fine' })
    expect(await callOut('http://127.0.0.1:1/', sent(), allowed())).toEqual({ why: 'refused' })
  })
  test.each([301, 302, 303, 307, 308])('that answers %i is not followed', async (status) => {
    service.reply = () => ({ status, headers: { location: service.url('/secret') } })
    const before = service.calls.length
    expect(await callOut(service.url('/a'), sent(), allowed())).toEqual({ why: 'redirected' })
    expect(service.calls.slice(before).map(({ path }) => path)).toEqual(['/a'])
  })
  test('that answers without end is read for 64 KB', async () => {
    service.reply = () => ({ body: 'x'.repeat(1_000_000) })
    const answer = await callOut(service.url('/a'), sent(), allowed())
    expect('text' in answer && answer.text.length).toBe(65_536)
  })
  test('that hangs or hangs up is said', async () => {
    service.reply = () => 'hang'
    expect(await callOut(service.url('/a'), sent(), allowed())).toEqual({ why: 'tooSlow' })
    service.reply = () => 'drop'
    expect(await callOut(service.url('/a'), sent(), allowed())).toEqual({ why: 'unreachable' })
  })
  test('is no longer waited for once the work is ended', async () => {
    service.reply = () => 'hang'
    const end = new AbortController()
    const before = service.calls.length
    const call = callOut(service.url('/a'), { ...sent(), signal: end.signal }, { allow: [service.host] })
    // Heard before it is ended.
    const failed = call.then(
      () => null,
      (cause: Error) => cause.name,
    )
    await vi.waitFor(() => expect(service.calls.length).toBe(before + 1))
    end.abort()
    expect(await failed).toBe('AbortError')
  })
})
