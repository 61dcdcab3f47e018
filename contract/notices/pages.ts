import { defineRoute } from '../core/route.ts'
import { NOTICE_READ } from './notice.ts'
import { UNDELIVERED_READ } from './undelivered.ts'

export const pages = [
  defineRoute('/system/notice-manger', {
    area: 'notices',
    module: 'company',
    permission: NOTICE_READ,
    group: 'messages',
    place: 1,
    title: 'notices:manage.title',
  }),
  defineRoute('/system/undelivered', {
    area: 'notices',
    module: 'company',
    permission: UNDELIVERED_READ,
    group: 'messages',
    place: 2,
    title: 'notices:undelivered.title',
  }),
] as const
