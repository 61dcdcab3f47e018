import { useTranslation } from 'react-i18next'
import { alarmCalls, MOST_AT_ONCE } from '#contract/alarms/alarm'
import { call, type CallFailure, isFailure } from '#src/api/call.ts'
import { useSettle } from '#src/forms/useSettle.ts'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'

/** What is done with alarms; each says what came of it, and resolves to whether it was done. */
export function useAlarmActs() {
  const { t } = useTranslation()
  const { reread, settle } = useSettle([alarmCalls.page, alarmCalls.get])
  /** Sends as many at once as the server takes; answers how many it counted, or why it did not. */
  const inParts = async (ids: readonly number[], send: (part: number[]) => Promise<number | CallFailure>) => {
    let count = 0
    for (let at = 0; at < ids.length; at += MOST_AT_ONCE) {
      // One after the other: each part is a decision of its own.
      const answer = await send(ids.slice(at, at + MOST_AT_ONCE))
      if (isFailure(answer)) return answer
      count += answer
    }
    return count
  }
  return {
    reread,
    acknowledge: async (ids: readonly number[]): Promise<boolean> => {
      if (ids.length === 0) return false
      const answer = await inParts(ids, (part) => call(alarmCalls.acknowledge, { body: { ids: part } }, { quiet: true }))
      if (isFailure(answer)) return settle(answer, null) !== null
      toast('success', answer === 0 ? t('alarms:act.acknowledgedBefore') : t('alarms:act.acknowledged', { count: answer }))
      reread()
      return true
    },
    /** For so many minutes, with 0 back; a comment is added to each. */
    shelve: async (ids: readonly number[], minutes: number, comment = ''): Promise<boolean> => {
      const answer = await inParts(ids, (part) => call(alarmCalls.shelve, { body: { ids: part, minutes } }, { quiet: true }))
      if (isFailure(answer)) return settle(answer, null) !== null
      toast('success', t(minutes === 0 ? 'alarms:act.unshelved' : 'alarms:act.shelved', { count: answer }))
      if (comment.trim() !== '') {
        const added = await Promise.all(
          ids.map((id) => call(alarmCalls.comment, { params: { id }, body: { text: comment } }, { quiet: true })),
        )
        const failed = added.find(isFailure)
        if (failed) toast('error', reasonOf(failed))
      }
      reread()
      return true
    },
  }
}
