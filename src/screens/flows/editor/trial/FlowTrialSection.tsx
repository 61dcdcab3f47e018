import { useTranslation } from 'react-i18next'
import type { FlowDefinition } from '#contract/flows/definition'
import { FLOW_TRIAL_DAYS, flowTrialCalls } from '#contract/flows/trial'
import { TrialFrame, trialOptions } from '#src/alarms/tried/TrialFrame.tsx'
import type { Tried } from '#src/alarms/tried/tried.ts'
import { call, type CallFailure, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { FlowTrialResult } from './FlowTrialResult.tsx'

/** Runs what stands in the editor over what was measured in the last days, and shows what it would have done. Nothing is turned. */
export function FlowTrialSection({
  areaId,
  flowId,
  tried,
  now,
  read,
  onTried,
  onRefused,
}: {
  areaId: number
  flowId: number | null
  /** The dry run that is shown. */
  tried: Tried | null
  /** What stands in the editor, to be held against what was tried. */
  now: string | null
  onTried: (tried: Pick<Tried, 'id' | 'what'>) => void
  /** What stands in the editor; null where something is wrong with it, which the editor shows then. */
  read: () => FlowDefinition | null
  onRefused: (failure: CallFailure) => void
}) {
  const { t } = useTranslation()
  const query = useCall(flowTrialCalls.get, { params: { id: tried?.id ?? 0 } }, trialOptions(tried?.id ?? null))
  const start = async () => {
    const definition = read()
    if (definition === null) return
    const answer = await call(flowTrialCalls.start, { body: { areaId, flowId, definition } }, { quiet: true })
    if (isFailure(answer)) onRefused(answer)
    else onTried({ id: answer.id, what: JSON.stringify(definition) })
  }
  const cancel = async (id: number) => {
    const answer = await call(flowTrialCalls.cancel, { params: { id } }, { quiet: true })
    if (isFailure(answer)) toast('error', reasonOf(answer))
  }
  const lead = t('flows:editor.trial.lead', { count: FLOW_TRIAL_DAYS })
  return (
    <TrialFrame days={FLOW_TRIAL_DAYS} lead={lead} tried={tried} now={now} query={query} start={start} cancel={cancel}>
      {query.data && <FlowTrialResult of={query.data} />}
    </TrialFrame>
  )
}
