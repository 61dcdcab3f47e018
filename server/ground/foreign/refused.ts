import type { FailureCode } from '#contract/core/failure'

/** Thrown by a job that knows better than its declaration what is wrong with what it was given. */
export class Refused extends Error {
  readonly code: FailureCode
  readonly params: Readonly<Record<string, number>>
  constructor(code: FailureCode, params: Readonly<Record<string, number>> = {}) {
    super(code)
    this.code = code
    this.params = params
  }
}
