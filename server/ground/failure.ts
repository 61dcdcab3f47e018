import { type FailureCode, failureStatus } from '#contract/core/failure'

/** A call that cannot succeed, and why. The HTTP layer turns it into a status and words in the caller's language. */
export class CallFailure extends Error {
  readonly code: FailureCode
  readonly status: number
  readonly params: Record<string, string | number>
  readonly fields: Record<string, string> | undefined
  constructor(code: FailureCode, params: Record<string, string | number> = {}, fields?: Record<string, string>) {
    super(code)
    this.code = code
    this.status = failureStatus[code]
    this.params = params
    this.fields = fields
  }
}
export const notFound = () => new CallFailure('error.notFound')
