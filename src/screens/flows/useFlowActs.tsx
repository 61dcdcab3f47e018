import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { type Flow, flowCalls } from '#contract/flows/flow'
import { flowPath, runPath } from '#contract/flows/pages'
import { flowRunCalls } from '#contract/flows/run'
import { call, isFailure } from '#src/api/call.ts'
import { useSettle } from '#src/forms/useSettle.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { toast } from '#src/ui/toast.ts'
import { useRunStop } from './useRunStop.ts'

/** What is done with a flow as it is kept, in the list and on its page; each says what came of it. */
export function useFlowActs() {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const runs = useRunStop()
  const { reread, settle } = useSettle([flowCalls.page, flowCalls.get, flowRunCalls.page])
  /** What is still to be filled in, as it is now, with the way to the editor. */
  const showOpen = async ({ id, name, open }: Flow) => {
    const now = await call(flowCalls.get, { params: { id } }, { quiet: true })
    const places = [...new Set((isFailure(now) ? open : now.open).map(({ what }) => what))]
    const text = (
      <>
        {t('flows:flow.openText')}
        <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
          {places.map((what) => (
            <li key={what}>{t(`flows:open.${what}`)}</li>
          ))}
        </Box>
      </>
    )
    const question = { title: t('flows:flow.openTitle', { name }), text, confirm: t('flows:flow.act.open') }
    if (await confirm(question)) void navigate(flowPath(id))
  }
  return {
    reread,
    /** Asked about where it runs: what runs is ended. */
    enable: async (of: Flow, on: boolean): Promise<void> => {
      const { id, name } = of
      if (!on && of.state === 'running') {
        const question = { title: t('flows:flow.offTitle', { name }), text: t('flows:flow.offRunning') }
        if (!(await confirm({ ...question, confirm: t('flows:flow.act.disable') }))) return
      }
      const answer = await call(flowCalls.enable, { params: { id }, body: { enabledFlag: on ? 1 : 0 } }, { quiet: true })
      if (!isFailure(answer) || answer.code !== 'error.flow.open') settle(answer, t(on ? 'flows:flow.isOn' : 'flows:flow.isOff', { name }))
      else {
        reread()
        await showOpen(of)
      }
    },
    /** Leads to the run, which says what comes of it: it waits for its turn first, and its condition may forbid it. */
    run: async ({ id, name }: Flow): Promise<void> => {
      const question = { title: t('flows:flow.runTitle', { name }), text: t('flows:flow.runText'), confirm: t('flows:flow.act.run') }
      if (!(await confirm(question))) return
      const run = settle(await call(flowCalls.run, { params: { id } }, { quiet: true }), null)
      if (run) void navigate(runPath(run.id))
    },
    /** Ends what runs of it now. The newest record of it may be of a start that was passed over meanwhile. */
    stop: async ({ id, areaId }: Flow): Promise<void> => {
      const query = { page: 1, size: 1, areaId, flowId: id, state: 'running' as const }
      const found = settle(await call(flowRunCalls.page, { query }, { quiet: true }), null)
      if (found?.content[0]) await runs.stop(found.content[0])
      else if (found) toast('info', t('flows:run.stoppedBefore'))
      reread()
    },
    /** Answers whether it is gone. */
    remove: async ({ id, name }: Flow): Promise<boolean> => {
      const question = { title: t('flows:flow.removeTitle', { name }), text: t('flows:flow.removeText'), confirm: t('crud:delete') }
      if (!(await confirm({ ...question, color: 'error' }))) return false
      return settle(await call(flowCalls.remove, { params: { id } }, { quiet: true }), t('crud:deleted')) !== null
    },
  }
}
