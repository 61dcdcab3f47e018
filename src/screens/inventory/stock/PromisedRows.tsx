import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stockCalls } from '#contract/inventory/stock'
import { useCall } from '#src/api/useCall.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { PAGE_SIZES } from '#src/ui/listAddress.ts'
import { Pager } from '#src/ui/Pager.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { Amount } from './Amount.tsx'
import { DocumentLink } from './DocumentLink.tsx'
import { Below, RowsTable } from './RowsTable.tsx'
import { placeOf, type StockPlace } from './stockAddress.ts'

/** The documents to which goods are promised. */
export function PromisedRows({ row }: { row: StockPlace }) {
  const { t } = useTranslation()
  const { unitName: unit } = row
  const [paging, turn] = useState({ page: 1, size: PAGE_SIZES[1] as number })
  const query = useCall(stockCalls.promised, { query: { ...placeOf(row), ...paging } }, { placeholderData: keepPreviousData, staleTime: 0 })
  if (query.isError && !query.data) return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonList rows={3} />
  const lines = query.data.content
  return (
    <>
      <RowsTable
        label={t('inventory:stock.part.promised')}
        count={lines.length}
        none={t('inventory:stock.promise.none')}
        cells={[
          {
            label: t('inventory:stock.entry.document'),
            content: (at) => (
              <>
                <DocumentLink of={lines[at]!.document} />
                <Below>{lines[at]!.applicantName}</Below>
              </>
            ),
          },
          { label: t('inventory:stock.promise.planned'), right: true, content: (at) => <Amount of={lines[at]!.planned} unit={unit} /> },
          { label: t('inventory:stock.promise.done'), right: true, content: (at) => <Amount of={lines[at]!.done} unit={unit} /> },
          { label: t('inventory:stock.fields.reserved'), right: true, content: (at) => <Amount of={lines[at]!.reserved} unit={unit} /> },
        ]}
      />
      {query.data.totalElements > paging.size && (
        <Pager total={query.data.totalElements} paging={paging} sizes={PAGE_SIZES} onPaging={turn} />
      )}
    </>
  )
}
