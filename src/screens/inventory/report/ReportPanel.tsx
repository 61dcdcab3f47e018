import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type ReportBy, reportCalls, type ReportFigure } from '#contract/inventory/report'
import { useCall } from '#src/api/useCall.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { EntryRows } from '../stock/EntryRows.tsx'
import { StockDrawer } from '../stock/StockDrawer.tsx'
import { FigureRows } from './FigureRows.tsx'
import type { Days, narrowingIn, OfRow, OpenedFigure } from './reportAddress.ts'
import { isNothing, ReportFigures } from './ReportFigures.tsx'
import { useNameOf } from './useNameOf.ts'

/** What the rows are told apart by where one of them is such a row. */
function byOf({ productId, storeId, category }: OfRow): ReportBy {
  if (category !== undefined) return 'category'
  if (productId === undefined) return 'store'
  return storeId === undefined ? 'product' : 'place'
}

/**
 * A row of the report, or all rows together: its figures, and the rows of the ledger that the chosen one is made of, down to the documents. Of a
 * product in a store all that moved stands there at first, with what was there after each row.
 */
export function ReportPanel({
  opened: { of, figure },
  asked: { days, narrowing },
  onFigure,
  onClose,
}: {
  opened: OpenedFigure
  asked: { readonly days: Days; readonly narrowing: ReturnType<typeof narrowingIn> }
  onFigure: (figure: ReportFigure | null) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const nameOf = useNameOf()
  // The figures are those of the row within what the list is narrowed to.
  const selected = { ...narrowing, ...of, ...days }
  const query = useCall(reportCalls.period, { query: { page: 1, size: 1, ...selected, by: byOf(of) } }, { staleTime: 0 })
  const isAll = Object.keys(of).length === 0
  const { productId, storeId, areaId } = of
  const row = query.data?.content[0]
  const totals = query.data?.totals
  const title = row === undefined || isAll ? t(isAll ? 'inventory:report.all' : 'inventory:report.title') : nameOf(row)
  const below = row && !isAll && [row.productName && row.storeName, row.areaName, row.productCode, row.specification]
  return (
    <StockDrawer
      title={title}
      below={below ? below.filter(Boolean).join(' · ') : undefined}
      note={t('inventory:report.days', { ...days })}
      onClose={onClose}
    >
      {query.isError ? (
        <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data || !totals ? (
        <SkeletonList rows={4} />
      ) : !row ? (
        <EmptyState compact variant="noData" title={t('inventory:report.empty')} />
      ) : (
        <>
          <ReportFigures of={totals} chosen={figure} onOpen={(one) => onFigure(one === figure ? null : one)} />
          {figure === null && productId !== undefined && storeId !== undefined ? (
            ([false, true] as const).map(
              (transit) =>
                (!transit || !isNothing(row.transit.quantity)) && (
                  <Part key={String(transit)} title={t(`inventory:stock.part.${transit ? 'transit' : 'entries'}`)}>
                    <EntryRows
                      row={{ productId, storeId, unitName: row.unitName ?? '' }}
                      transit={transit}
                      asOf={undefined}
                      within={{ ...query.data.span, ...(areaId === undefined ? {} : { areaId }) }}
                    />
                  </Part>
                ),
            )
          ) : (
            <Part
              title={
                figure === null
                  ? t('inventory:report.moved')
                  : t('inventory:report.behind', { figure: t(`inventory:report.fields.${figure}`) })
              }
            >
              <FigureRows key={figure} asked={selected} figure={figure} isPlace={productId !== undefined && storeId !== undefined} />
            </Part>
          )}
        </>
      )}
    </StockDrawer>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" aria-label={title}>
      <Typography variant="h3" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}
