import { defineRoute } from './core/route.ts'

/** Every page of the console. The server derives menus from it, src binds each to a screen. */
export const routes = [
  defineRoute('/', { area: 'session', permission: 'public', title: 'session:login.title' }),
  defineRoute('/register', { area: 'session', permission: 'public', title: 'session:register.title' }),
  defineRoute('/forgetPassword', { area: 'session', permission: 'public', title: 'session:forgot.title' }),
  defineRoute('/web/user', { area: 'account', module: 'farm', permission: 'login', title: 'account:title' }),
  defineRoute('/login', { area: 'session', permission: 'public', title: 'session:login.title' }),
  defineRoute('/home', { area: 'home', permission: 'login', title: 'home:landing' }),
  defineRoute('/web', { area: 'home', module: 'farm', permission: 'login', cached: false, title: 'home:title' }),
  defineRoute('/web/farm/home', { area: 'home', module: 'farm', permission: 'login', group: 'base', title: 'home:title' }),
  defineRoute('/web/farm/map', { area: 'map', module: 'farm', permission: 'wfpf.farm.farm.map', group: 'base', title: 'map:title' }),
  defineRoute('/map', { area: 'map', permission: 'login', title: 'map:wall.title' }),
  defineRoute('/web/farm/base', { area: 'farm', module: 'farm', permission: 'wfpf.farm.farm.base', group: 'base', title: 'farm:area.title' }),
  defineRoute('/web/farm/land', { area: 'farm', module: 'farm', permission: 'wfpf.farm.farm.land', group: 'base', title: 'farm:land.title' }),
  defineRoute('/web/farm/worker', { area: 'farm', module: 'farm', permission: 'wfpf.farm.farm.worker', group: 'base', title: 'farm:worker.title' }),
  defineRoute('/web/equipment/gateway', {
    area: 'devices', module: 'farm', permission: 'wfpf.farm.equipment.gateway', group: 'equipment', title: 'devices:gateway.title',
  }),
  defineRoute('/inventory/prment/aplionform', {
    area: 'inventory', module: 'inventory', permission: 'login', group: 'prment', title: 'inventory:aplionform.title',
  }),
  defineRoute('/inventory/prment/aplionform/add', { area: 'inventory', module: 'inventory', permission: 'login', title: 'inventory:aplionform.addTitle' }),
  defineRoute('/inventory/prment/aplionform/edit/:id', { area: 'inventory', module: 'inventory', permission: 'login', title: 'inventory:aplionform.editTitle' }),
  defineRoute('/inventory/prment/aplionform/info/:id', { area: 'inventory', module: 'inventory', permission: 'login', title: 'inventory:aplionform.infoTitle' }),
  defineRoute('/inventory/config/audit', {
    area: 'approvals', module: 'inventory', permission: 'wfpf.inventory.config.audit', group: 'configuration', title: 'approvals:definition.title',
  }),
  // The documents mark base management as not kept.
  defineRoute('/system/basemanage', {
    area: 'farm', module: 'company', permission: 'wfpf.farm.farm.base', group: 'maintenance', cached: false, title: 'farm:area.title',
  }),
  defineRoute('/system/taskType', {
    area: 'organization', module: 'company', permission: 'wfpf.company.config.taskType', group: 'maintenance', title: 'organization:taskType.title',
  }),
  defineRoute('/system/crop', {
    area: 'organization', module: 'company', permission: 'wfpf.company.config.crop', group: 'maintenance', title: 'organization:crop.title',
  }),
  defineRoute('/system/varieties', {
    area: 'organization', module: 'company', permission: 'wfpf.company.config.varieties', group: 'maintenance', title: 'organization:variety.title',
  }),
  defineRoute('/system/varieties/info/:id', {
    area: 'organization', module: 'company', permission: 'wfpf.company.config.varieties', title: 'organization:variety.info',
  }),
  defineRoute('/web/farm/defaultPage', { area: 'frame', module: 'farm', permission: 'login', cached: false, title: 'frame:empty.pageNoPage' }),
  defineRoute('/web/farm/serverErrorPage', { area: 'frame', module: 'farm', permission: 'login', cached: false, title: 'frame:empty.serverError' }),
] as const

export type RoutePath = (typeof routes)[number]['path']
