import { defineRoute } from '../core/route.ts'

export const pages = [
  defineRoute('/web/farm/map', {
    area: 'map',
    module: 'farm',
    permission: 'wfpf.farm.farm.map',
    group: 'base',
    place: 2,
    title: 'map:title',
  }),
  defineRoute('/map', { area: 'map', permission: 'login', title: 'map:wall.title' }),
] as const
