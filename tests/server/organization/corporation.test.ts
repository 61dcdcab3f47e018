import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { fileCalls, parseFileUrl } from '#contract/media/files'
import { auditCalls } from '#contract/organization/audit'
import { corporationCalls } from '#contract/organization/corporation'
import { isCreditCode } from '#contract/organization/creditCode'
import { isDomainName } from '#contract/organization/domainName'
import { unitCalls } from '#contract/organization/unit'
import { tenantCalls } from '#contract/session/tenant'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import type { Client } from '../harness.ts'

const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(() => farm?.close())

const get = async (client: Client = farm.admin, t = farm.t) => (await client.call(corporationCalls.get, { params: { t } })).body
const save = async (given: object, client: Client = farm.admin, t = farm.t) =>
  client.call(corporationCalls.update, { params: { t }, body: { ...(await get(client, t)), ...given } })
const upload = async (client: Client = farm.admin, t = farm.t) =>
  (
    await client.call(fileCalls.upload, {
      params: { t },
      body: { kind: 'image', file: new File([PIXEL], 'logo.png', { type: 'image/png' }) },
    })
  ).body.fileUrl
const introduced = async (domainName: string) =>
  (await farm.anonymous.call(tenantCalls.domain, { params: { t: 0 }, query: { domainName } })).body

describe('an enterprise', () => {
  test('says who it is; its name is the one that the tree and the tenant have', async () => {
    const facts = {
      tenantName: ' Furrow Farms ',
      englishName: 'Furrow Farms Ltd',
      creditCode: '91350100M000100Y43',
      legalPerson: 'Liang',
      address: 'Shawan',
      contact: 'Huang',
      phone: '020-8488 1234',
      licences: [await upload()],
    }
    const saved = await save(facts)
    expect(saved.body).toMatchObject({ ...facts, tenantName: 'Furrow Farms', objectVersionNumber: 2 })
    expect(await get()).toEqual(saved.body)
    const { units } = (await farm.admin.call(unitCalls.tree, { params: { t: farm.t } })).body
    expect(units.find(({ kind }) => kind === 'enterprise')!.name).toBe('Furrow Farms')
    expect((await save({ objectVersionNumber: 1 })).status).toBe(409)
    expect((await save({ creditCode: '91350100M000100Y44' })).body.fields).toHaveProperty('creditCode')
    expect((await save({ timeZone: 'Moon/Sea' })).body.fields).toHaveProperty('timeZone')
    // One entry of the trail tells all of it.
    const { content } = (
      await farm.admin.call(auditCalls.page, { params: { t: farm.t }, query: { kind: 'tenant' } }, { 'accept-language': 'en-US' })
    ).body
    expect(content).toHaveLength(1)
    expect(content[0]).toMatchObject({ verb: 'changed', act: 'corporation.update' })
    expect(content[0]!.changes.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Name', 'English name', 'Credit code', 'Licences']),
    )
  })

  test('keeps its licences to itself, and only pictures of its own', async () => {
    const licence = await upload()
    await save({ licences: [licence] })
    const { id } = parseFileUrl(licence)!
    expect((await farm.anonymous.call(corporationCalls.brandPicture, { params: { t: farm.t, uuid: id } })).status).toBe(404)
    const theirs = await upload(farm.rival, farm.elsewhere.id)
    expect((await save({ workLogo: theirs })).body.fields).toHaveProperty('workLogo')
    expect((await save({ licences: ['https://elsewhere.example/x.png'] })).body.fields).toHaveProperty('licences')
  })

  test('introduces itself under its domain at once, to whoever is not signed in, and no other has that domain', async () => {
    expect(await introduced('farm.furrow.example')).toMatchObject({ loginTitle: null, defaultLanguage: null })
    const logo = await upload()
    const brand = {
      domain: ' Farm.Furrow.Example ',
      loginTitle: 'Furrow',
      copyright: '© Furrow',
      loginLogo: logo,
      defaultLanguage: 'en-US',
    }
    expect((await save(brand)).body).toMatchObject({ ...brand, domain: 'farm.furrow.example' })
    await vi.waitFor(async () =>
      expect(await introduced('farm.furrow.example:8443')).toMatchObject({
        loginTitle: 'Furrow',
        copyright: '© Furrow',
        defaultLanguage: 'en-US',
      }),
    )
    const { loginLogo } = await introduced('farm.furrow.example')
    const picture = await farm.anonymous.raw('GET', loginLogo!)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(PIXEL)
    const taken = await save({ domain: 'farm.furrow.example' }, farm.rival, farm.elsewhere.id)
    expect([taken.status, Object.keys(taken.body.fields ?? {})]).toEqual([409, ['domain']])
    // Taken back, nobody finds the picture any more.
    await save({ loginLogo: null })
    expect((await farm.anonymous.raw('GET', loginLogo!)).status).toBe(404)
  })

  test('has a zone, which every later question is answered in', async () => {
    expect((await save({ timeZone: 'America/Bogota' })).body.timeZone).toBe('America/Bogota')
    await vi.waitFor(async () => {
      const user = (await farm.services.gate.identify(farm.admin.token!)) as { userId: number }
      expect((await farm.services.gate.grant(user.userId, farm.t))!.timeZone).toBe('America/Bogota')
    })
  })

  test('is changed by whoever may everywhere, not in some bases alone', async () => {
    expect((await save({ contact: 'x' }, farm.northerner)).status).toBe(403)
  })
})

describe('what is typed', () => {
  test('a domain is a host in small letters: no scheme, port, path, bare word or address', () => {
    for (const good of ['farm.example', 'a.b.c.example.com', 'xn--fiq228c.xn--55qx5d', 'f-1.example']) expect(isDomainName(good)).toBe(true)
    const bad = [
      '',
      'farm',
      'https://farm.example',
      'farm.example/',
      'farm.example:80',
      '-a.example',
      'a-.example',
      'a..example',
      '10.0.0.1',
    ]
    for (const one of [...bad, 'Farm.example', 'farm.example.', `${'a'.repeat(64)}.example`, '农场.example'])
      expect(isDomainName(one)).toBe(false)
  })

  test('a credit code notices one wrong letter, wherever it is', () => {
    const right = '91350100M000100Y43'
    expect(isCreditCode(right)).toBe(true)
    fc.assert(
      fc.property(fc.nat(17), fc.constantFrom(...Array.from('0123456789ABCDEFGHJKLMNPQRTUWXY')), (at, letter) => {
        const given = right.slice(0, at) + letter + right.slice(at + 1)
        expect(isCreditCode(given)).toBe(given === right)
      }),
    )
    for (const one of ['', right.slice(1), `${right}0`, right.toLowerCase(), '91350100I000100Y43']) expect(isCreditCode(one)).toBe(false)
  })
})
