import { createTransport } from 'nodemailer'
import type { AttemptFault } from '#contract/alarms/staff'

/** What is sent by mail: `key` is the same at every try. */
export interface Mail {
  readonly key: string
  readonly address: string
  readonly subject: string
  readonly text: string
  readonly link: string | null
}
/** What came of it; `why` null: it was taken. */
interface Outcome {
  readonly why: AttemptFault | null
  readonly code: number | null
}

const PATIENCE_MS = 10_000
const FAULTS: Readonly<Record<string, Outcome['why']>> = { ETIMEDOUT: 'tooSlow', EDNS: 'unknownHost', ENOTFOUND: 'unknownHost' }

/** Sends a letter by the installation's mail server. Its Message-ID is the same at every try. Throws where `signal` ended it. */
export async function sendMail(
  { key, address, subject, text, link }: Mail,
  signal: AbortSignal,
  smtp: { readonly url: string; readonly from: string } | null,
): Promise<Outcome> {
  if (smtp === null) return { why: 'notConfigured', code: null }
  const transport = createTransport({
    url: smtp.url,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    dnsTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const end = () => transport.close()
  signal.addEventListener('abort', end, { once: true })
  try {
    const sent = await transport.sendMail({
      from: smtp.from,
      to: { name: '', address },
      subject,
      text: [text, link].filter((line) => line !== null && line !== '').join('\n\n'),
      messageId: `<${key}@furrow>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    return { why: null, code: Number.parseInt(sent.response, 10) || null }
  } catch (cause) {
    signal.throwIfAborted()
    const { code, responseCode } = cause as { code?: string; responseCode?: number }
    if (responseCode != null) return { why: 'declined', code: responseCode }
    return { why: FAULTS[code ?? ''] ?? 'unreachable', code: null }
  } finally {
    signal.removeEventListener('abort', end)
    end()
  }
}
