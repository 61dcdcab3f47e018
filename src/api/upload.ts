import type { AnyCall } from '#contract/core/call'
import { type CallFailure, sendInSession } from './call.ts'
import { addressOf, failureOf, noAnswer } from './send.ts'

/** How much of a body has left this machine; both in bytes. */
export interface Sent {
  readonly sent: number
  readonly total: number
}

/**
 * Sends a file and its fields by a multipart call, in the session and for the current tenant. `fetch` tells nobody how far a body has
 * come, so this is the one place that uses XMLHttpRequest. Never throws; a cancelled upload is `error.aborted`. It may take as long as
 * the line needs: only silence of the server after the last byte ends it.
 */
export function upload<Answer>(
  declaration: AnyCall,
  { file, fileName, fields }: { file: Blob; fileName: string; fields: Readonly<Record<string, string | undefined>> },
  { onProgress, signal }: { onProgress?: ((sent: Sent) => void) | undefined; signal?: AbortSignal | undefined } = {},
): Promise<Answer | CallFailure> {
  const form = new FormData()
  // The fields first: the server then knows the limits before the file arrives.
  for (const [name, value] of Object.entries(fields)) if (value != null) form.set(name, value)
  form.set('file', file, fileName)

  return sendInSession<Answer>(
    ({ token, language, tenantId }) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) {
          resolve(noAnswer('error.aborted'))
          return
        }
        const request = new XMLHttpRequest()
        const cancel = () => request.abort()
        const finish = (answer: Answer | CallFailure) => {
          signal?.removeEventListener('abort', cancel)
          resolve(answer)
        }
        request.open(declaration.method, addressOf(declaration, { params: { t: tenantId } }))
        request.setRequestHeader('accept', 'application/json')
        request.setRequestHeader('accept-language', language)
        if (token != null && token !== '') request.setRequestHeader('authorization', `Bearer ${token}`)
        request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.({ sent: loaded, total }))
        request.addEventListener('load', () => {
          const json = (request.getResponseHeader('content-type') ?? '').includes('json')
          const good = request.status >= 200 && request.status < 300 && json
          finish(good ? (JSON.parse(request.responseText) as Answer) : failureOf(request.status, request.responseText, json))
        })
        request.addEventListener('error', () => finish(noAnswer('error.network')))
        request.addEventListener('abort', () => finish(noAnswer('error.aborted')))
        signal?.addEventListener('abort', cancel)
        request.send(form)
      }),
  )
}
