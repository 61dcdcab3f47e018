import type { AnyCall } from '#contract/core/call'
import type { Failure } from '#contract/core/failure'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/core/idempotencyKey'
import { STANDS_HEADER } from '#contract/session/standsHeader'

/** SESSION-02. */
export const TIMEOUT_MS = 30_000

/** What of a declaration a request needs. */
export type Sendable = Pick<AnyCall, 'method' | 'path' | 'encoding'>

/** A failed call as its caller sees it: the server's body and the HTTP status; 0 where no answer came. */
export interface CallFailure extends Failure {
  readonly status: number
}
export type NoAnswer = 'error.network' | 'error.timeout' | 'error.aborted'

export const isFailure = (answer: unknown): answer is CallFailure =>
  typeof answer === 'object' && answer != null && (answer as { failed?: unknown }).failed === true

export interface Input {
  readonly params?: Record<string, string | number>
  readonly query?: unknown
  readonly body?: unknown
}

export function addressOf(declaration: Sendable, { params = {}, query }: Input): string {
  const path = declaration.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
  const search = formOf(query).toString()
  return search === '' ? path : `${path}?${search}`
}

/** Nothing that is undefined or null travels; what is left goes as text. */
function formOf(values: unknown): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries((values ?? {}) as Record<string, string | number | boolean | null | undefined>))
    if (value != null) form.set(name, String(value))
  return form
}

export const noAnswer = (code: NoAnswer): CallFailure => ({ failed: true, code, message: '', status: 0 })

/**
 * Sends one call and waits for its answer, at most 30 s unless told. Never throws: what went wrong is a `CallFailure`, and so is a page that a proxy
 * puts in the place of an answer, whatever its status.
 */
export async function send(
  declaration: Sendable,
  input: Input,
  {
    token,
    language,
    signal,
    stands,
    key,
    keepalive = false,
    seconds = TIMEOUT_MS / 1000,
  }: {
    token?: string | null
    language: string
    signal?: AbortSignal | undefined
    /** Hears the header of an answer that says how far changes were counted before it was read. */
    stands?: ((said: string) => void) | undefined
    /** Under which the act is done once, however often it is sent. */
    key?: string | undefined
    /** Goes on its way though the page is closed meanwhile. */
    keepalive?: boolean | undefined
    /** How long the answer is waited for. */
    seconds?: number | undefined
  },
): Promise<unknown> {
  const timeout = AbortSignal.timeout(seconds * 1000)
  const headers: Record<string, string> = { accept: 'application/json', 'accept-language': language }
  if (token != null && token !== '') headers.authorization = `Bearer ${token}`
  if (key !== undefined) headers[IDEMPOTENCY_KEY_HEADER] = key
  let body: string | undefined
  if (input.body !== undefined) {
    const form = declaration.encoding === 'form'
    headers['content-type'] = form ? 'application/x-www-form-urlencoded' : 'application/json'
    body = form ? formOf(input.body).toString() : JSON.stringify(input.body)
  }
  try {
    const response = await fetch(addressOf(declaration, input), {
      method: declaration.method,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(keepalive ? { keepalive } : {}),
      signal: signal == null ? timeout : AbortSignal.any([signal, timeout]),
    })
    const text = await response.text()
    const json = (response.headers.get('content-type') ?? '').includes('json')
    if (response.ok && text === '') return text
    const counted = response.headers.get(STANDS_HEADER)
    if (response.ok && counted != null) stands?.(counted)
    if (response.ok && json) return JSON.parse(text) as unknown
    return failureOf(response.status, text, json)
  } catch {
    if (signal?.aborted === true) return noAnswer('error.aborted')
    return noAnswer(timeout.aborted ? 'error.timeout' : 'error.network')
  }
}

/** What a failed answer's text says; a proxy's page says nothing but its status. */
export const failureOf = (status: number, text: string, json: boolean): CallFailure => ({
  ...(json ? readFailure(text) : {}),
  ...unreadable(json),
  status,
})

function readFailure(text: string): Failure {
  const body = JSON.parse(text) as Partial<Failure>
  return { ...body, failed: true, code: body.code ?? 'error.internal', message: body.message ?? '' }
}
/** A proxy's error page is no failure of ours: it has a status and no words. */
const unreadable = (json: boolean): Failure => (json ? ({} as Failure) : { failed: true, code: 'error.unavailable', message: '' })
