import { defineContents } from '../core/contents.ts'
import { changes } from './changes.ts'
import { panoramaCalls } from './panorama.ts'
import { panoramaPictureCalls } from './picture.ts'
import { publicTourCalls } from './published.ts'
import { panoramaScenesCalls } from './scene.ts'
import { panoramaVrCalls } from './tour.ts'

export const panoramas = defineContents({
  calls: {
    panorama: panoramaCalls,
    panoramaPicture: panoramaPictureCalls,
    panoramaVr: panoramaVrCalls,
    panoramaScenes: panoramaScenesCalls,
    publicTour: publicTourCalls,
  },
  changes,
})
