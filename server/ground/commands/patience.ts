import { CallFailure } from '../failure.ts'

export const notSent = () => new CallFailure('error.switch.notSent')

/**
 * Whoever asks is answered in time, whatever becomes of the database: until the command leaves with the failure that it never will, and
 * then it never does; from there on with the answer that is known without the database.
 */
export function createPatience(ms: number) {
  const end = Promise.withResolvers<void>()
  const refusal = Promise.withResolvers<never>()
  let isOver = false
  let isLeaving = false
  const timer = setTimeout(() => {
    isOver = true
    end.resolve()
    if (!isLeaving) refusal.reject(notSent())
  }, ms)
  timer.unref()
  return {
    /** Fails where the caller was told that nothing is sent. */
    mustLast(): void {
      if (isOver) throw notSent()
    },
    /** False where the caller was told that nothing is sent. */
    mayLeave(): boolean {
      isLeaving = !isOver
      return isLeaving
    },
    waitFor: (work: Promise<unknown>): Promise<unknown> => Promise.race([work, end.promise]),
    answer: <Answer>(known: Promise<Answer>): Promise<Answer> => Promise.race([known, refusal.promise]).finally(() => clearTimeout(timer)),
  }
}
export type Patience = ReturnType<typeof createPatience>
