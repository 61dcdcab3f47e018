import { defineRoute } from '../core/route.ts'
import { UNDELIVERED_READ } from './undelivered.ts'

export const pages = [
  defineRoute('/system/undelivered', {
    area: 'notices',
    module: 'company',
    permission: UNDELIVERED_READ,
    group: 'messages',
    place: 2,
    title: 'notices:undelivered.title',
  }),
] as const
