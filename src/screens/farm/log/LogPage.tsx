import AddIcon from '@mui/icons-material/Add'
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import PrintIcon from '@mui/icons-material/PrintOutlined'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { farmLogCalls, type LogRow } from '#contract/farm/log'
import { LOG_CREATE, LOG_EXPORT } from '#contract/farm/logCodes'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { InBase, type WorkedBase } from '#src/crud/InBase.tsx'
import { downloadFile } from '#src/files/downloadFile.ts'
import { useSession } from '#src/session/session.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { FilterBar } from '#src/ui/FilterBar.tsx'
import { Page } from '#src/ui/Page.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { toast } from '#src/ui/toast.ts'
import { useListState } from '#src/ui/useListState.ts'
import { LogDays } from './LogDays.tsx'
import { LogPaper } from './LogPaper.tsx'
import { LogPictures } from './LogPictures.tsx'
import { WaitingRecords } from '#src/crud/WaitingRecords.tsx'
import { NoteForm } from './NoteForm.tsx'
import { useLog } from './useLog.ts'
import { LOG_FILTERS, useLogFilters } from './useLogFilters.ts'
import { usePrintedLog } from './usePrintedLog.ts'

const IN_BASE = { areaField: 'areaId' }
const NO_PICTURES: ReadonlyMap<string, string> = new Map()

/** The farm's diary: what people wrote, and what was done in the base that is worked in. */
export default function LogPage() {
  const { t } = useTranslation()
  return (
    <InBase of={IN_BASE} title={t('farm:log.title')}>
      {(area) => area && <Log key={area.areaId} area={area} />}
    </InBase>
  )
}

function Log({ area }: { area: WorkedBase }) {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const queries = useQueryClient()
  const confirm = useConfirm()
  const mayWrite = usePermission(LOG_CREATE) === true
  const mayExport = usePermission(LOG_EXPORT) === true
  const [{ filters: values }, change] = useListState(LOG_FILTERS)
  const narrowing = useMemo(() => ({ areaId: area.areaId, ...values }), [area.areaId, values])
  const { filters, sentence } = useLogFilters(area.areaId, values)
  const { pages, rows } = useLog(narrowing)
  const printed = usePrintedLog(narrowing)
  const [edited, setEdited] = useState<{ readonly row: LogRow | null; readonly at: number } | null>(null)
  const [seen, setSeen] = useState<{ readonly row: LogRow; readonly nth: number } | null>(null)

  const reread = useCallback(() => void queries.invalidateQueries({ queryKey: queryKeyOf(farmLogCalls.page) }), [queries])
  const onSee = useCallback((row: LogRow, nth: number) => setSeen({ row, nth }), [])
  const onEdit = useCallback((row: LogRow) => setEdited({ row, at: row.at }), [])
  const onRemove = useCallback(
    async (row: LogRow) => {
      const asked = { title: t('farm:log.removeAsk', { title: row.title }), text: t('crud:deleteText'), confirm: t('crud:delete') }
      if (!(await confirm({ ...asked, color: 'error' }))) return
      const body = { id: Number(row.id), objectVersionNumber: row.objectVersionNumber! }
      if (!isFailure(await call(farmLogCalls.remove, { body }))) toast('success', t('farm:log.removed'))
      reread()
    },
    [t, confirm, reread],
  )
  const download = () => {
    const asked = new URLSearchParams(Object.entries(narrowing).map(([name, value]) => [name, String(value)]))
    return downloadFile({
      fileUrl: `${farmLogCalls.export.path.replace('{t}', String(tenantId))}?${asked}`,
      fileName: `${t('farm:log.title')}.xlsx`,
    })
  }
  const write = mayWrite && (
    <Button key="write" variant="contained" startIcon={<AddIcon />} onClick={() => setEdited({ row: null, at: Date.now() })}>
      {t('farm:log.add')}
    </Button>
  )
  const isNarrowed = Object.keys(values).length > 0
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages
  const readMore = useCallback(() => void fetchNextPage(), [fetchNextPage])
  return (
    <Page
      title={t('farm:log.title')}
      lead={`${area.areaName} · ${t('farm:log.lead')}`}
      actions={
        <>
          <Button startIcon={<PrintIcon />} loading={printed.busy} loadingPosition="start" onClick={printed.begin}>
            {t('farm:log.print')}
          </Button>
          {mayExport && (
            <Button startIcon={<DownloadIcon />} onClick={() => void download()}>
              {t('crud:export')}
            </Button>
          )}
          {write}
        </>
      }
    >
      <Stack spacing={2}>
        <WaitingRecords of="farmLog" />
        <FilterBar filters={filters} values={values} onChange={(given) => change({ filters: given })} rows={2} />
        {pages.isError && !rows ? (
          <ErrorState title={t('farm:log.failed')} error={pages.error} onRetry={() => void pages.refetch()} />
        ) : !rows ? (
          <SkeletonList rows={8} height={56} />
        ) : rows.length === 0 ? (
          isNarrowed ? (
            <EmptyState variant="noData" title={t('farm:log.noneFound')} text={t('farm:log.noneFoundText')} />
          ) : (
            <EmptyState variant="noData" title={t('farm:log.none')} text={t('farm:log.noneText')} action={write} />
          )
        ) : (
          <LogDays
            rows={rows}
            more={hasNextPage ? { read: readMore, busy: isFetchingNextPage, failed: isFetchNextPageError } : null}
            onSee={onSee}
            onEdit={onEdit}
            onRemove={(row) => void onRemove(row)}
          />
        )}
      </Stack>
      {edited && (
        <NoteForm
          key={edited.row?.id ?? 'new'}
          area={area}
          {...edited}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null)
            reread()
          }}
        />
      )}
      {seen && <LogPictures {...seen} onTurn={(nth) => setSeen({ ...seen, nth })} onClose={() => setSeen(null)} />}
      {printed.at !== null && rows && (
        <LogPaper
          area={area.areaName}
          sentence={sentence}
          at={printed.at}
          log={printed.given ?? { rows, cut: hasNextPage, pictures: NO_PICTURES }}
        />
      )}
    </Page>
  )
}
