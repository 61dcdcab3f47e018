import { isEnd } from '#contract/devices/command'
import { doseSet, firmwareUpdate, photograph, settingsSet } from '#contract/devices/verbs'
import { REASON } from '#machines/devices/commandLane'
import { type Message, messageTo, type Posted } from '../outbox/parcel.ts'
import { isBar } from './precedence/reasons.ts'
import type { OpenOrder } from './order.ts'

/** What failed: a circuit, by its number, or something of the device itself. */
const WHAT: Partial<Record<string, 'dose' | 'settings' | 'photograph' | 'firmware'>> = {
  [doseSet.name]: 'dose',
  [settingsSet.name]: 'settings',
  [photograph.name]: 'photograph',
  [firmwareUpdate.name]: 'firmware',
}

const HARMLESS: readonly string[] = [settingsSet.name, firmwareUpdate.name]
/** The caller of a command that could not leave, or must not, has it in the answer; a superseded one was replaced by who saw it. */
const KNOWN: readonly (string | null)[] = [REASON.superseded, REASON.outranked, REASON.notConnected, REASON.databaseAway]

/** What the author of a command that failed is to be told; usually nothing. The wish says it, not the stop on the way to it. */
export function wordsOfFailure(one: OpenOrder): Posted[] {
  if (!isEnd(one.state) || one.state === 'observed' || one.leads || KNOWN.includes(one.message) || isBar(one.message)) return []
  const reason = Object.entries(REASON).find(([, key]) => key === one.message)?.[0]
  return words(one, one.state, reason ?? 'because', reason === undefined ? { reason: one.message ?? '' } : {})
}

/** That a stop waits for its device: what it started may still run. What else waits does no harm: its page says it. */
export const wordsOfWarning = (one: OpenOrder): Posted[] => (HARMLESS.includes(one.verb) ? [] : words(one, 'waiting', 'waiting'))

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
