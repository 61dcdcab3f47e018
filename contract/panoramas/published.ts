import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { PUBLIC_TOUR } from './cube.ts'
import { tileQuery, viewQuery } from './picture.ts'
import { scene } from './scene.ts'

/** A tour as everybody sees it: nothing of devices, nothing else of the tenant. Addresses in it are of the calls below. */
const publishedTour = z.object({
  vrName: z.string(),
  vrCover: z.string(),
  description: z.string(),
  scenes: z.array(scene.omit({ panoramaId: true, vrId: true, realName: true, objectVersionNumber: true })),
})
export type PublishedTour = z.infer<typeof publishedTour>

const path = PUBLIC_TOUR
/** Whoever asks too often fails with error.busy; a key that is none, or no longer one, with error.notFound. */
export const publicTourCalls = {
  get: defineCall({ method: 'GET', path, permission: 'public', summary: 'A published tour', answer: publishedTour }),
  tile: defineCall({
    method: 'GET',
    path: `${path}/picture/{uuid}/tile`,
    permission: 'public',
    summary: 'A tile of a face of one of its panoramas',
    query: tileQuery,
    produces: 'image/jpeg',
  }),
  view: defineCall({
    method: 'GET',
    path: `${path}/picture/{uuid}/view`,
    permission: 'public',
    summary: 'A picture of one of its panoramas',
    query: viewQuery,
    produces: 'image/jpeg',
  }),
  file: defineCall({
    method: 'GET',
    path: `${path}/file/{uuid}`,
    permission: 'public',
    summary: 'A picture that the tour shows: its cover, one of a scene or of a hotspot',
    produces: 'image/*',
  }),
}
