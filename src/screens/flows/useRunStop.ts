import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FlowRun, flowRunCalls } from '#contract/flows/run'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'

/** Whether a run waits or goes on. */
export const isOpen = ({ state }: Pick<FlowRun, 'state'>): boolean => state === 'waiting' || state === 'running'

/** Ends a run by hand: asked about first, since what it turned is made safe. */
export function useRunStop() {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const queries = useQueryClient()
  const [stopping, setStopping] = useState(false)
  const stop = async ({ id, flowName }: Pick<FlowRun, 'id' | 'flowName'>): Promise<void> => {
    const question = { title: t('flows:run.stopTitle', { name: flowName }), text: t('flows:run.stopText'), confirm: t('flows:run.stop') }
    if (!(await confirm({ ...question, color: 'error' }))) return
    setStopping(true)
    const answer = await call(flowRunCalls.stop, { params: { id } }, { quiet: true })
    setStopping(false)
    for (const one of [flowRunCalls.page, flowRunCalls.get]) void queries.invalidateQueries({ queryKey: queryKeyOf(one) })
    if (isFailure(answer)) toast('error', reasonOf(answer))
    else if (answer.reason === 'stopped' || isOpen(answer)) toast('success', t('flows:run.stopped'))
    else toast('info', t('flows:run.stoppedBefore'))
  }
  return { stopping, stop }
}
