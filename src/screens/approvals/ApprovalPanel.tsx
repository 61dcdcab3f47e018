import Alert from '@mui/material/Alert'
import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { approvalCalls, type ApprovalItem } from '#contract/approvals/approval'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { useSettle } from '#src/forms/useSettle.ts'
import { DecisionDialog } from '#src/approvals/DecisionDialog.tsx'
import { infoPath } from '#contract/approvals/infoPath'
import { StateMark } from '#src/approvals/StateMark.tsx'
import { type DecisionDesk, useDecision } from '#src/approvals/useDecision.ts'
import type { ListState } from '#src/ui/listAddress.ts'
import { type Column, ListTable } from '#src/ui/ListTable.tsx'
import { useApprovals, useWaitingTasks } from '#src/live/useApprovals.ts'
import { useConnection } from '#src/live/useConnection.ts'
import { useSession } from '#src/session/session.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { momentText } from '#src/time/moment.ts'
import { moneyText } from '#src/ui/money.ts'
import { toldOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { filterOf, offered, type Operation, stateOf, type View, VIEWS } from './offered.ts'

const STATES = ['1', '2', '3'] as const
const BEGIN: ListState = { filters: {}, page: 1, size: 10, sort: null }

/** The approval tab of the notice centre: three views of approvals, decided here or opened on their own page. `onClose` closes what it stands in. */
export function ApprovalPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [view, setView] = useState<View>('approval')
  const [said, setSaid] = useState('')
  const waiting = useWaitingTasks()
  const connection = useConnection()
  const { reread } = useSettle([approvalCalls.tasks, approvalCalls.processes, approvalCalls.process, approvalCalls.waiting])
  const desk = useDecision(reread)
  useApprovals((news) => {
    if (news.what === 'closed') desk.closed(news.processId)
    // The page's tips are hidden from a screen reader while a window stands over the page: it is said here.
    else if (news.what === 'arrived') setSaid(t('approvals:news.arrived', { count: news.waiting }))
    else if (news.what === 'copied') setSaid(t('approvals:news.copied'))
    else if (news.what === 'moved') setSaid(t('approvals:news.moved'))
  })
  const views = (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={view}
      aria-label={t('approvals:view.label')}
      onChange={(_, next: View | null) => {
        if (next === null) return
        setView(next)
        setSaid('')
      }}
      sx={{ maxWidth: '100%', '& .MuiToggleButton-root': { px: { xs: 1, sm: 2 } } }}
    >
      {VIEWS.map((one) => (
        <ToggleButton key={one} value={one}>
          <Badge
            color="error"
            variant="dot"
            invisible={one !== 'approval' || waiting === 0}
            {...(one === 'approval' && waiting > 0
              ? { slotProps: { badge: { role: 'img', 'aria-label': t('approvals:waiting', { count: waiting }) } } }
              : {})}
          >
            {t(`approvals:view.${one}`)}
          </Badge>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
  return (
    <Stack sx={{ gap: 1, flex: 1, minHeight: 480 }}>
      {connection === 'offline' && <Alert severity="warning">{t('approvals:list.offline')}</Alert>}
      <ApprovalList key={view} view={view} views={views} desk={desk} onClose={onClose} />
      <Typography component="output" aria-live="polite" variant="body2" sx={{ color: 'info.main' }}>
        {said}
      </Typography>
      <DecisionDialog desk={desk} />
    </Stack>
  )
}

function ApprovalList({ view, views, desk, onClose }: { view: View; views: ReactNode; desk: DecisionDesk; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const { self } = useSession()
  const navigate = useNavigate()
  const narrow = useMediaQuery((theme) => theme.breakpoints.down('md'))
  const [state, setState] = useState(BEGIN)
  const filter = filterOf(view)
  const paging = { page: state.page, size: state.size }
  const chosen = filter === null ? undefined : state.filters[filter]
  const processes = useCall(
    approvalCalls.processes,
    { query: { ...paging, ...(chosen ? { processState: Number(chosen) } : {}) } },
    { enabled: view === 'user_edit', placeholderData: keepPreviousData, staleTime: 0 },
  )
  const tasks = useCall(
    approvalCalls.tasks,
    {
      query: { ...paging, taskType: view === 'carbon_copy' ? 'carbon_copy' : 'approval', ...(chosen ? { taskState: Number(chosen) } : {}) },
    },
    { enabled: view !== 'user_edit', placeholderData: keepPreviousData, staleTime: 0 },
  )
  const query = view === 'user_edit' ? processes : tasks
  const change = (given: Partial<ListState>) => setState((now) => ({ ...now, page: 1, ...given }))
  const read = (item: ApprovalItem) => ({
    processId: item.processId,
    formCode: item.formCode,
    documentCode: item.documentCode,
    applicant: item.submitName,
    title: item.documentTitle,
    amount: item.documentAmount,
    next: item.nextTaskName,
  })
  const open = async (item: ApprovalItem) => {
    const business = await call(approvalCalls.businessData, { query: { processId: item.processId } }, { quiet: true })
    if (isFailure(business)) {
      toast('error', business.message || t('approvals:list.failed'))
      return
    }
    onClose()
    void navigate(infoPath(business.formCode, business.thirdId))
  }
  const act = (operation: Operation, item: ApprovalItem) => {
    if (operation === 'view') void open(item)
    else if (item.currentTaskId !== null) desk.open({ id: item.id, taskId: item.currentTaskId }, operation, read(item))
  }
  const mark = (item: ApprovalItem) => {
    const { standing, word } = stateOf(view, item)
    return <StateMark standing={standing} words={t(`approvals:${word}`)} />
  }
  const operations = (item: ApprovalItem) => {
    const here = offered(view, item)
    const buttons = here.map((one) => (
      <Button
        key={one}
        size="small"
        color={one === 'reject' ? 'error' : 'primary'}
        variant={one === 'approve' ? 'contained' : 'text'}
        aria-label={t(`approvals:act.${one}Of`, { code: item.documentCode })}
        onClick={(event) => {
          event.stopPropagation()
          act(one, item)
        }}
        sx={{ minWidth: 0, px: { xs: 0.75, md: 1 } }}
      >
        {t(`approvals:act.${one}`)}
      </Button>
    ))
    // On a phone the state has no column of its own beside the acts: it stands where there is nothing to decide.
    return narrow && view === 'approval' && here.length === 1 ? [...buttons, <Box key="state">{mark(item)}</Box>] : buttons
  }

  // Together no wider than the window on a desk: what is decided by stands beside what decides, without scrolling.
  const columns: Column<ApprovalItem>[] = [
    {
      name: 'formName',
      label: t('approvals:column.formName'),
      grow: true,
      width: narrow ? 120 : 124,
      cell: ({ formCode, documentCode, documentTitle, documentAmount, submitName }) => (
        <Box sx={{ lineHeight: 1.35 }}>
          <Typography variant="body2" noWrap>
            {documentTitle ?? t(`approvals:form.${formCode}`)}
          </Typography>
          <Typography variant="caption" noWrap sx={{ color: 'text.secondary', display: 'block' }}>
            {narrow ? [submitName, documentAmount && moneyText(documentAmount, i18n.language)].filter(Boolean).join(' · ') : documentCode}
          </Typography>
        </Box>
      ),
    },
    {
      name: 'amount',
      label: t('approvals:column.amount'),
      width: 120,
      hidden: 'narrow',
      align: 'right',
      cell: ({ documentAmount }) => (documentAmount == null ? '--' : moneyText(documentAmount, i18n.language)),
    },
    { name: 'formCode', label: t('approvals:column.formCode'), width: 98, hidden: 'narrow', cell: ({ formCode }) => formCode },
    { name: 'submitName', label: t('approvals:column.submitName'), width: 84, hidden: 'narrow', cell: ({ submitName }) => submitName },
    {
      name: 'startTime',
      label: t('approvals:column.startTime'),
      width: 142,
      hidden: 'narrow',
      // To the minute.
      cell: ({ startTime }) => momentText(startTime).slice(0, 16),
    },
    ...(view === 'user_edit'
      ? []
      : [
          {
            name: 'currentTaskName',
            label: t('approvals:column.currentTaskName'),
            width: 106,
            hidden: 'narrow' as const,
            cell: ({ currentTaskName }: ApprovalItem) => currentTaskName ?? t('approvals:ended'),
          },
        ]),
    {
      name: 'state',
      label: t('approvals:column.state'),
      width: narrow ? 124 : 142,
      cell: mark,
      ...(view === 'approval' ? { hidden: 'narrow' as const } : {}),
    },
    // Named as the table's own actions are: Enter in it is for its buttons.
    {
      name: 'actions',
      label: t('approvals:column.operations'),
      width: view === 'approval' ? (narrow ? 182 : 180) : 98,
      cell: (item) => (
        <Stack direction="row" sx={{ gap: 0.5, height: '100%', alignItems: 'center' }}>
          {operations(item)}
        </Stack>
      ),
    },
  ]
  const failed = t('approvals:list.failed')
  return (
    <>
      <Stack direction="row" sx={{ columnGap: 2, rowGap: 1.5, flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' }}>
        {views}
        {filter !== null && (
          <SelectField
            label={t(`approvals:filter.${filter}`)}
            value={chosen}
            words={STATES.map((one) => [one, t(`approvals:${filter}.${one}`)])}
            none={t('approvals:filter.all')}
            onChange={(one) => change({ filters: one === null ? {} : { [filter]: one } })}
            sx={{ width: { xs: '100%', sm: 304 } }}
          />
        )}
      </Stack>
      {query.isError && query.data && <Alert severity="error">{toldOf(query.error)?.message || failed}</Alert>}
      {query.isPending && query.fetchStatus === 'paused' ? (
        <EmptyState variant="pageNoNetwork" />
      ) : query.isError && !query.data ? (
        <ErrorState otherwise={failed} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ListTable
          name={`approvals.${view}`}
          label={t('approvals:list.label')}
          userId={self?.id ?? 0}
          rows={query.data?.content}
          total={query.data?.totalElements ?? 0}
          rowId={({ id }) => id}
          columns={columns}
          actions={[]}
          state={state}
          onState={change}
          onOpen={(item) => void open(item)}
          busy={query.isPlaceholderData}
          empty={<Typography sx={{ color: 'text.secondary', textAlign: 'center' }}>{t(`approvals:empty.${view}`)}</Typography>}
        />
      )}
    </>
  )
}
