import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import RefreshIcon from '@mui/icons-material/Refresh'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AUDIT_KINDS } from '#contract/core/trail'
import { AUDIT_EXPORT, AUDIT_VERBS, type AuditEntry, auditCalls } from '#contract/organization/audit'
import { useCall } from '#src/api/useCall.ts'
import { downloadFile } from '#src/files/downloadFile.ts'
import { useSession } from '#src/session/session.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { FilterBar } from '#src/ui/FilterBar.tsx'
import { type Column, ListTable } from '#src/ui/ListTable.tsx'
import { momentText } from '#src/ui/moment.ts'
import { Page } from '#src/ui/Page.tsx'
import { useListState } from '#src/ui/useListState.ts'
import { AuditDetail } from './AuditDetail.tsx'

const FILTERS = ['search', 'userId', 'kind', 'verb', 'from', 'to'] as const
const rowId = ({ auditId }: AuditEntry) => auditId
const NO_ACTS: readonly never[] = []

/** In the hand, when and by whom stands below what was done. */
function DoneCell({ of }: { of: AuditEntry }) {
  const { t } = useTranslation()
  return (
    <Box sx={{ lineHeight: 1.35, minWidth: 0 }}>
      <Typography variant="body2" noWrap>
        {t(`organization:audit.said.${of.verb}`, { kind: t(`organization:audit.kind.${of.kind}`) })}
      </Typography>
      <Typography variant="caption" noWrap sx={{ color: 'text.secondary', display: { xs: 'block', md: 'none' } }}>
        {of.userName ?? t('organization:audit.server')} · {momentText(of.at)}
      </Typography>
    </Box>
  )
}

/** What the list is narrowed by. */
function useFilterItems(userId: string | undefined) {
  const { t } = useTranslation()
  const people = useCall(auditCalls.people, {})
  return useMemo(() => {
    const known = (people.data ?? []).map((one) => ({ value: String(one.userId), label: one.realName }))
    const choices: Partial<Record<(typeof FILTERS)[number], { value: string; label: string }[]>> = {
      userId: [
        ...known,
        // Chosen by the address: who is not read yet, or belongs to no tenant of the reader.
        ...(userId === undefined || known.some(({ value }) => value === userId)
          ? []
          : [{ value: userId, label: t('organization:audit.unknown', { id: userId }) }]),
      ],
      kind: AUDIT_KINDS.map((kind) => ({ value: kind, label: t(`organization:audit.kind.${kind}`) })),
      verb: AUDIT_VERBS.map((verb) => ({ value: verb, label: t(`organization:audit.verb.${verb}`) })),
    }
    return FILTERS.map((name) => ({
      name,
      label: t(`organization:audit.filter.${name}`),
      ...(choices[name] ? { options: choices[name] } : {}),
      ...(name === 'from' || name === 'to' ? { day: true } : {}),
    }))
  }, [people.data, userId, t])
}

/** Who changed what, when and from where, newest first. */
export default function AuditPage() {
  const { t } = useTranslation()
  const { self, tenantId } = useSession()
  const mayExport = usePermission(AUDIT_EXPORT) === true
  const [state, change] = useListState(FILTERS)
  const [opened, open] = useState<AuditEntry | null>(null)
  const { page, size, filters } = state
  const filterItems = useFilterItems(filters['userId'])
  const query = useCall(auditCalls.page, { query: { page, size, ...filters } }, { placeholderData: keepPreviousData, staleTime: 0 })
  // Only what somebody asked for is shown as under way: the list is read anew by itself, too.
  const [isReloading, setReloading] = useState(false)
  const reload = async () => {
    setReloading(true)
    await query.refetch()
    setReloading(false)
  }
  const download = () =>
    downloadFile({
      fileUrl: `${auditCalls.export.path.replace('{t}', String(tenantId))}?${new URLSearchParams(filters)}`,
      fileName: `${t('organization:audit.title')}.xlsx`,
    })

  const columns = useMemo<Column<AuditEntry>[]>(() => {
    const label = (name: 'at') => t(`organization:audit.columns.${name}`)
    return [
      { name: 'verb', label: label('verb' as 'at'), width: 220, cell: (row) => <DoneCell of={row} /> },
      { name: 'title', label: label('title' as 'at'), grow: true, width: 140, cell: ({ title }) => title },
      {
        name: 'changes',
        label: label('changes' as 'at'),
        grow: true,
        width: 160,
        hidden: 'narrow',
        cell: ({ changes }) => changes.map((one) => one.label).join(t('organization:audit.and')),
      },
      {
        name: 'userName',
        label: label('userName' as 'at'),
        width: 120,
        hidden: 'narrow',
        cell: ({ userName }) => userName ?? t('organization:audit.server'),
      },
      { name: 'address', label: label('address' as 'at'), width: 140, hidden: 'middling', cell: ({ address }) => address },
      { name: 'at', label: label('at'), width: 170, hidden: 'narrow', cell: ({ at }) => momentText(at) },
    ]
  }, [t])

  const isNarrowed = Object.keys(filters).length > 0
  return (
    <Page
      title={t('organization:audit.title')}
      lead={t('organization:audit.lead')}
      actions={
        <>
          {mayExport && (
            <Button startIcon={<DownloadIcon />} onClick={() => void download()}>
              {t('crud:export')}
            </Button>
          )}
          <Button startIcon={<RefreshIcon />} loading={isReloading} loadingPosition="start" onClick={() => void reload()}>
            {t('organization:audit.reload')}
          </Button>
        </>
      }
    >
      <Stack spacing={2} sx={{ height: '100%' }}>
        <FilterBar filters={filterItems} values={filters} onChange={(given) => change({ filters: given })} />
        {query.isError && !query.data ? (
          <ErrorState title={t('organization:audit.failed')} error={query.error} onRetry={() => void query.refetch()} />
        ) : query.data?.totalElements === 0 && !isNarrowed ? (
          <EmptyState variant="noData" title={t('organization:audit.empty')} text={t('organization:audit.emptyHint')} />
        ) : (
          <ListTable
            name="audit"
            label={t('organization:audit.title')}
            userId={self?.id ?? 0}
            rows={query.data?.content}
            total={query.data?.totalElements ?? 0}
            rowId={rowId}
            columns={columns}
            actions={NO_ACTS}
            state={state}
            onState={change}
            onOpen={open}
            busy={query.isPlaceholderData}
          />
        )}
      </Stack>
      <AuditDetail of={opened} onClose={() => open(null)} />
    </Page>
  )
}
