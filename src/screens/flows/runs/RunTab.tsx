import StopIcon from '@mui/icons-material/StopOutlined'
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { flowCalls } from '#contract/flows/flow'
import { runPath } from '#contract/flows/pages'
import { FLOWS_RUN } from '#contract/flows/permission'
import { type FlowRun, flowRunCalls, RUN_STATES } from '#contract/flows/run'
import { useCall } from '#src/api/useCall.ts'
import { CallList } from '#src/crud/CallList.tsx'
import { usePermission } from '#src/session/usePermission.ts'
import type { Filter } from '#src/ui/FilterBar.tsx'
import type { RowAction } from '#src/ui/ListTable.tsx'
import { useListState } from '#src/ui/useListState.ts'
import { idIn } from '../tabs.ts'
import { isOpen, useRunStop } from '../useRunStop.ts'
import { useRunColumns } from './useRunColumns.tsx'

const FILTERS = ['state', 'flowId'] as const
const rowId = ({ id }: FlowRun) => id

/** What the flows of a base did, and what did not run and why, newest first. */
export function RunTab({ areaId }: { areaId: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayStop = usePermission(FLOWS_RUN) === true
  const { stop } = useRunStop()
  const [list, change] = useListState(FILTERS)
  const state = RUN_STATES.find((one) => one === list.filters.state)
  const flowId = idIn(list.filters.flowId)
  const asked = {
    page: list.page,
    size: list.size,
    areaId,
    ...(state ? { state } : {}),
    ...(flowId === undefined ? {} : { flowId }),
  }
  const query = useCall(flowRunCalls.page, { query: asked }, { placeholderData: keepPreviousData, staleTime: 0 })
  const flows = useCall(flowCalls.page, { query: { page: 1, size: 0, areaId } }).data?.content
  const columns = useRunColumns(flows)
  const filters = useMemo<Filter[]>(
    () => [
      { name: 'state', label: t('flows:run.state'), options: RUN_STATES.map((value) => ({ value, label: t(`flows:runState.${value}`) })) },
      {
        name: 'flowId',
        label: t('flows:run.flow'),
        options: (flows ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      },
    ],
    [t, flows],
  )
  const open = ({ id }: FlowRun) => void navigate(runPath(id))
  const actions: RowAction<FlowRun>[] = [
    { name: 'open', label: t('flows:run.open'), icon: <VisibilityIcon />, run: open },
    ...(mayStop
      ? [{ name: 'stop', label: t('flows:run.stop'), icon: <StopIcon />, run: (row: FlowRun) => void stop(row), shown: isOpen }]
      : []),
  ]
  return (
    <CallList
      name="flowRuns"
      label={t('flows:tab.runs')}
      query={query}
      failed={t('flows:run.failed')}
      none={{ title: t('flows:run.none'), text: t('flows:run.noneText') }}
      filters={filters}
      rowId={rowId}
      columns={columns}
      actions={actions}
      state={list}
      onState={change}
      onOpen={open}
    />
  )
}
