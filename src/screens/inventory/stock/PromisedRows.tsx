import { useTranslation } from 'react-i18next'
import { stockCalls } from '#contract/inventory/stock'
import { usePagedCall } from '#src/crud/usePagedCall.tsx'
import { PAGE_SIZES } from '#src/ui/listAddress.ts'
import { ListGate } from '#src/ui/ListGate.tsx'
import { Amount } from './Amount.tsx'
import { DocumentLink } from './DocumentLink.tsx'
import { Below, RowsTable } from './RowsTable.tsx'
import { placeOf, type StockPlace } from './stockAddress.ts'

/** The documents to which goods are promised. */
export function PromisedRows({ row }: { row: StockPlace }) {
  const { t } = useTranslation()
  const { unitName: unit } = row
  const { query, paging, pager } = usePagedCall(stockCalls.promised, { query: placeOf(row) }, PAGE_SIZES, {
    staleTime: 0,
    size: PAGE_SIZES[1],
  })
  if (!query.data) return <ListGate compact query={query} rows={3} />
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
      {query.data.totalElements > paging.size && pager}
    </>
  )
}
