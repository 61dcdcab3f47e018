import { defineRoute } from '../core/route.ts'
import { PANORAMA_READ, VR_READ } from './permission.ts'

const EDIT = '/edit-vr/:id'
const PREVIEW = '/preview-vr/:id'
const TOUR = '/tour/:key'
/** The list of tours. */
export const VR_PATH = '/system/vr-video'
export const editVrPath = (vrId: number): string => EDIT.replace(':id', String(vrId))
export const previewVrPath = (vrId: number): string => PREVIEW.replace(':id', String(vrId))
/** Of a published tour: needs no account. */
export const tourPath = (key: string): string => TOUR.replace(':key', key)

const listed = { area: 'panoramas', module: 'company', cached: false, group: 'media' } as const
export const pages = [
  defineRoute(VR_PATH, { ...listed, permission: VR_READ, place: 2, title: 'panoramas:vr.title' }),
  defineRoute('/system/panorama', { ...listed, permission: PANORAMA_READ, place: 3, title: 'panoramas:panorama.title' }),
  defineRoute(EDIT, { area: 'panoramas', permission: 'login', title: 'panoramas:edit.title' }),
  defineRoute(PREVIEW, { area: 'panoramas', permission: 'login', title: 'panoramas:preview.title' }),
  defineRoute(TOUR, { area: 'panoramas', permission: 'public', title: 'panoramas:tour.title' }),
] as const
