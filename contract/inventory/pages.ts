import { defineRoute } from '../core/route.ts'

export const pages = [
  defineRoute('/inventory/prment/aplionform', {
    area: 'inventory',
    module: 'inventory',
    permission: 'login',
    group: 'prment',
    place: 1,
    title: 'inventory:aplionform.title',
  }),
  defineRoute('/inventory/prment/aplionform/add', {
    area: 'inventory',
    module: 'inventory',
    permission: 'login',
    title: 'inventory:aplionform.addTitle',
  }),
  defineRoute('/inventory/prment/aplionform/edit/:id', {
    area: 'inventory',
    module: 'inventory',
    permission: 'login',
    title: 'inventory:aplionform.editTitle',
  }),
  defineRoute('/inventory/prment/aplionform/info/:id', {
    area: 'inventory',
    module: 'inventory',
    permission: 'login',
    title: 'inventory:aplionform.infoTitle',
  }),
] as const
