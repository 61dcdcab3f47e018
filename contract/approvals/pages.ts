import { defineRoute } from '../core/route.ts'
import { PROCESS_EDIT, PROCESS_READ } from './definition.ts'

const process = { area: 'approvals', module: 'company' } as const

export const pages = [
  defineRoute('/inventory/config/audit', {
    area: 'approvals',
    module: 'inventory',
    permission: 'wfpf.inventory.config.audit',
    group: 'configuration',
    place: 1,
    title: 'approvals:definition.title',
  }),
  defineRoute('/system/process', { ...process, permission: PROCESS_READ, group: 'enterprise', place: 2, title: 'approvals:process.title' }),
  defineRoute('/system/process/add', { ...process, permission: PROCESS_EDIT, title: 'approvals:process.add' }),
  defineRoute('/system/process/edit/:id', { ...process, permission: PROCESS_EDIT, title: 'approvals:process.edit' }),
  defineRoute('/system/process/copy/:id', { ...process, permission: PROCESS_EDIT, title: 'approvals:process.copyTitle' }),
  defineRoute('/system/process/info/:id', { ...process, permission: PROCESS_READ, title: 'approvals:process.info' }),
] as const
