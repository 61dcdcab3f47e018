import { isKept } from '#src/kept/address.ts'
import { type CallFailure, sendInSession } from './call.ts'
import { failureOf, noAnswer, TIMEOUT_MS } from './send.ts'

/** How many bytes have come, of how many; null where nobody says. */
export interface Coming {
  readonly done: number
  readonly whole: number | null
}

async function readCounting(response: Response, onBytes: (bytes: Coming) => void): Promise<Blob> {
  const length = response.headers.get('content-length')
  // Of what travels packed the length is another than that of what is unpacked here.
  const whole = length !== null && response.headers.get('content-encoding') === null ? Number(length) : null
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let done = 0
  onBytes({ done, whole })
  for (const reader = response.body!.getReader(); ;) {
    const { done: isOver, value } = await reader.read()
    if (isOver) break
    pieces.push(value)
    onBytes({ done: (done += value.length), whole })
  }
  return new Blob(pieces, { type: response.headers.get('content-type') ?? '' })
}

let keptAt: (address: string) => Promise<Blob | undefined> = async () => undefined
/** How a picture that waits in this browser is read; visitors have none. */
export const showKept = (read: (address: string) => Promise<Blob | undefined>): void => {
  keptAt = read
}

/**
 * Reads what a path of the server holds, in the session: an attachment, a picture. Never throws; the failure is the server's own.
 * Only for addresses of this server, since the token travels along.
 */
export function readBlob(
  path: string,
  { signal, onBytes }: { signal?: AbortSignal | undefined; onBytes?: (bytes: Coming) => void } = {},
): Promise<Blob | CallFailure> {
  if (isKept(path)) return keptAt(path).then((bytes) => bytes ?? noAnswer('error.network'))
  return sendInSession<Blob>(async ({ token, language }) => {
    if (!path.startsWith('/') || path.startsWith('//')) return noAnswer('error.network')
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    const headers: Record<string, string> = { 'accept-language': language }
    if (token != null && token !== '') headers.authorization = `Bearer ${token}`
    try {
      const response = await fetch(path, { headers, signal: signal == null ? timeout : AbortSignal.any([signal, timeout]) })
      if (response.ok) return await (onBytes === undefined ? response.blob() : readCounting(response, onBytes))
      const json = (response.headers.get('content-type') ?? '').includes('json')
      return failureOf(response.status, await response.text(), json)
    } catch {
      if (signal?.aborted === true) return noAnswer('error.aborted')
      return noAnswer(timeout.aborted ? 'error.timeout' : 'error.network')
    }
  })
}
