import { defineRoute } from '../core/route.ts'
import { CAMERA_MANAGER, CAMERAS_READ, SEEDING, SURVEILLANCE } from './permission.ts'

/** The cameras of the selected base. */
export const CAMERAS_PATH = '/web/equipment/camera'
const INFO = '/web/equipment/camera/info/:id'
/** One camera: its picture, its control, what was written of it. */
export const cameraPath = (id: number): string => INFO.replace(':id', String(id))
/** Several pictures side by side. */
export const SURVEILLANCE_PATH = '/web/equipment/videosurveillance'
/** The series of seedlings of the selected base. */
export const SEEDING_PATH = '/web/equipment/seeding'
const MANAGER = '/system/cameraManager'

export const pages = [
  defineRoute(CAMERAS_PATH, {
    area: 'cameras',
    module: 'farm',
    permission: CAMERAS_READ,
    group: 'equipment',
    place: 1,
    title: 'cameras:title',
  }),
  defineRoute(INFO, { area: 'cameras', module: 'farm', permission: CAMERAS_READ, title: 'cameras:one' }),
  defineRoute(SEEDING_PATH, {
    area: 'cameras',
    module: 'farm',
    permission: SEEDING,
    group: 'equipment',
    place: 21,
    title: 'cameras:seeding.title',
  }),
  defineRoute(SURVEILLANCE_PATH, {
    area: 'cameras',
    module: 'farm',
    permission: SURVEILLANCE,
    group: 'monitoring',
    place: 1,
    title: 'cameras:split.title',
  }),
  defineRoute(MANAGER, {
    area: 'cameras',
    module: 'company',
    permission: CAMERA_MANAGER,
    group: 'maintenance',
    place: 6,
    title: 'cameras:manager.title',
  }),
] as const
