import { job } from '../ground/foreign/job.ts'

/** Films are measured and drawn in a process of its own, within its limits. */
export const filmJobs = {
  lookAtFilm: job({
    load: async () => (await import('./filmJobs.ts')).lookAtFilm,
    seconds: 60,
    unreadable: 'error.file.unreadable',
    tooMuch: 'error.file.tooMuch',
  }),
}
