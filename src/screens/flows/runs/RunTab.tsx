import StopIcon from '@mui/icons-material/StopOutlined'
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { flowCalls } from '#contract/flows/flow'
import { runPath } from '#contract/flows/pages'
import { FLOWS_RUN } from '#contract/flows/permission'
import { type FlowRun, flowRunCalls, RUN_STATES } from '#contract/flows/run'
import { useCall } from '#src/api/useCall.ts'
import { CallList } from '#src/crud/CallList.tsx'
import { useCallList } from '#src/crud/useCallList.ts'
import { usePermission } from '#src/session/usePermission.ts'
import type { RowAction } from '#src/ui/ListTable.tsx'
import { idIn } from '../tabs.ts'
import { isOpen, useRunStop } from '../useRunStop.ts'
import { useRunColumns } from './useRunColumns.tsx'

/** What the flows of a base did, and what did not run and why, newest first. */
export function RunTab({ areaId }: { areaId: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayStop = usePermission(FLOWS_RUN) === true
  const { stop } = useRunStop()
  const flows = useCall(flowCalls.page, { query: { page: 1, size: 0, areaId } }).data?.content
  const list = useCallList(flowRunCalls.page, {
    name: 'flowRuns',
    label: t('flows:tab.runs'),
    filters: [
      { name: 'state', label: t('flows:run.state'), options: RUN_STATES.map((value) => ({ value, label: t(`flows:runState.${value}`) })) },
      {
        name: 'flowId',
        label: t('flows:run.flow'),
        options: (flows ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      },
    ],
    asks: (chosen) => {
      const state = RUN_STATES.find((one) => one === chosen.state)
      const flowId = idIn(chosen.flowId)
      return { areaId, ...(state ? { state } : {}), ...(flowId === undefined ? {} : { flowId }) }
    },
    failed: t('flows:run.failed'),
    none: { title: t('flows:run.none'), text: t('flows:run.noneText') },
  })
  const columns = useRunColumns(flows)
  const open = ({ id }: FlowRun) => void navigate(runPath(id))
  const actions: RowAction<FlowRun>[] = [
    { name: 'open', label: t('flows:run.open'), icon: <VisibilityIcon />, run: open },
    { name: 'stop', label: t('flows:run.stop'), icon: <StopIcon />, may: mayStop, run: (row) => void stop(row), shown: isOpen },
  ]
  return <CallList {...list} columns={columns} actions={actions} onOpen={open} />
}
