import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calls } from '#contract/calls'
import { applicationCode, routeMatches } from '#contract/core/route'
import { routes } from '#contract/routes'

test.each([
  ['/web/equipment/gateway', '/web/equipment/gateway', true],
  ['/web/equipment/gateway', '/web/equipment/gateway/info/7', true],
  ['/web/equipment/gateway', '/web/equipment/gateways', false],
  ['/web/equipment/gateway', '/web/equipment', false],
  ['/system/varieties/info/:id', '/system/varieties/info/12', true],
  ['/system/varieties/info/:id', '/system/varieties/info', false],
])('the pattern %s and the path %s: %s (PERMISSIONS-05)', (pattern, path, fits) => {
  expect(routeMatches(pattern, path)).toBe(fits)
})

test('a pattern fits what its own parameters are filled with, whatever comes behind', () => {
  const part = fc.stringMatching(/^[a-z0-9]{1,8}$/)
  fc.assert(
    fc.property(fc.array(fc.tuple(part, fc.boolean()), { minLength: 1, maxLength: 5 }), part, fc.array(part), (parts, filled, rest) => {
      const pattern = `/${parts.map(([name, isParam]) => (isParam ? `:${name}` : name)).join('/')}`
      const path = `/${[...parts.map(([name, isParam]) => (isParam ? filled : name)), ...rest].join('/')}`
      expect(routeMatches(pattern, path)).toBe(true)
    }),
  )
})

test('pages that any signed-in person may open are only those that the documents leave open (PERMISSIONS-20, -21, -24)', () => {
  const open = routes.filter(({ permission }) => permission === 'login').map(({ path }) => path)
  expect(open.filter((path) => !path.startsWith('/inventory/prment/')).toSorted()).toEqual([
    '/edit-vr/:id',
    '/home',
    '/inventory',
    '/map',
    '/preview-vr/:id',
    '/system',
    '/web',
    '/web/farm/defaultPage',
    '/web/farm/home',
    '/web/farm/serverErrorPage',
    '/web/user',
  ])
  const everybody = routes.filter(({ permission }) => permission === 'public').map(({ path }) => path)
  expect(everybody.toSorted()).toEqual([
    '/',
    '/forgetPassword',
    '/information',
    '/login',
    '/register',
    '/seed',
    '/setPassword',
    '/tour/:key',
  ])
})

test('the console has three groups of pages, each under the code of its module (BOOT-05)', () => {
  expect(applicationCode).toEqual({ farm: 'wfpf-farm', company: 'wfpf-company', inventory: 'wfpf-inventory' })
  expect(new Set(routes.flatMap(({ module }) => (module == null ? [] : [module])))).toEqual(new Set(['farm', 'company', 'inventory']))
})

test('every page of a module keeps its state when it is left, but those that the documents except (SESSION-08)', () => {
  const UNCACHED = ['farm/task', 'farm/taskManger', 'equipment/spore'].map((page) => `/web/${page}`)
  const excepted = new Set([...UNCACHED, ...['basemanage', 'pictures-hub', 'vr-video', 'panorama'].map((page) => `/system/${page}`)])
  // Those that say what went wrong are no pages to come back to, and the roots of modules are none at all.
  const pages = routes.filter(
    ({ module, area, path }) => module != null && area !== 'frame' && !['/web', '/system', '/inventory'].includes(path),
  )
  expect(pages.filter(({ path, cached }) => cached === excepted.has(path)).map(({ path }) => path)).toEqual([])
})

test('calls that answer without a token are only those behind public pages, and a link that holds its own proof (PERMISSIONS-26)', () => {
  const everybody = calls.filter(({ permission }) => permission === 'public').map(({ method, path }) => `${method} ${path}`)
  expect(everybody.filter((one) => !one.includes(' /oauth/public/')).toSorted()).toEqual([
    'GET /hfle/v1/linked-files/{key}',
    'GET /information',
    'GET /information-sitemap.xml',
    'GET /information.atom',
    'GET /oauth/login/user-params',
    'GET /seed',
    'GET /wfpe/v1/firmware-download/{tenantId}/{imei}/{key}',
    'GET /wfpf/v1/consult/{id}',
    'GET /wfpf/v1/public/tour/{key}',
    'GET /wfpf/v1/public/tour/{key}/file/{uuid}',
    'GET /wfpf/v1/public/tour/{key}/picture/{uuid}/tile',
    'GET /wfpf/v1/public/tour/{key}/picture/{uuid}/view',
    'GET /wfpf/v1/public/{t}/brand/{uuid}',
    'GET /wfpf/v1/public/{t}/consult/{id}/picture/{uuid}',
    'GET /wfpf/v1/public/{t}/seed/{id}',
    'GET /wfpf/v1/public/{t}/seed/{id}/picture/{uuid}',
    'GET /wfpf/v1/{t}/consult',
    'GET /wfpf/v1/{t}/consult/category',
    'GET /wfpf/v1/{t}/tenant/domain',
    'POST /oauth/oauth/token',
    'POST /wfpf/v1/public/{t}/consult/{id}/read',
    'POST /wfpf/v1/tenant/register',
    'PUT /wfpe/v1/insect-upload/{tenantId}/{imei}/{key}',
  ])
})
