import { defineRoute } from './core/route.ts'

/** Every page of the console. The server derives menus from it, src binds each to a screen. */
export const routes = [
  defineRoute('/', { area: 'session', permission: 'public', title: 'session:login.title' }),
  defineRoute('/login', { area: 'session', permission: 'public', title: 'session:login.title' }),
  defineRoute('/web', { area: 'home', module: 'farm', permission: 'login', cached: false, title: 'home:title' }),
  defineRoute('/web/farm/home', { area: 'home', module: 'farm', permission: 'login', group: 'base', title: 'home:title' }),
  defineRoute('/web/farm/map', { area: 'map', module: 'farm', permission: 'wfpf.farm.farm.map', group: 'base', title: 'map:title' }),
  defineRoute('/map', { area: 'map', permission: 'login', title: 'map:wall.title' }),
  defineRoute('/web/equipment/gateway', {
    area: 'devices', module: 'farm', permission: 'wfpf.farm.equipment.gateway', group: 'equipment', title: 'devices:gateway.title',
  }),
  defineRoute('/web/farm/defaultPage', { area: 'frame', module: 'farm', permission: 'login', cached: false, title: 'frame:empty.notFound' }),
  defineRoute('/web/farm/serverErrorPage', { area: 'frame', module: 'farm', permission: 'login', cached: false, title: 'frame:empty.serverError' }),
] as const

export type RoutePath = (typeof routes)[number]['path']
