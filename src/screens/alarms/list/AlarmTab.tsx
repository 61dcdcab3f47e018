import DoneAllIcon from '@mui/icons-material/DoneAll'
import DoneIcon from '@mui/icons-material/Done'
import SnoozeIcon from '@mui/icons-material/SnoozeOutlined'
import UndoIcon from '@mui/icons-material/UndoOutlined'
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { type AlarmFace, alarmCalls, STANDINGS } from '#contract/alarms/alarm'
import { alarmPath } from '#contract/alarms/pages'
import { ALARMS_HANDLE } from '#contract/alarms/permission'
import { ALARM_SEVERITIES } from '#contract/alarms/severity'
import { useCall } from '#src/api/useCall.ts'
import { useSession } from '#src/session/session.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { type Filter, FilterBar } from '#src/ui/FilterBar.tsx'
import { ListTable, type RowAction } from '#src/ui/ListTable.tsx'
import { momentText } from '#src/time/moment.ts'
import { useListState } from '#src/ui/useListState.ts'
import { DevicePicker } from '#src/watch/pick/DevicePicker.tsx'
import { usePlots } from '#src/watch/pick/usePlots.ts'
import { useAlarmActs } from '../useAlarmActs.ts'
import { alarmQuery, FILTERS, spanOf, type Standing, standingOf } from './alarmQuery.ts'
import { ShelveDialog } from './ShelveDialog.tsx'
import { useAcknowledgeAll } from './useAcknowledgeAll.ts'
import { useAlarmColumns } from './useAlarmColumns.tsx'
import { useAlarmPage } from './useAlarmPage.ts'

const rowId = ({ id }: AlarmFace) => id
const isOpen = ({ acknowledgedAt }: AlarmFace) => acknowledgedAt === null
const ACKNOWLEDGE_KEY = 'a'

/** The alarms of a base, worst first: what they are, where, and how they stand. Acknowledged by a button, by a key, or many at once. */
export function AlarmTab({ areaId }: { areaId: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { self } = useSession()
  const mayHandle = usePermission(ALARMS_HANDLE) === true
  const acts = useAlarmActs()
  const [state, change] = useListState(FILTERS)
  const [shelving, setShelving] = useState<readonly AlarmFace[] | null>(null)
  const plots = usePlots(areaId)
  const people = useCall(alarmCalls.people, { query: { areaId } }).data
  const standing = standingOf(state.filters)
  const asked = useMemo(() => alarmQuery(state, areaId), [state, areaId])
  const { page, isBusy, error, retry } = useAlarmPage(asked)
  const all = useAcknowledgeAll(asked)
  const columns = useAlarmColumns()

  const { standing: _, deviceId, ruleId, since, until, ...narrowing } = state.filters
  const filters: Filter[] = [
    { name: 'text', label: t('alarms:filter.text') },
    {
      name: 'severity',
      label: t('alarms:column.severity'),
      options: ALARM_SEVERITIES.map((value) => ({ value, label: t(`alarms:severity.${value}`) })),
    },
    { name: 'landId', label: t('alarms:filter.plot'), options: plots.map(({ id, name }) => ({ value: String(id), label: name })) },
    {
      name: 'assigneeId',
      label: t('alarms:column.assignee'),
      options: (people ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    },
    { name: 'startDate', label: t('alarms:filter.from'), day: true },
    { name: 'endDate', label: t('alarms:filter.to'), day: true },
  ]
  const kept = {
    ...(deviceId ? { deviceId } : {}),
    ...(ruleId ? { ruleId } : {}),
    ...(since ? { since } : {}),
    ...(until ? { until } : {}),
  }
  const withStanding = (next: Standing): Record<string, string> => (next === 'open' ? {} : { standing: next })
  const { deviceId: _device, ...withoutDevice } = state.filters
  const { ruleId: _rule, ...withoutRule } = state.filters
  const span = spanOf(state.filters)
  const said = (moment: number | undefined) => (moment === undefined ? '…' : momentText(moment))
  const { since: _since, until: _until, ...withoutSpan } = state.filters
  const acknowledge = (rows: readonly AlarmFace[]) => void acts.acknowledge(rows.filter(isOpen).map(rowId))
  const open = ({ id }: AlarmFace) => void navigate(alarmPath(id))
  const actions: RowAction<AlarmFace>[] = [
    {
      name: 'acknowledge',
      label: t('alarms:act.acknowledge'),
      icon: <DoneIcon />,
      may: mayHandle,
      run: (row) => acknowledge([row]),
      shown: isOpen,
      many: { open: acknowledge },
    },
    {
      name: 'shelve',
      label: t('alarms:act.shelve'),
      icon: <SnoozeIcon />,
      may: mayHandle,
      run: (row) => setShelving([row]),
      shown: ({ shelvedUntil }) => shelvedUntil === null,
      many: { open: setShelving },
    },
    {
      name: 'unshelve',
      label: t('alarms:act.unshelve'),
      icon: <UndoIcon />,
      may: mayHandle,
      run: (row) => void acts.shelve([row.id], 0),
      shown: ({ shelvedUntil }) => shelvedUntil !== null,
    },
    { name: 'open', label: t('alarms:act.open'), icon: <VisibilityOutlined />, run: open },
  ]
  const total = page?.totalElements ?? 0
  const isFiltered = Object.keys(narrowing).length > 0 || Object.keys(kept).length > 0
  return (
    <Stack spacing={2} sx={{ minHeight: 480, height: '100%' }}>
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={standing}
          aria-label={t('alarms:filter.standing')}
          onChange={(_, next: Standing | null) => next && change({ filters: { ...narrowing, ...kept, ...withStanding(next) } })}
          sx={{ flexWrap: 'wrap' }}
        >
          {STANDINGS.map((one) => (
            <ToggleButton key={one} value={one} sx={{ minHeight: 40 }}>
              {t(`alarms:standing.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <Box sx={{ width: { xs: '100%', sm: 304 } }}>
          <DevicePicker
            areaId={areaId}
            label={t('alarms:filter.device')}
            value={asked.deviceId === undefined ? [] : [asked.deviceId]}
            onChange={(ids) => change({ filters: { ...withoutDevice, ...(ids.length === 0 ? {} : { deviceId: String(ids.at(-1)) }) } })}
          />
        </Box>
        {asked.ruleId !== undefined && (
          <Chip
            label={t('alarms:filter.rule', {
              name: page?.content.find((row) => row.ruleId === asked.ruleId)?.ruleName ?? `#${asked.ruleId}`,
            })}
            onDelete={() => change({ filters: withoutRule })}
          />
        )}
        {span !== null && (
          <Chip
            label={t('alarms:filter.between', { from: said(span.from), to: said(span.to) })}
            onDelete={() => change({ filters: withoutSpan })}
          />
        )}
      </Stack>
      <FilterBar
        filters={filters}
        values={narrowing}
        onChange={(given) => change({ filters: { ...given, ...kept, ...withStanding(standing) } })}
        rows={1}
      />
      {mayHandle && total > 0 && (
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' }}>
          <Typography variant="caption" sx={{ color: 'text.secondary', display: { xs: 'none', md: 'block' } }}>
            {t('alarms:act.keyHint')}
          </Typography>
          <Button
            size="small"
            startIcon={<DoneAllIcon />}
            loading={all.running}
            loadingPosition="start"
            onClick={() => void all.acknowledge()}
          >
            {t('alarms:act.acknowledgeAll')}
          </Button>
        </Stack>
      )}
      {error ? (
        <ErrorState title={t('alarms:failed')} error={error} onRetry={retry} />
      ) : page?.totalElements === 0 && !isFiltered ? (
        <EmptyState variant="noData" title={t(`alarms:none.${standing}`)} text={t('alarms:none.text')} />
      ) : (
        <ListTable
          name="alarms"
          label={t('alarms:tab.alarms')}
          userId={self?.id ?? 0}
          rows={page?.content}
          total={total}
          rowId={rowId}
          columns={columns}
          actions={actions}
          state={state}
          onState={change}
          onOpen={open}
          onKey={(key, row, chosen) => {
            if (mayHandle && key.toLowerCase() === ACKNOWLEDGE_KEY) acknowledge(chosen.length > 0 ? chosen : [row])
          }}
          busy={isBusy}
          growing
        />
      )}
      {shelving && <ShelveDialog alarms={shelving} onClose={() => setShelving(null)} />}
    </Stack>
  )
}
