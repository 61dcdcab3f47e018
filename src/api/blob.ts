import { type CallFailure, sendInSession } from './call.ts'
import { failureOf, noAnswer, TIMEOUT_MS } from './send.ts'

/**
 * Reads what a path of the server holds, in the session: an attachment, a picture. Never throws; the failure is the server's own.
 * Only for addresses of this server, since the token travels along.
 */
export function readBlob(path: string, { signal }: { signal?: AbortSignal | undefined } = {}): Promise<Blob | CallFailure> {
  return sendInSession<Blob>(async ({ token, language }) => {
    if (!path.startsWith('/') || path.startsWith('//')) return noAnswer('error.network')
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    const headers: Record<string, string> = { 'accept-language': language }
    if (token != null && token !== '') headers.authorization = `Bearer ${token}`
    try {
      const response = await fetch(path, { headers, signal: signal == null ? timeout : AbortSignal.any([signal, timeout]) })
      if (response.ok) return await response.blob()
      const json = (response.headers.get('content-type') ?? '').includes('json')
      return failureOf(response.status, await response.text(), json)
    } catch {
      if (signal?.aborted === true) return noAnswer('error.aborted')
      return noAnswer(timeout.aborted ? 'error.timeout' : 'error.network')
    }
  })
}
