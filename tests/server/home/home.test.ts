import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaCalls } from '#contract/farm/area'
import { homeCalls } from '#contract/home/home'
import { tenantSettingCalls } from '#contract/home/tenantSetting'
import { workBenchCalls } from '#contract/home/workBench'
import { routes } from '#contract/routes'
import { subModuleCalls } from '#contract/home/subModule'
import zh from '#locales/zh-CN/home' with { type: 'json' }
import en from '#locales/en-US/home' with { type: 'json' }
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange
let t: number
let admin: Client
let adminId: number
let guard: Client
let guardId: number

const GATEWAY = 'wfpf.farm.equipment.gateway'
const entrance = (workBenchRoute: string, sort: number) => ({
  workBenchName: `Page ${sort}`,
  menuId: workBenchRoute,
  workBenchIcon: workBenchRoute,
  workBenchRoute,
  sort,
})

beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
  t = (await build.aTenant()).id
  await build.anArea({ tenant_id: t })
  const one = await build.aUser({ tenantId: t, codes: ['*'] })
  const other = await build.aUser({ tenantId: t, codes: [GATEWAY] })
  adminId = one.id
  guardId = other.id
  admin = await server.signIn(one.login_name)
  guard = await server.signIn(other.login_name)
})
afterAll(() => server?.close())

const routesOf = (nodes: readonly { route: string; subMenus: readonly unknown[] }[]): string[] =>
  nodes.flatMap((node) => [...(node.route === '' ? [] : [node.route]), ...routesOf(node.subMenus as typeof nodes)])

describe('common entrances', () => {
  test('of a user who chose none are the defaults that exist and may be opened', async () => {
    const named = [
      '/map',
      '/web/farm/map',
      '/web/equipment/warning-manage',
      '/web/equipment/camera',
      '/web/equipment/transducer',
      '/system/corporation',
      '/system/basemanage',
      '/web/equipment/gateway',
      '/web/equipment/warning-staff',
    ]
    const known = named.filter((path) => routes.some((route) => route.path === path))
    expect(known).toContain('/system/basemanage')
    const mine = await admin.call(workBenchCalls.list, { params: { t, userId: adminId } })
    expect(mine.body.map(({ workBenchRoute }) => workBenchRoute)).toEqual(known)
    const theirs = await guard.call(workBenchCalls.list, { params: { t, userId: guardId } })
    expect(theirs.body.map(({ workBenchRoute }) => workBenchRoute)).toEqual(['/map', '/web/equipment/gateway'])
  })

  test('are kept in their order, for this user alone', async () => {
    const body = { userId: guardId, farmWorkBenches: [entrance('/web/farm/home', 2), entrance('/web/equipment/gateway', 1)] }
    expect((await guard.call(workBenchCalls.save, { params: { t }, body })).status).toBe(200)
    const { body: kept } = await guard.call(workBenchCalls.list, { params: { t, userId: guardId } })
    expect(kept.map(({ workBenchRoute, sort }) => [workBenchRoute, sort])).toEqual([
      ['/web/equipment/gateway', 0],
      ['/web/farm/home', 1],
    ])
    const { body: others } = await admin.call(workBenchCalls.list, { params: { t, userId: adminId } })
    expect(others).not.toEqual(kept)
  })

  test('leave out what the user may not open, what is no page, and what is named twice', async () => {
    const farmWorkBenches = ['/web/farm/map', '/nowhere', '/map', '/map'].map(entrance)
    const { body } = await guard.call(workBenchCalls.save, { params: { t }, body: { userId: guardId, farmWorkBenches } })
    expect(body.map(({ workBenchRoute }) => workBenchRoute)).toEqual(['/map'])
  })

  test('may be none, which is not the same as never having chosen', async () => {
    await guard.call(workBenchCalls.save, { params: { t }, body: { userId: guardId, farmWorkBenches: [] } })
    expect((await guard.call(workBenchCalls.list, { params: { t, userId: guardId } })).body).toEqual([])
  })

  test('take no address of another house', async () => {
    for (const address of ['https://evil.example', '//evil.example', 'javascript:alert(1)']) {
      const body = { userId: guardId, farmWorkBenches: [{ ...entrance('/map', 0), workBenchRoute: address }] }
      const { status, body: answer } = await guard.call(workBenchCalls.save, { params: { t }, body })
      expect([status, answer]).toSatisfy(([code, list]) => code === 400 || (list as unknown[]).length === 0)
    }
  })
})

describe('modules and the menu tree', () => {
  test('hold the pages that the caller may open, in the language that was asked for', async () => {
    const all = await admin.call(subModuleCalls.tree, { query: { lang: 'en-US' } })
    expect(routesOf(all.body)).toEqual(expect.arrayContaining(['/web/farm/home', '/web/farm/map', '/map', '/web/equipment/gateway']))
    expect(all.body[0]).toMatchObject({ id: 'farm', name: 'Farm', route: '' })
    const some = await guard.call(subModuleCalls.tree, { query: { lang: 'zh-CN', subModule: 'wfpf-farm' } })
    expect(routesOf(some.body)).toContain('/web/equipment/gateway')
    expect(routesOf(some.body)).not.toContain('/web/farm/map')
    expect(some.body.map(({ name }) => name)).toEqual(['农场管理'])
  })

  test('a module is entered at its root and lists its pages; a link of the tenant stands beside them', async () => {
    await build.insert('sub_module', { tenant_id: t, code: 'docs', name: 'Interface', path: '/docs', type: 'outer-link' })
    const { body } = await guard.call(subModuleCalls.self, { params: { t } })
    expect(body[0]).toMatchObject({ code: 'wfpf-farm', type: 'route', route: '/web', maxPane: 20, pane: '/web/farm/home' })
    expect(Object.keys(body[0]!).toSorted()).toEqual(
      ['code', 'name', 'path', 'type', 'route', 'icon', 'description', 'maxPane', 'list', 'pane', 'openedPane'].toSorted(),
    )
    expect(body[0]!.list).toContainEqual({ code: GATEWAY, route: '/web/equipment/gateway' })
    expect(body[0]!.list.map(({ route }) => route)).not.toContain('/web/farm/map')
    expect(body.at(-1)).toMatchObject({ code: 'docs', type: 'outer-link', path: '/docs', pane: null })
  })

  test('a link of the console itself has no name in the tenant’s table: it is named in the language of who looks', async () => {
    await build.insert('sub_module', { tenant_id: t, code: 'wall', name: '', path: '/map', type: 'inner-link', position: 9 })
    for (const [lang, words] of [
      ['en-US', en.link.wall],
      ['zh-CN', zh.link.wall],
    ] as const) {
      const { body } = await guard.call(subModuleCalls.self, { params: { t }, query: { lang } })
      expect(body.at(-1)).toMatchObject({ code: 'wall', ...words })
    }
  })
})

describe('what a tenant shows', () => {
  test('banners and screens come in their order, without those that are disabled', async () => {
    const banner = (title: string, position: number, enabled = 1) =>
      build.insert('banner', { tenant_id: t, title, image_address: '/home/banner-1.svg', position, enabled_flag: enabled })
    await banner('second', 2)
    await banner('first', 1)
    await banner('hidden', 0, 0)
    expect((await guard.call(homeCalls.banners, { params: { t } })).body.map(({ title }) => title)).toEqual(['first', 'second'])
    await build.insert('tenant_screen', { tenant_id: t, screen_name: 'Wall', screen_address: '/map', screen_type: 2 })
    expect((await admin.call(homeCalls.screens, { params: { t } })).body).toMatchObject([{ screenName: 'Wall', screenType: 2 }])
    expect((await guard.call(homeCalls.screens, { params: { t } })).status).toBe(403)
  })

  test('a tenant that set nothing has an empty portal, and publishes no articles', async () => {
    const fresh = (await build.aTenant()).id
    const client = await server.signIn((await build.aUser({ tenantId: fresh, codes: ['*'] })).login_name)
    const { body } = await client.call(homeCalls.portal, { params: { t: fresh } })
    expect(body).toEqual({
      applications: [],
      softwareDownload: null,
      tutorialVideo: null,
      videoTutorial: null,
      helpDocument: null,
      videos: [],
    })
    expect((await client.call(tenantSettingCalls.consult, { params: { t: fresh } })).body).toEqual({ consultFlag: 0 })
  })

  test('only who holds the codes in every base manages the bases (PERMISSIONS-23)', async () => {
    const area = await build.anArea({ tenant_id: t })
    const local = await server.signIn((await build.aUser({ tenantId: t, codes: ['*'], areaIds: [area.id] })).login_name)
    const answers = await Promise.all([admin, guard, local].map((client) => client.call(tenantSettingCalls.areaAdmin, { params: { t } })))
    expect(answers.map(({ body }) => body)).toEqual([true, false, false])
  })
})

describe('a tenant that is marked new', () => {
  const check = async (client: Client, tenant: number) =>
    (await client.call(tenantSettingCalls.noviceCheck, { params: { t: tenant } })).body

  test('stays marked while it has no base, and loses the mark with its first base', async () => {
    const fresh = (await build.aTenant({ novice: true })).id
    const client = await server.signIn((await build.aUser({ tenantId: fresh, codes: ['*'] })).login_name)
    expect(await check(client, fresh)).toEqual({ novice: true })
    expect((await client.call(tenantSettingCalls.noviceUnlock, { params: { t: fresh } })).body).toEqual({ novice: true })
    const body = { areaName: 'First', areaNum: 'A-1_b', organizationType: 'area', parentId: 0, areaUsage: 'plant', defaultFlag: 1 } as const
    expect((await client.call(areaCalls.create, { params: { t: fresh }, body })).status).toBe(200)
    expect(await check(client, fresh)).toEqual({ novice: false })
    expect((await client.call(tenantSettingCalls.noviceUnlock, { params: { t: fresh } })).body).toEqual({ novice: false })
  })

  test('is not unlocked by the base of another tenant', async () => {
    const [fresh, other] = [(await build.aTenant({ novice: true })).id, (await build.aTenant({ novice: true })).id]
    await build.anArea({ tenant_id: other })
    const client = await server.signIn((await build.aUser({ tenantId: fresh, codes: ['*'] })).login_name)
    expect(await check(client, fresh)).toEqual({ novice: true })
  })

  test('one that has a base from before is unlocked by the call', async () => {
    const fresh = (await build.aTenant()).id
    await build.anArea({ tenant_id: fresh })
    await server.owner.query('update furrow.tenant set novice = true where id = $1', [fresh])
    const client = await server.signIn((await build.aUser({ tenantId: fresh, codes: [] })).login_name)
    expect((await client.call(tenantSettingCalls.noviceUnlock, { params: { t: fresh } })).body).toEqual({ novice: false })
  })
})
