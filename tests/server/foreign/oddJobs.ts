import { existsSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'
import type { Job } from '#server/ground/foreign/job'

const job = <Input, Answer>(work: (input: Input) => Answer | Promise<Answer>, seconds = 30): Job<Input, Answer> => ({
  load: async () => work,
  seconds,
  unreadable: 'error.file.unreadable',
  tooMuch: 'error.file.tooMuch',
})

/** What foreign files were seen to do to their readers. */
export const jobs = {
  echo: job((text: string) => ({ text, pid: process.pid })),
  spin: job(() => {
    for (;;);
  }, 1),
  /** Waits until a file is there. */
  waitFor: job(async (path: string) => {
    while (!existsSync(path)) await after(20)
    return path
  }),
  throws: job(() => {
    throw new Error('what it was given is broken')
  }),
  leaves: job(() => process.exit(0)),
  hoardsObjects: job(() => {
    const held: number[][] = []
    for (;;) held.push(Array.from({ length: 100_000 }, (_, at) => at / 3))
  }),
  /** Outside of JavaScript's own memory, as decoders do. */
  hoardsBytes: job(() => {
    const held: Buffer[] = []
    for (;;) held.push(Buffer.alloc(50_000_000, 1))
  }),
}
