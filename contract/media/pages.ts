import { defineRoute } from '../core/route.ts'
import { PICTURES, VIDEOS } from './codes.ts'

const listed = { area: 'media', module: 'company', group: 'media' } as const
export const pages = [
  defineRoute('/system/pictures-hub', { ...listed, permission: PICTURES, cached: false, place: 1, title: 'media:library.title' }),
  defineRoute('/system/publicity-video', { ...listed, permission: VIDEOS, place: 4, title: 'media:promoVideo.title' }),
] as const
