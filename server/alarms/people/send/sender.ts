import type { Logger } from 'pino'
import { CHANNEL_KINDS, type ChannelKind } from '#contract/alarms/staff'
import type { Config } from '../../../ground/config.ts'
import { smsDoor } from '../../../ground/sms.ts'
import type { Leash } from '../../../ground/calling/callOut.ts'
import { sendMail } from './mail.ts'
import type { Letter, Outcome } from './outcome.ts'
import type { PushKeys } from './pushKeys.ts'
import { sayByRobot } from './robots.ts'
import { callWebhook } from './webhook.ts'
import { pushContact, pushToBrowser } from './webPush.ts'

export interface Sender {
  /** Tries once. Throws where `signal` ended it, and nobody knows whether it arrived. */
  send(letter: Letter, signal: AbortSignal): Promise<Outcome>
  /** What this installation has no service for. */
  readonly notConfigured: readonly ChannelKind[]
}

/** Sends letters by every channel but the console's own messages. */
export function createSender(given: {
  config: Pick<Config, 'alarms' | 'sms' | 'publicUrl'>
  clock: () => number
  log: Logger
  pushKeys: () => Promise<PushKeys>
  leash?: Omit<Leash, 'allow'>
}): Sender {
  const { config, clock, log } = given
  const sms = smsDoor({ ...config.sms, log })
  const leash: Leash = { ...given.leash, allow: config.alarms.allow }
  const notConfigured = CHANNEL_KINDS.filter(
    (kind) => (kind === 'email' && config.alarms.smtp === null) || (kind === 'sms' && !sms.configured),
  )
  return {
    notConfigured,
    async send(letter, signal) {
      signal.throwIfAborted()
      if (notConfigured.includes(letter.kind)) return { why: 'notConfigured', code: null }
      switch (letter.kind) {
        case 'email':
          return sendMail(letter, signal, config.alarms.smtp)
        case 'sms': {
          const isTaken = await sms.send(letter.address, null, `${letter.subject}\n${letter.text}`)
          return { why: isTaken ? null : 'declined', code: null }
        }
        case 'webPush':
          return pushToBrowser(letter, signal, { keys: await given.pushKeys(), contact: pushContact(config), leash })
        case 'webhook':
          return callWebhook(letter, signal, clock(), leash)
        default:
          return sayByRobot({ ...letter, kind: letter.kind }, signal, clock(), leash)
      }
    },
  }
}
