import type { Logger } from 'pino'

const PATIENCE_MS = 8000

export interface SmsDoor {
  /** Sends words to a phone, with the code that they hold where they hold one; answers whether the service took them. Never throws. */
  readonly send: (phone: string, code: string | null, words: string) => Promise<boolean>
  /** False where no service is configured: then the server's log is the only place a code can be read. */
  readonly configured: boolean
}

/**
 * The service that sends text messages, an address of the operator's own: it is given `{phone, text}` as JSON, with the `code` that the text holds where it holds one, with the key as a
 * bearer token where one is set, and any 2xx means taken. Without one the code is written to the server's log.
 */
export function smsDoor({ url, key, log }: { url: string | null; key: string | null; log: Logger }): SmsDoor {
  if (url == null)
    return {
      configured: false,
      async send(phone, code) {
        log.warn({ phone, code }, 'no SMS service is configured (SMS_URL): this code was not sent')
        return true
      },
    }
  return {
    configured: true,
    async send(phone, code, text) {
      try {
        const answer = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(key == null ? {} : { authorization: `Bearer ${key}` }) },
          body: JSON.stringify({ phone, ...(code == null ? {} : { code }), text }),
          signal: AbortSignal.timeout(PATIENCE_MS),
        })
        await answer.body?.cancel()
        if (!answer.ok) log.error({ status: answer.status }, 'the SMS service refused a message')
        return answer.ok
      } catch (cause) {
        // Never the address: it may carry a key.
        log.error({ cause: (cause as Error).name }, 'the SMS service could not be reached')
        return false
      }
    },
  }
}
