import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import HistoryIcon from '@mui/icons-material/HistoryOutlined'
import PlayIcon from '@mui/icons-material/PlayArrowOutlined'
import StopIcon from '@mui/icons-material/StopOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { type Flow, FLOW_STATES, flowCalls } from '#contract/flows/flow'
import { flowGroup } from '#contract/flows/flowGroup'
import { flowPath } from '#contract/flows/pages'
import { FLOWS_EDIT, FLOWS_RUN } from '#contract/flows/permission'
import { useCall } from '#src/api/useCall.ts'
import { CallList } from '#src/crud/CallList.tsx'
import { useCallList } from '#src/crud/useCallList.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { AddButton } from '#src/ui/AddButton.tsx'
import type { RowAction } from '#src/ui/ListTable.tsx'
import { idIn, runsPath } from '../tabs.ts'
import { BeginDialog } from './BeginDialog.tsx'
import { CopyDialog } from './CopyDialog.tsx'
import { useFlowActs } from '../useFlowActs.tsx'
import { useFlowColumns } from './useFlowColumns.tsx'

/** The flows of a base: each is enabled and disabled here, run, ended, copied, and made from a template or from nothing. */
export function FlowTab({ areaId }: { areaId: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const acts = useFlowActs()
  const mayEdit = usePermission(FLOWS_EDIT) === true
  const mayRun = usePermission(FLOWS_RUN) === true
  const [beginning, setBeginning] = useState(false)
  const [copying, setCopying] = useState<Flow | null>(null)
  const groups = useCall(flowGroup.calls.options, { query: { page: 1, size: 0, areaId } })
  const list = useCallList(flowCalls.page, {
    name: 'flows',
    label: t('flows:tab.flows'),
    filters: [
      { name: 'name', label: t('flows:flow.name') },
      { name: 'state', label: t('flows:flow.state'), options: FLOW_STATES.map((value) => ({ value, label: t(`flows:state.${value}`) })) },
      {
        name: 'groupId',
        label: t('flows:flow.group'),
        options: (groups.data?.content ?? []).map(({ id, title }) => ({ value: String(id), label: title })),
      },
    ],
    asks: ({ name, ...chosen }) => {
      const state = FLOW_STATES.find((one) => one === chosen.state)
      const groupId = idIn(chosen.groupId)
      return {
        areaId,
        ...(name ? { name: name.slice(0, 60) } : {}),
        ...(state ? { state } : {}),
        ...(groupId === undefined ? {} : { groupId }),
      }
    },
    failed: t('flows:flow.failed'),
    none: { title: t('flows:flow.none'), text: t('flows:flow.noneText') },
  })
  const columns = useFlowColumns(areaId, list.query.data?.content, (row, on) => void acts.enable(row, on))
  const open = ({ id }: Flow) => void navigate(flowPath(id))
  const act = (
    verb: 'open' | 'run' | 'stop' | 'copy' | 'runs',
    icon: RowAction<Flow>['icon'],
    run: (row: Flow) => void,
  ): RowAction<Flow> => ({ name: verb, label: t(`flows:flow.act.${verb}`), icon, run })
  const actions: RowAction<Flow>[] = [
    act('open', <EditIcon />, open),
    {
      ...act('run', <PlayIcon />, (row) => void acts.run(row)),
      may: mayRun,
      shown: ({ enabledFlag, state: now }) => enabledFlag === 1 && now !== 'running',
    },
    { ...act('stop', <StopIcon />, (row) => void acts.stop(row)), may: mayRun, shown: ({ state: now }) => now === 'running' },
    act('runs', <HistoryIcon />, ({ id }) => void navigate(runsPath(id))),
    { ...act('copy', <CopyIcon />, setCopying), may: mayEdit },
    {
      name: 'delete',
      label: t('crud:delete'),
      icon: <DeleteIcon />,
      may: mayEdit,
      run: (row) => void acts.remove(row),
      shown: ({ enabledFlag }) => enabledFlag === 0,
    },
  ]
  const add = mayEdit && (
    <AddButton onClick={() => setBeginning(true)} sx={{ alignSelf: 'flex-start' }}>
      {t('flows:flow.act.new')}
    </AddButton>
  )
  return (
    <>
      <CallList {...list} buttons={add} columns={columns} actions={actions} onOpen={open} />
      {beginning && <BeginDialog areaId={areaId} onClose={() => setBeginning(false)} />}
      {copying && <CopyDialog of={copying} onClose={() => setCopying(null)} onCopied={acts.reread} />}
    </>
  )
}
