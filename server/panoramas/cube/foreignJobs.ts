import { job } from '../../ground/foreign/job.ts'

const ofPictures = { unreadable: 'error.file.unreadable', tooMuch: 'error.file.tooMuch' } as const

/** Panoramas are decoded and their faces drawn in a process of its own, a face at a time, so that others have their turns between. */
export const cubeJobs = {
  unroll: job({ load: async () => (await import('./cubeJobs.ts')).unroll, seconds: 120, ...ofPictures }),
  drawFace: job({ load: async () => (await import('./cubeJobs.ts')).drawFace, seconds: 60, ...ofPictures }),
}
