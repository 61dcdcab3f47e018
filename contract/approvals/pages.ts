import { defineRoute } from '../core/route.ts'

export const pages = [
  defineRoute('/inventory/config/audit', {
    area: 'approvals',
    module: 'inventory',
    permission: 'wfpf.inventory.config.audit',
    group: 'configuration',
    place: 1,
    title: 'approvals:definition.title',
  }),
] as const
