import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import SendIcon from '@mui/icons-material/SendOutlined'
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { areaCalls } from '#contract/farm/area'
import { AUDIT_STATUSES } from '#contract/core/document'
import { aplionform, type Aplionform } from '#contract/inventory/aplionform'
import { useCall } from '#src/api/useCall.ts'
import { StateMark } from '#src/approvals/StateMark.tsx'
import { type Filter, FilterBar } from '#src/ui/FilterBar.tsx'
import { type Column, ListTable, type RowAction } from '#src/ui/ListTable.tsx'
import { useListState } from '#src/ui/useListState.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { useSession } from '#src/session/session.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { momentText } from '#src/ui/moment.ts'
import { Page } from '#src/ui/Page.tsx'
import { moneyText } from '#src/ui/money.ts'
import { FILTERS, listQuery, standingOf } from './filters.ts'
import { useDocumentActs } from './useDocumentActs.ts'

const LIST = '/inventory/prment/aplionform'
const EVERY = { page: 1, size: 0, organizationType: 'area' }

/** Where there is no room for the column of titles, the title stands below the number. */
function CodeCell({ of: { code, title } }: { of: Aplionform }) {
  return (
    <Box sx={{ lineHeight: 1.35 }}>
      <Typography variant="body2" noWrap>
        {code}
      </Typography>
      <Typography variant="caption" noWrap sx={{ color: 'text.secondary', display: { xs: 'block', md: 'none' } }}>
        {title}
      </Typography>
    </Box>
  )
}

/** The purchase applications that the user may see: filters in the address, and in each row what may be done with it now. */
export default function AplionformPage() {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const { self } = useSession()
  const { remove } = useDocumentActs()
  const [state, change] = useListState(FILTERS)
  const mayCreate = usePermission(aplionform.codes.create) === true
  const areas = useCall(areaCalls.page, { query: EVERY })
  const query = useCall(
    aplionform.calls.page,
    { query: listQuery(state, self?.id ?? 0) },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )

  const filters = useMemo<Filter[]>(
    () => [
      { name: 'code', label: t('inventory:aplionform.filter.code') },
      {
        name: 'auditStatus',
        label: t('inventory:aplionform.status.label'),
        options: AUDIT_STATUSES.map((value) => ({ value, label: t(`inventory:aplionform.status.${value}`) })),
      },
      { name: 'applicant', label: t('inventory:aplionform.filter.applicant') },
      {
        name: 'areaId',
        label: t('inventory:aplionform.filter.areaId'),
        options: (areas.data?.content ?? []).map(({ areaId, areaName }) => ({ value: String(areaId), label: areaName })),
      },
      {
        name: 'mine',
        label: t('inventory:aplionform.filter.mine'),
        options: [{ value: '1', label: t('inventory:aplionform.filter.mineOnly') }],
      },
      { name: 'startDate', label: t('inventory:aplionform.filter.startDate'), day: true },
      { name: 'endDate', label: t('inventory:aplionform.filter.endDate'), day: true },
    ],
    [t, areas.data],
  )
  const columns = useMemo<Column<Aplionform>[]>(
    () => [
      { name: 'code', label: t('inventory:aplionform.fields.code'), width: 148, cell: (row) => <CodeCell of={row} /> },
      {
        name: 'title',
        label: t('inventory:aplionform.fields.title'),
        grow: true,
        width: 160,
        hidden: 'narrow',
        cell: ({ title }) => title,
      },
      {
        name: 'auditStatus',
        label: t('inventory:aplionform.fields.auditStatus'),
        width: 124,
        cell: ({ auditStatus }) => <StateMark standing={standingOf[auditStatus]} words={t(`inventory:aplionform.status.${auditStatus}`)} />,
      },
      {
        name: 'total',
        label: t('inventory:aplionform.fields.total'),
        width: 130,
        hidden: 'narrow',
        align: 'right',
        cell: ({ total }) => (
          <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {moneyText(total ?? '', i18n.language)}
          </Box>
        ),
      },
      {
        name: 'lineCount',
        label: t('inventory:aplionform.fields.lineCount'),
        width: 84,
        hidden: 'middling',
        cell: ({ lineCount }) => lineCount,
      },
      {
        name: 'applicant',
        label: t('inventory:aplionform.fields.applicant'),
        width: 120,
        hidden: 'narrow',
        cell: ({ applicantName }) => applicantName,
      },
      {
        name: 'areaId',
        label: t('inventory:aplionform.fields.areaId'),
        width: 150,
        hidden: 'middling',
        cell: ({ areaName }) => areaName ?? t('crud:none'),
      },
      {
        name: 'neededBy',
        label: t('inventory:aplionform.fields.neededBy'),
        width: 116,
        hidden: 'narrow',
        cell: ({ neededBy }) => neededBy ?? t('crud:none'),
      },
      {
        name: 'createdAt',
        label: t('inventory:aplionform.fields.createdAt'),
        width: 168,
        hidden: 'narrow',
        cell: ({ createdAt }) => momentText(createdAt),
      },
      {
        name: 'submittedAt',
        label: t('inventory:aplionform.fields.submittedAt'),
        width: 168,
        hidden: 'always',
        cell: ({ submittedAt }) => (submittedAt === null ? t('crud:none') : momentText(submittedAt)),
      },
    ],
    [t, i18n.language],
  )
  const open = ({ id }: Aplionform) => void navigate(`${LIST}/info/${id}`)
  const actions: RowAction<Aplionform>[] = [
    { name: 'open', label: t('inventory:aplionform.open'), icon: <VisibilityOutlined />, run: open },
    {
      name: 'edit',
      label: t('inventory:aplionform.edit'),
      icon: <EditIcon />,
      run: ({ id }) => void navigate(`${LIST}/edit/${id}`),
      shown: (row) => row.actions.includes('edit'),
    },
    {
      name: 'submit',
      label: t('inventory:aplionform.submit'),
      icon: <SendIcon />,
      run: ({ id }) => void navigate(`${LIST}/info/${id}`, { state: { submit: true } }),
      shown: (row) => row.actions.includes('submit') || row.actions.includes('resubmit'),
    },
    {
      name: 'delete',
      label: t('inventory:aplionform.delete'),
      icon: <DeleteIcon />,
      run: (row) => void remove(row),
      shown: (row) => row.actions.includes('delete'),
    },
  ]
  const addButton = (
    <Button variant="contained" startIcon={<AddIcon />} component={Link} to={`${LIST}/add`}>
      {t('inventory:aplionform.add')}
    </Button>
  )
  return (
    <Page
      title={t('inventory:aplionform.title')}
      lead={t('inventory:aplionform.lead')}
      actions={<Permitted code={aplionform.codes.create}>{addButton}</Permitted>}
    >
      <Stack spacing={2} sx={{ height: '100%' }}>
        <FilterBar filters={filters} values={state.filters} onChange={(given) => change({ filters: given })} rows={1} />
        {query.isPending && query.fetchStatus === 'paused' ? (
          <EmptyState variant="pageNoNetwork" />
        ) : query.isError && !query.data ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <ListTable
            name="aplionform"
            label={t('inventory:aplionform.title')}
            userId={self?.id ?? 0}
            rows={query.data?.content}
            total={query.data?.totalElements ?? 0}
            rowId={({ id }) => id}
            columns={columns}
            actions={actions}
            state={state}
            onState={change}
            onOpen={open}
            busy={query.isPlaceholderData}
            empty={
              <>
                {t('inventory:aplionform.empty')}
                {mayCreate && addButton}
              </>
            }
          />
        )}
      </Stack>
    </Page>
  )
}
