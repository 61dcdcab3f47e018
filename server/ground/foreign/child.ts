import type { FailureCode } from '#contract/core/failure'
import type { Jobs } from './job.ts'
import { Refused } from './refused.ts'

/** What the process is asked, one thing at a time, and what it says to it. */
export interface Asked {
  readonly job: string
  readonly input: unknown
}
export type Word =
  | { readonly answer: unknown }
  | { readonly refused: FailureCode; readonly params: Readonly<Record<string, number>> }
  | { readonly threw: string; readonly wantsMemory: boolean }

/** A child process's entry: its argument is the module that declares its jobs. It ends with whoever started it. */
// oxlint-disable-next-line house/borders -- its starter names it, and may name one of a test
const { jobs } = (await import(process.argv[2]!)) as { jobs: Jobs }

/** What decoders, and Node itself, say of memory that they were not given. */
const WANTS_MEMORY = /(out of|insufficient|allocate) memory|allocation failed/i

async function wordOf({ job, input }: Asked): Promise<Word> {
  try {
    const work = await jobs[job]!.load()
    return { answer: await work(input as never) }
  } catch (cause) {
    return cause instanceof Refused
      ? { refused: cause.code, params: cause.params }
      : { threw: String(cause), wantsMemory: WANTS_MEMORY.test(String(cause)) }
  }
}
process.on('message', (asked) => {
  void wordOf(asked as Asked).then((word) => process.send?.(word))
})
process.on('disconnect', () => process.exit())
