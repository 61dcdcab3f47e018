import type { AttemptFault, ChannelKind } from '#contract/alarms/staff'

/** What came of one try. */
export interface Outcome {
  /** null: it was taken. */
  readonly why: AttemptFault | null
  /** What the other side answered: a status of HTTP or SMTP, or a robot's number. */
  readonly code: number | null
}

/** What is sent by one channel, in the words of who reads it. */
export interface Letter {
  /** The same at every try. */
  readonly key: string
  readonly kind: Exclude<ChannelKind, 'message'>
  readonly address: string
  readonly secret: string | null
  readonly subject: string
  readonly text: string
  /** Leads into the console; null where it is not known under which address that is reached. */
  readonly link: string | null
  /** The same as a path of the console. */
  readonly page: string
  readonly severity: string
  readonly tenantId: number
  readonly areaId: number
  readonly alarmIds: readonly number[]
  /** Of a browser, whose push service `address` leads to: what is sent there is encrypted with these, base64url. Null of what is no browser. */
  readonly browser: { readonly p256dh: string; readonly auth: string } | null
}
