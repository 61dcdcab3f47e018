import type { ServerContents } from '../ground/contents.ts'
import { panoramaHandlers } from './calls/panoramas.ts'
import { panoramaPictureHandlers } from './calls/pictures.ts'
import { publicTourHandlers } from './calls/published.ts'
import { panoramaScenesHandlers } from './calls/scenes.ts'
import { panoramaVrHandlers } from './calls/tours.ts'
import { makeJob } from './cube/make.ts'

/** Panoramas of bases, and tours through them. */
export const panoramas = {
  handlers: (context) => ({
    panorama: panoramaHandlers(context),
    panoramaPicture: panoramaPictureHandlers(context),
    panoramaVr: panoramaVrHandlers(context),
    panoramaScenes: panoramaScenesHandlers(context),
    publicTour: publicTourHandlers(context),
  }),
  jobs: (context) => [makeJob(context)],
} satisfies ServerContents<'panoramas'>
