import { isEnd } from '#contract/devices/command'
import { doseSet, photograph, settingsSet } from '#contract/devices/verbs'
import { REASON } from '#machines/devices/commandLane'
import { type Message, messageTo, type Posted } from '../../ground/outbox/parcel.ts'
import { LACKS } from '../interlocks/facts.ts'
import type { OpenOrder } from './order.ts'

/** What failed: a circuit, by its number, or something of the device itself. */
const WHAT: Partial<Record<string, 'dose' | 'settings' | 'photograph'>> = {
  [doseSet.name]: 'dose',
  [settingsSet.name]: 'settings',
  [photograph.name]: 'photograph',
}

/** The caller of a command that could not leave, or must not, has it in the answer; a superseded one was replaced by who saw it. */
const KNOWN: readonly (string | null)[] = [REASON.superseded, REASON.outranked, REASON.notConnected, REASON.databaseAway]

/** What the author of a command that failed is to be told; usually nothing. The wish says it, not the stop on the way to it. */
export function wordsOfFailure(one: OpenOrder): Posted[] {
  if (!isEnd(one.state) || one.state === 'observed' || one.leads || KNOWN.includes(one.message) || one.message?.startsWith(LACKS)) return []
  const reason = Object.entries(REASON).find(([, key]) => key === one.message)?.[0]
  return words(one, one.state, reason ?? 'because', reason === undefined ? { reason: one.message ?? '' } : {})
}

/** That a stop waits for its device: what it started may still run. Settings that wait do no harm: their page says it. */
export const wordsOfWarning = (one: OpenOrder): Posted[] => (one.verb === settingsSet.name ? [] : words(one, 'waiting', 'waiting'))

function words(one: OpenOrder, subject: string, content: string, params: Message['params'] = {}): Posted[] {
  if (one.authorId == null) return []
  const { tenantId, deviceName, switchName, circuit } = one.subject
  return [
    messageTo(
      { tenantId, userId: one.authorId },
      {
        subject: `notices:command.subject.${subject}`,
        content: `notices:command.${WHAT[one.verb] ?? 'content'}.${content}`,
        params: {
          device: deviceName,
          name: switchName == null ? '' : ` “${switchName}”`,
          circuit: circuit ?? '',
          status: one.aim ?? '',
          ...params,
        },
        severity: 'warning',
        key: `command/${one.id}`,
      },
    ),
  ]
}
