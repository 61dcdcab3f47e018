import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FlowRun, flowRunCalls } from '#contract/flows/run'
import { call } from '#src/api/call.ts'
import { useSettle } from '#src/forms/useSettle.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { toast } from '#src/ui/toast.ts'

/** Whether a run waits or goes on. */
export const isOpen = ({ state }: Pick<FlowRun, 'state'>): boolean => state === 'waiting' || state === 'running'

/** Ends a run by hand: asked about first, since what it turned is made safe. */
export function useRunStop() {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { settle } = useSettle([flowRunCalls.page, flowRunCalls.get])
  const [stopping, setStopping] = useState(false)
  const stop = async ({ id, flowName }: Pick<FlowRun, 'id' | 'flowName'>): Promise<void> => {
    const question = { title: t('flows:run.stopTitle', { name: flowName }), text: t('flows:run.stopText'), confirm: t('flows:run.stop') }
    if (!(await confirm({ ...question, color: 'error' }))) return
    setStopping(true)
    const answer = await call(flowRunCalls.stop, { params: { id } }, { quiet: true })
    setStopping(false)
    const run = settle(answer, null)
    if (run === null) return
    if (run.reason === 'stopped' || isOpen(run)) toast('success', t('flows:run.stopped'))
    else toast('info', t('flows:run.stoppedBefore'))
  }
  return { stopping, stop }
}
