import { defineRoute } from '../core/route.ts'
import { INQUIRY_READ } from './permission.ts'

export const pages = [
  defineRoute('/web/agriculture/expert-inquiry', {
    area: 'agriculture',
    module: 'farm',
    permission: INQUIRY_READ,
    group: 'knowledge',
    place: 1,
    title: 'agriculture:inquiry.title',
  }),
] as const
