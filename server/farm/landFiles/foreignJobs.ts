import { job } from '../../ground/foreign/job.ts'

const ofLand = { seconds: 40, tooMuch: 'error.input.tooLarge' } as const

/** Files of outlines are read, held against the plots that are there, and written in a process of their own. */
export const landFileJobs = {
  landFileRead: job({ load: async () => (await import('./readJob.ts')).readLandFile, unreadable: 'error.landFile.unreadable', ...ofLand }),
  /** Nothing foreign is read for it, but it takes as long. */
  landFileWritten: job({ load: async () => (await import('./writeJob.ts')).writeLandFile, unreadable: 'error.unavailable', ...ofLand }),
}
