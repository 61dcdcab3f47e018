import { useTranslation } from 'react-i18next'
import { alarmTrialCalls, TRIAL_DAYS } from '#contract/alarms/trial'
import type { WatchLogic } from '#contract/watch/logic'
import { TrialFrame, trialOptions } from '#src/alarms/tried/TrialFrame.tsx'
import type { Tried } from '#src/alarms/tried/tried.ts'
import { call, type CallFailure, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { TrialResult } from './TrialResult.tsx'

/** Runs what stands in the form over what was measured in the last days, and shows what it would have raised. Nobody is told. */
export function TrialSection({
  areaId,
  ruleId,
  tried,
  now,
  read,
  onTried,
  onRefused,
}: {
  areaId: number
  ruleId: number | null
  /** The dry run that is shown. */
  tried: Tried | null
  /** What stands in the form, to be held against what was tried. */
  now: string | null
  onTried: (tried: Pick<Tried, 'id' | 'what'>) => void
  /** What stands in the form; null where something is wrong with it, which the form shows then. */
  read: () => WatchLogic | null
  /** Faults belong beside the inputs of the form. */
  onRefused: (failure: CallFailure) => void
}) {
  const { t } = useTranslation()
  const query = useCall(alarmTrialCalls.get, { params: { id: tried?.id ?? 0 } }, trialOptions(tried?.id ?? null))
  const start = async () => {
    const logic = read()
    if (logic === null) return
    const answer = await call(alarmTrialCalls.start, { body: { areaId, ruleId, logic } }, { quiet: true })
    if (isFailure(answer)) onRefused(answer)
    else onTried({ id: answer.id, what: JSON.stringify(logic) })
  }
  const cancel = async (id: number) => {
    const answer = await call(alarmTrialCalls.cancel, { params: { id } }, { quiet: true })
    if (isFailure(answer)) toast('error', reasonOf(answer))
  }
  const lead = t('alarms:trial.lead', { count: TRIAL_DAYS })
  return (
    <TrialFrame days={TRIAL_DAYS} lead={lead} tried={tried} now={now} query={query} start={start} cancel={cancel}>
      {query.data && <TrialResult of={query.data} />}
    </TrialFrame>
  )
}
