import type { FailureCode } from '#contract/core/failure'

/** What a job does with foreign bytes, in a process that may break on them. Its input and its answer are plain data. */
type Work<Input, Answer> = (input: Input) => Promise<Answer> | Answer

export interface Job<Input = never, Answer = unknown> {
  /** Read by the process alone, so that the server loads no decoder. */
  readonly load: () => Promise<Work<Input, Answer>>
  /** Until it is ended, counted from its turn. */
  readonly seconds: number
  /** What is said where it throws. */
  readonly unreadable: FailureCode
  /** What is said where it outgrew its time or its memory. */
  readonly tooMuch: FailureCode
}
export type Jobs = Readonly<Record<string, Job>>
export type InputOf<J> = J extends Job<infer Input, infer _> ? Input : never
export type AnswerOf<J> = J extends Job<never, infer Answer> ? Answer : never

const job = <Input, Answer>(of: Job<Input, Answer>) => of
const ofFiles = { unreadable: 'error.file.unreadable', tooMuch: 'error.file.tooMuch' } as const

/** Everything that is done with foreign bytes, and what would hold up the server as they do. */
export const jobs = {
  cells: job({
    load: async () => (await import('../crud/cellsJob.ts')).cells,
    seconds: 10,
    unreadable: 'error.import.unreadable',
    tooMuch: 'error.input.tooLarge',
  }),
  /** Nothing foreign is read for it, but it takes as long. */
  sheet: job({
    load: async () => (await import('../crud/sheetJob.ts')).sheet,
    seconds: 25,
    unreadable: 'error.unavailable',
    tooMuch: 'error.input.tooLarge',
  }),
  cleanDrawing: job({ load: async () => (await import('../files/pictureJobs.ts')).cleanDrawing, seconds: 5, ...ofFiles }),
  pictureSize: job({ load: async () => (await import('../files/pictureJobs.ts')).pictureSize, seconds: 10, ...ofFiles }),
  draw: job({ load: async () => (await import('../files/pictureJobs.ts')).draw, seconds: 15, ...ofFiles }),
  filmSeconds: job({ load: async () => (await import('../files/filmSeconds.ts')).filmSeconds, seconds: 5, ...ofFiles }),
}
