import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { type Flow, flowCalls } from '#contract/flows/flow'
import { FLOWS_PATH, runPath } from '#contract/flows/pages'
import { flowRunCalls } from '#contract/flows/run'
import { call, type CallFailure, isFailure } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'

/** Enabling, starting and deleting the flow of a page; each says what came of it. */
export function useFlowActs() {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const settle = <Answer>(answer: Answer | CallFailure, done: string): Answer | null => {
    for (const one of [flowCalls.page, flowCalls.get, flowRunCalls.page]) void queries.invalidateQueries({ queryKey: queryKeyOf(one) })
    if (isFailure(answer)) toast('error', reasonOf(answer))
    else toast('success', done)
    return isFailure(answer) ? null : (answer as Answer)
  }
  return {
    /** Asked about where a run of it goes on, which ends and is made safe. */
    enable: async ({ id, name, state }: Flow, on: boolean): Promise<Flow | null> => {
      if (!on && state === 'running') {
        const question = { title: t('flows:editor.disableTitle', { name }), text: t('flows:editor.disableText') }
        if (!(await confirm({ ...question, confirm: t('flows:editor.disable') }))) return null
      }
      return settle(
        await call(flowCalls.enable, { params: { id }, body: { enabledFlag: on ? 1 : 0 } }, { quiet: true }),
        t(on ? 'flows:editor.enabled' : 'flows:editor.disabled'),
      )
    },
    /** Starts it by hand and shows the run. */
    run: async ({ id, name }: Flow): Promise<void> => {
      const question = { title: t('flows:editor.runTitle', { name }), text: t('flows:editor.runText') }
      if (!(await confirm({ ...question, confirm: t('flows:editor.run') }))) return
      const run = settle(await call(flowCalls.run, { params: { id } }, { quiet: true }), t('flows:editor.started'))
      if (run) void navigate(runPath(run.id))
    },
    remove: async ({ id, name }: Flow): Promise<void> => {
      const question = { title: t('flows:editor.removeTitle', { name }), text: t('flows:editor.removeText') }
      if (!(await confirm({ ...question, confirm: t('crud:delete'), color: 'error' }))) return
      const gone = settle(await call(flowCalls.remove, { params: { id } }, { quiet: true }), t('crud:deleted'))
      if (gone !== null) void navigate(FLOWS_PATH, { replace: true })
    },
  }
}
