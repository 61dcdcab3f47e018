import type { Trigger } from '#contract/flows/definition'
import type { RunCause } from '#contract/flows/run'
import { leavesOf } from '#contract/watch/condition'
import { seenText } from '#src/alarms/seenText.ts'
import { momentText } from '#src/time/moment.ts'
import { placeText } from './describeChecks.ts'
import type { FlowWords } from './flowWords.ts'

/** What started a run. With the trigger that did, what a device was seen to say is named by its quantities. */
export function causeText(cause: RunCause, trigger: Trigger | undefined, words: Pick<FlowWords, 't' | 'item' | 'language'>): string {
  const { t } = words
  switch (cause.kind) {
    case 'time':
    case 'cron':
    case 'sun':
      return t(`flows:cause.${cause.kind}`, { at: momentText(cause.dueAt) })
    case 'watch': {
      const leaves = trigger?.kind === 'watch' ? leavesOf(trigger.logic.when) : []
      const saw = cause.seen.map((one, at) => seenText(leaves[at], one, words)).filter((text) => text !== '')
      const device = placeText(cause.deviceName, cause.ordinal, words)
      if (cause.because === 'noData') return t('flows:cause.watchNoData', { device })
      return saw.length === 0 || leaves.length === 0
        ? t('flows:cause.watchBegan', { device })
        : t('flows:cause.watch', { device, what: saw.join(t('alarms:say.comma')) })
    }
    case 'alarm':
      return t('flows:cause.alarm', { name: cause.name, device: cause.deviceName })
    case 'flow':
      return t('flows:cause.flow', { name: cause.name })
    case 'hand':
      return t('flows:cause.hand', { name: cause.by })
  }
}
