import type { z } from 'zod'
import type { Failure, FailureCode } from '#contract/core/failure'
import { type FieldFaultKey, fieldFaults } from '#contract/core/fieldFault'
import { isAway } from '../database/connection.ts'
import { CallFailure } from '../failure.ts'
import { type Language, say } from '../words.ts'

/** What a fault is to the caller: a declared failure, or null where it is the server's own. */
export function failureOf(fault: unknown): CallFailure | null {
  if (fault instanceof CallFailure) return fault
  const { code, statusCode, message } = (fault ?? {}) as { code?: unknown; statusCode?: unknown; message?: unknown }
  const named = typeof code === 'string' ? (ofDatabase(code) ?? ofBody(code, String(message))) : null
  if (named) return new CallFailure(named)
  if (isAway(fault)) return new CallFailure('error.unavailable')
  return typeof statusCode === 'number' ? ofStatus(statusCode) : null
}

/** The one place where the database's refusals become the caller's: SQLSTATE class 22 (data) is 400, class 23 (integrity) 409. */
function ofDatabase(code: string): FailureCode | null {
  if (!/^[0-9A-Z]{5}$/.test(code)) return null
  if (code.startsWith('22')) return 'error.input.invalid'
  if (code.startsWith('23')) return 'error.conflict'
  // Deadlocks, lost or refused connections, a shutdown, and statements that took too long: another try may succeed.
  if (code.startsWith('40') || code.startsWith('08') || code.startsWith('53') || code.startsWith('57')) return 'error.unavailable'
  return null
}

function ofBody(code: string, message: string): FailureCode | null {
  return code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || message.includes('Unsupported Media Type') ? 'error.input.mediaType' : null
}

/** What the HTTP server itself refused. */
function ofStatus(status: number): CallFailure | null {
  if (status === 404) return new CallFailure('error.notFound')
  if (status === 413) return new CallFailure('error.input.tooLarge')
  if (status === 415) return new CallFailure('error.input.mediaType')
  if (status === 429) return new CallFailure('error.busy')
  if (status === 503) return new CallFailure('error.unavailable')
  return status >= 400 && status < 500 ? new CallFailure('error.input.invalid') : null
}

/** A failure's body, in the caller's language. */
export function failureBody(fault: CallFailure, language: Language): Failure {
  const body: Failure = { failed: true, code: fault.code, message: say(language, `errors:${fault.code}`, fault.params) }
  return fault.fields ? { ...body, fields: fault.fields } : body
}

const OAUTH_ERRORS: Partial<Record<FailureCode, string>> = {
  'error.signIn.client': 'invalid_client',
  'error.signIn.clientSecret': 'invalid_client',
  'error.signIn.grant': 'unsupported_grant_type',
  'error.signIn.scope': 'invalid_scope',
  'error.signIn.wrong': 'invalid_grant',
  'error.signIn.refreshInvalid': 'invalid_grant',
}
/** The same of the call for tokens, with what programs of others look for (RFC 6749 5.2); its words are ASCII there. */
export function oauthBody(fault: CallFailure, language: Language): Failure & { error: string; error_description: string } {
  return {
    ...failureBody(fault, language),
    error: OAUTH_ERRORS[fault.code] ?? 'invalid_request',
    error_description: failureBody(fault, 'en-US').message,
  }
}

/** What zod refused, as a failure whose `fields` say in the caller's language what is wrong with which input. */
export function invalidInput(error: z.core.$ZodError, given: unknown, language: Language): CallFailure {
  // What is wrong with the input as a whole, as a list where an object belongs, stands beside no field.
  const fields = Object.values(fieldFaults(error, given))
    .filter(({ field }) => field !== '')
    .map(({ field, key, params }) => [field, say(language, `errors:field.${key}`, params)] as const)
  return new CallFailure('error.input.invalid', {}, fields.length > 0 ? Object.fromEntries(fields) : undefined)
}

/** A failure whose words stand beside one input. */
export const besideField = (
  language: Language,
  field: string,
  code: FailureCode,
  params: Record<string, string | number> = {},
): CallFailure => new CallFailure(code, params, { [field]: say(language, `errors:${code}`, params) })

/** The failure of one input that only the handler could judge. */
export const faultyField = (
  language: Language,
  field: string,
  key: FieldFaultKey = 'invalid',
  params: Readonly<Record<string, string | number>> = {},
): CallFailure => new CallFailure('error.input.invalid', {}, { [field]: say(language, `errors:field.${key}`, params) })
