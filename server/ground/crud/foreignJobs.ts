import { job } from '../foreign/job.ts'

/** Sheets are read and written in a process of their own. */
export const sheetJobs = {
  cells: job({
    load: async () => (await import('./cellsJob.ts')).cells,
    seconds: 10,
    unreadable: 'error.import.unreadable',
    tooMuch: 'error.input.tooLarge',
  }),
  /** Nothing foreign is read for it, but it takes as long. */
  sheet: job({
    load: async () => (await import('./sheetJob.ts')).sheet,
    seconds: 25,
    unreadable: 'error.unavailable',
    tooMuch: 'error.input.tooLarge',
  }),
}
