import { defineRoute } from '../core/route.ts'

export const pages = [
  defineRoute('/web/equipment/gateway', {
    area: 'devices',
    module: 'farm',
    permission: 'wfpf.farm.equipment.gateway',
    group: 'equipment',
    place: 1,
    title: 'devices:gateway.title',
  }),
] as const
