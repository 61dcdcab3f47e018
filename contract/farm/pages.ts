import { defineRoute } from '../core/route.ts'
import { LOG } from './logCodes.ts'
import { PLAN_PACKAGES, PLANS } from './planCodes.ts'
import { SEED_PAGE } from './seedPath.ts'

export const pages = [
  defineRoute('/web/farm/base', {
    area: 'farm',
    module: 'farm',
    permission: 'wfpf.farm.farm.base',
    group: 'base',
    place: 3,
    title: 'farm:area.title',
  }),
  defineRoute('/web/farm/land', {
    area: 'farm',
    module: 'farm',
    permission: 'wfpf.farm.farm.land',
    group: 'base',
    place: 4,
    title: 'farm:land.title',
  }),
  defineRoute('/web/farm/batch', {
    area: 'farm',
    module: 'farm',
    permission: 'wfpf.farm.farm.batch',
    group: 'base',
    place: 5,
    title: 'farm:batch.title',
  }),
  defineRoute('/web/farm/worker', {
    area: 'farm',
    module: 'farm',
    permission: 'wfpf.farm.farm.worker',
    group: 'basic',
    place: 2,
    title: 'farm:worker.title',
  }),
  // The documents mark both pages of tasks as not kept.
  defineRoute('/web/farm/task', {
    area: 'farm',
    module: 'farm',
    permission: 'wfpf.farm.farm.task',
    group: 'activity',
    place: 3,
    cached: false,
    title: 'farm:task.mine.title',
  }),
  defineRoute('/web/farm/taskManger', {
    area: 'farm',
    module: 'farm',
    permission: 'wfpf.farm.farm.taskManger',
    group: 'activity',
    place: 4,
    cached: false,
    title: 'farm:task.title',
  }),
  defineRoute('/web/farm/seed', {
    area: 'farm',
    module: 'farm',
    permission: 'wfpf.farm.farm.seed',
    group: 'basic',
    place: 3,
    title: 'farm:seed.title',
  }),
  defineRoute(SEED_PAGE, { area: 'farm', permission: 'public', title: 'farm:seed.page' }),
  defineRoute('/web/farm/activity', {
    area: 'farm',
    module: 'farm',
    permission: 'wfpf.farm.farm.activity',
    group: 'activity',
    place: 1,
    title: 'farm:activity.title',
  }),
  defineRoute('/web/farm/log', {
    area: 'farm',
    module: 'farm',
    permission: LOG,
    group: 'activity',
    place: 2,
    title: 'farm:log.title',
  }),
  defineRoute('/web/farm/planPackage', {
    area: 'farm',
    module: 'farm',
    permission: PLAN_PACKAGES,
    group: 'basic',
    place: 1,
    title: 'farm:planPackage.title',
  }),
  defineRoute('/web/farm/plan', { area: 'farm', module: 'farm', permission: PLANS, group: 'activity', place: 5, title: 'farm:plan.title' }),
  defineRoute('/web/farm/plan/info/:id', { area: 'farm', module: 'farm', permission: PLANS, title: 'farm:plan.infoTitle' }),
  // The documents mark base management as not kept.
  defineRoute('/system/basemanage', {
    area: 'farm',
    module: 'company',
    permission: 'wfpf.farm.farm.base',
    group: 'maintenance',
    place: 1,
    cached: false,
    title: 'farm:area.title',
  }),
] as const
