import { job } from '../ground/foreign/job.ts'

const ofPictures = { unreadable: 'error.file.unreadable', tooMuch: 'error.file.tooMuch' } as const

/** Pictures of insects are read in a process of their own. */
export const insectJobs = {
  findInsects: job({ load: async () => (await import('./sheetJobs.ts')).findInsects, seconds: 30, ...ofPictures }),
  cutInsects: job({ load: async () => (await import('./sheetJobs.ts')).cutInsects, seconds: 30, ...ofPictures }),
}
