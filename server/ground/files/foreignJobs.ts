import { job } from '../foreign/job.ts'

const ofFiles = { unreadable: 'error.file.unreadable', tooMuch: 'error.file.tooMuch' } as const

/** Pictures and films are read, cleaned and drawn in a process of their own. */
export const fileJobs = {
  cleanDrawing: job({ load: async () => (await import('./pictureJobs.ts')).cleanDrawing, seconds: 5, ...ofFiles }),
  pictureSize: job({ load: async () => (await import('./pictureJobs.ts')).pictureSize, seconds: 10, ...ofFiles }),
  draw: job({ load: async () => (await import('./pictureJobs.ts')).draw, seconds: 15, ...ofFiles }),
  filmSeconds: job({ load: async () => (await import('./filmSeconds.ts')).filmSeconds, seconds: 5, ...ofFiles }),
}
