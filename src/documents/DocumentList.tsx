import AddIcon from '@mui/icons-material/Add'
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import SendIcon from '@mui/icons-material/SendOutlined'
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import type { DocumentHeader } from '#contract/core/document'
import { useCall } from '#src/api/useCall.ts'
import { StateMark } from '#src/approvals/StateMark.tsx'
import { fieldKinds } from '#src/crud/fieldKinds.tsx'
import type { WorkedBase } from '#src/crud/InBase.tsx'
import { Permitted } from '#src/session/Permitted.tsx'
import { useSession } from '#src/session/session.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { FilterBar } from '#src/ui/FilterBar.tsx'
import { type Column, ListTable, type RowAction } from '#src/ui/ListTable.tsx'
import { momentText } from '#src/time/moment.ts'
import { moneyText } from '#src/ui/money.ts'
import { Page } from '#src/ui/Page.tsx'
import { useListState } from '#src/ui/useListState.ts'
import { type DocumentKind, isNumber } from './arrangement.ts'
import { FILTERS, listQuery, standingOf } from './filters.ts'
import { useDocumentActs } from './useDocumentActs.ts'
import { useDocumentWords } from './useDocumentWords.ts'
import { useExport } from './useExport.ts'
import { ProgressMark } from './ProgressMark.tsx'
import { useFilters } from './useFilters.ts'
import { Value } from './Value.tsx'

type Row = DocumentHeader & Readonly<Record<string, unknown>>
interface Rows {
  readonly content: readonly Row[]
  readonly totalElements: number
}
/** As many own columns show on a desk that is not wide. */
const DESK_COLUMNS = 2

/** Where there is no room for the column of titles, the title stands below the number. */
function CodeCell({ of: { code, title } }: { of: Row }) {
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

function useColumns(kind: DocumentKind): Column<Row>[] {
  const { t, i18n } = useTranslation()
  const words = useDocumentWords(kind.document)
  return useMemo(() => {
    const { document: of, arrangement } = kind
    const column = (name: string, width: number, cell: Column<Row>['cell'], more: Partial<Column<Row>> = {}): Column<Row> => ({
      name,
      label: words.label(name),
      width,
      cell,
      ...more,
    })
    const narrow = { hidden: 'narrow' } as const
    const middling = { hidden: 'middling' } as const
    return [
      column('code', 148, (row) => <CodeCell of={row} />),
      column('title', 160, ({ title }) => title, { ...narrow, grow: true }),
      column('auditStatus', 124, ({ auditStatus }) => (
        <StateMark standing={standingOf[auditStatus]} words={t(`documents:status.${auditStatus}`)} />
      )),
      ...(of.progress ? [column('progress', 150, ({ progress }) => <ProgressMark axis={of.progress} progress={progress} />, narrow)] : []),
      ...(of.arrives ? [column('arrived', 150, ({ arrived }) => <ProgressMark axis="storage" progress={arrived} />, narrow)] : []),
      ...(of.amount
        ? [
            column(
              'total',
              130,
              ({ total }) => (
                <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                  {moneyText(total ?? '', i18n.language)}
                </Box>
              ),
              { ...narrow, align: 'right' },
            ),
          ]
        : []),
      column('lineCount', 84, ({ lineCount }) => lineCount, middling),
      column('applicant', 120, ({ applicantName }) => applicantName, narrow),
      column('areaId', 150, ({ areaName }) => areaName ?? t('crud:none'), middling),
      ...arrangement.columns.map((name, at) => {
        const field = of.header[name]!
        return column(
          name,
          fieldKinds[field.kind].width,
          (row) => <Value kind={kind} name={name} field={field} holder={row} cell={arrangement.cells?.header?.[name]} />,
          { ...(at < DESK_COLUMNS ? narrow : middling), ...(isNumber(field) ? { align: 'right' } : {}) },
        )
      }),
      column('createdAt', 168, ({ createdAt }) => momentText(createdAt), narrow),
      column('submittedAt', 168, ({ submittedAt }) => (submittedAt === null ? t('crud:none') : momentText(submittedAt)), {
        hidden: 'always',
      }),
    ]
  }, [kind, words, t, i18n.language])
}

/**
 * The documents of a kind that the user may see, of one base where it is given: filters in the address, and in each row what may be done
 * with it now.
 */
export function DocumentList({ kind, area = null }: { kind: DocumentKind; area?: WorkedBase | null }) {
  const { document: of, arrangement } = kind
  const { t } = useTranslation()
  const words = useDocumentWords(of)
  const navigate = useNavigate()
  const { self } = useSession()
  const { remove } = useDocumentActs(of)
  const [names] = useState<readonly string[]>(() => [...FILTERS, ...(arrangement.filters ?? [])])
  const [state, change] = useListState(names)
  const mayCreate = usePermission(of.codes.create) === true
  const { page, size, ...asked } = listQuery(of, state, self?.id ?? 0)
  const narrowing = { ...asked, ...(area ? { areaId: area.areaId } : {}) }
  const query = useCall(of.calls.page, { query: { page, size, ...narrowing } }, { placeholderData: keepPreviousData, staleTime: 0 })
  const sheet = useExport(of)
  const data = query.data as Rows | undefined
  const filters = useFilters(kind, area?.areaId)
  const columns = useColumns(kind)

  const open = ({ id }: Row) => void navigate(`${of.page}/info/${id}`)
  const actions: RowAction<Row>[] = [
    { name: 'open', label: t('documents:open'), icon: <VisibilityOutlined />, run: open },
    {
      name: 'edit',
      label: t('documents:edit'),
      icon: <EditIcon />,
      run: ({ id }) => void navigate(`${of.page}/edit/${id}`),
      shown: (row) => row.actions.includes('edit'),
    },
    {
      name: 'submit',
      label: t('documents:submit'),
      icon: <SendIcon />,
      run: ({ id }) => void navigate(`${of.page}/info/${id}`, { state: { submit: true } }),
      shown: (row) => row.actions.includes('submit') || row.actions.includes('resubmit'),
    },
    {
      name: 'delete',
      label: t('documents:delete'),
      icon: <DeleteIcon />,
      run: (row) => void remove(row),
      shown: (row) => row.actions.includes('delete'),
    },
  ]
  const addButton = (
    <Button variant="contained" startIcon={<AddIcon />} component={Link} to={`${of.page}/add`}>
      {words.add}
    </Button>
  )
  return (
    <Page
      title={words.title}
      lead={area ? `${area.areaName} · ${words.lead}` : words.lead}
      actions={
        <>
          <Button
            startIcon={<DownloadIcon />}
            loading={sheet.busy}
            onClick={() => void sheet.save('export', words.title, { query: narrowing })}
          >
            {t('documents:export')}
          </Button>
          <Permitted code={of.codes.create}>{addButton}</Permitted>
        </>
      }
    >
      <Stack spacing={2} sx={{ height: '100%' }}>
        <FilterBar filters={filters} values={state.filters} onChange={(given) => change({ filters: given })} rows={1} />
        {query.isPending && query.fetchStatus === 'paused' ? (
          <EmptyState variant="pageNoNetwork" />
        ) : query.isError && !data ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <ListTable
            name={of.name}
            label={words.title}
            userId={self?.id ?? 0}
            rows={data?.content}
            total={data?.totalElements ?? 0}
            rowId={({ id }) => id}
            columns={columns}
            actions={actions}
            state={state}
            onState={change}
            onOpen={open}
            busy={query.isPlaceholderData}
            empty={
              <>
                {words.empty}
                {mayCreate && addButton}
              </>
            }
          />
        )}
      </Stack>
    </Page>
  )
}
