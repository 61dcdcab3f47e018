import { describe, expect, test } from 'vitest'
import { defineRoute, GROUPS, inMenuOrder } from '#contract/core/route'
import { routes } from '#contract/routes'
import { areas } from '#src/areas.ts'
import type { BoundArea } from '#src/frame/bindArea.tsx'
import { pictureOf } from '#src/frame/MenuIcon.tsx'
import { groupAt, menuGroups, moduleMenus } from '#src/frame/menu/menu.ts'

const declared = [
  defineRoute('/login', { area: 'session', permission: 'public', title: 'session:login.title' }),
  defineRoute('/web/a', { area: 'farm', module: 'farm', permission: 'login', group: 'base', place: 1, title: 'home:title' }),
  defineRoute('/web/b', { area: 'devices', module: 'farm', permission: 'wfpf.b', group: 'equipment', place: 1, title: 'map:title' }),
  defineRoute('/web/c', { area: 'farm', module: 'farm', permission: 'wfpf.c', group: 'base', place: 2, title: 'map:title' }),
]
const shape = (groups: ReturnType<typeof menuGroups>) => groups.map(({ group, items }) => [group, items.map(({ path }) => path)])

describe('the menu', () => {
  test('holds every route that names a group, by its place in it, wherever its area declares it', () => {
    expect(shape(menuGroups(() => true, inMenuOrder(declared.toReversed())))).toEqual([
      ['base', ['/web/a', '/web/c']],
      ['equipment', ['/web/b']],
    ])
  })
  test('hides what the user may not open, and a group with nothing left (PERMISSIONS-07)', () => {
    expect(shape(menuGroups(({ permission }) => permission === 'login', declared))).toEqual([['base', ['/web/a']]])
  })
})

describe('the modules', () => {
  const more = [
    ...declared,
    defineRoute('/system/d', { area: 'farm', module: 'company', permission: 'wfpf.d', group: 'maintenance', place: 1, title: 'map:title' }),
    defineRoute('/inventory/e', { area: 'farm', module: 'inventory', permission: 'wfpf.e', title: 'map:title' }),
  ]
  test('are those in which the user may open something that a menu shows', () => {
    expect(moduleMenus(() => true, more).map(({ module }) => module)).toEqual(['farm', 'company'])
    expect(moduleMenus(({ permission }) => permission !== 'wfpf.d', more).map(({ module }) => module)).toEqual(['farm'])
  })
})

test('the groups of farm and company stand in the order of the documents, each page in its own (FRAME-10, FRAME-11)', () => {
  const menus = Object.fromEntries(moduleMenus(() => true).map(({ module, groups }) => [module, shape(groups)]))
  for (const module of ['farm', 'company'] as const) {
    const groups = menus[module]!.map(([group]) => group)
    expect(groups).toEqual(GROUPS[module].filter((group) => groups.includes(group)))
    for (const { group } of routes.filter((route) => route.module === module && route.group != null))
      expect(GROUPS[module]).toContain(group)
  }
  expect(menus['farm']!.find(([group]) => group === 'base')![1]).toEqual([
    '/web/farm/home',
    '/web/farm/map',
    '/web/farm/base',
    '/web/farm/land',
    '/web/farm/batch',
  ])
  expect(menus['farm']!.find(([group]) => group === 'basic')![1]).toEqual(['/web/farm/planPackage', '/web/farm/worker', '/web/farm/seed'])
  expect(menus['company']!.find(([group]) => group === 'maintenance')![1]).toEqual([
    '/system/basemanage',
    '/system/taskType',
    '/system/crop',
    '/system/varieties',
    '/system/deviceManager',
    '/system/cameraManager',
    '/system/storeManager',
    '/system/sim-manage',
  ])
})

test('every page that a menu shows has a picture of its own, not that of its module', () => {
  const bound = Object.assign({}, ...Object.values<BoundArea>(areas).map(({ pictures }) => pictures))
  const plain = routes.filter(({ path, group }) => group != null && ['/web', '/system', '/inventory'].includes(pictureOf(path, bound)[0]))
  expect(plain.map(({ path }) => path)).toEqual([])
})

describe('the group of a page', () => {
  const farm = moduleMenus(() => true).find(({ module }) => module === 'farm')!.groups
  test.each([
    ['/web/equipment/gateway', 'equipment'],
    ['/web/equipment/intelligentControl/index', 'control'],
    ['/web/equipment/intelligentControl/flow/5', 'control'],
    ['/web/equipment/intelligentControl/run/5', 'control'],
    ['/web/equipment/warning-manage/rule/5', 'alarm'],
    ['/web/user', 'base'],
  ])('%s is found in %s', (path, group) => expect(groupAt(farm, path)).toBe(group))

  test('is none where there is no group', () => expect(groupAt([], '/web/user')).toBeNull())
})
