import { job } from '../foreign/job.ts'

/** Sheets are read and written in a process of their own. */
export const sheetJobs = {
  cells: job({
    load: async () => (await import('./cellsJob.ts')).cells,
    // Ten thousand rows take two on an idle machine.
    seconds: 40,
    unreadable: 'error.import.unreadable',
    tooMuch: 'error.input.tooLarge',
  }),
  /** Nothing foreign is read for it, but it takes as long. */
  sheet: job({
    load: async () => (await import('./sheetJob.ts')).sheet,
    seconds: 40,
    unreadable: 'error.unavailable',
    tooMuch: 'error.input.tooLarge',
  }),
}
