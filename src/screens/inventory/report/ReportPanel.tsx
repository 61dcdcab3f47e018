import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { reportCalls } from '#contract/inventory/report'
import { useCall } from '#src/api/useCall.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { EntryRows } from '../stock/EntryRows.tsx'
import { StockDrawer } from '../stock/StockDrawer.tsx'
import type { Opened } from '../stock/stockAddress.ts'
import type { Days } from './reportAddress.ts'
import { isNothing, ReportFigures } from './ReportFigures.tsx'

/** A product in a store over some days: its figures, and the rows of the ledger that they are made of, down to the documents. */
export function ReportPanel({ of: { productId, storeId }, days, onClose }: { of: Opened; days: Days; onClose: () => void }) {
  const { t } = useTranslation()
  const query = useCall(reportCalls.period, { query: { page: 1, size: 1, productId, storeId, ...days } }, { staleTime: 0 })
  const row = query.data?.content[0]
  return (
    <StockDrawer
      title={row?.productName ?? t('inventory:report.title')}
      below={row && [row.storeName, row.areaName, row.productCode, row.specification].filter(Boolean).join(' · ')}
      note={t('inventory:report.days', { ...days })}
      onClose={onClose}
    >
      {query.isError ? (
        <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <SkeletonList rows={4} />
      ) : !row ? (
        <EmptyState compact variant="noData" title={t('inventory:report.empty')} />
      ) : (
        <>
          <ReportFigures of={row} />
          {([false, true] as const).map(
            (transit) =>
              (!transit || !isNothing(row.transit.quantity)) && (
                <Box key={String(transit)} component="section" aria-label={t(`inventory:stock.part.${transit ? 'transit' : 'entries'}`)}>
                  <Typography variant="h3" sx={{ mb: 1 }}>
                    {t(`inventory:stock.part.${transit ? 'transit' : 'entries'}`)}
                  </Typography>
                  <EntryRows
                    row={{ productId, storeId, unitName: row.unitName ?? '' }}
                    transit={transit}
                    asOf={undefined}
                    within={query.data.span}
                  />
                </Box>
              ),
          )}
        </>
      )}
    </StockDrawer>
  )
}
