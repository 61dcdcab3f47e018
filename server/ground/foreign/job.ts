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

/** A declaration that keeps what its job is given and answers. */
export const job = <Input, Answer>(of: Job<Input, Answer>) => of
