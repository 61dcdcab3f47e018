import { defineRoute } from '../core/route.ts'

/** The pages that one lands on. */
export const pages = [
  defineRoute('/home', { area: 'home', permission: 'login', title: 'home:landing' }),
  defineRoute('/web', { area: 'home', module: 'farm', permission: 'login', cached: false, title: 'home:title' }),
  defineRoute('/web/farm/home', { area: 'home', module: 'farm', permission: 'login', group: 'base', place: 1, title: 'home:title' }),
  defineRoute('/system/bannerManger', {
    area: 'home',
    module: 'company',
    permission: 'wfpf.company.config.banner',
    group: 'personalisation',
    place: 1,
    title: 'home:banner.title',
  }),
] as const
