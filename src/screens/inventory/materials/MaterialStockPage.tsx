import HistoryIcon from '@mui/icons-material/HistoryOutlined'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { materialWarehousing } from '#contract/inventory/materialWarehousing'
import type { StockRow } from '#contract/inventory/stock'
import { useArea } from '#src/session/useArea.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import type { RowAction } from '#src/ui/ListTable.tsx'
import { Page } from '#src/ui/Page.tsx'
import { SkeletonPage } from '#src/ui/Skeletons.tsx'
import { StockList } from '../stock/StockPage.tsx'

/** What is in stock of agricultural products in the stores of the base that is worked in; each leads to the record of its product. */
export default function MaterialStockPage() {
  const { t } = useTranslation()
  const go = useNavigate()
  const { area, status, retry } = useArea()
  const areaId = area?.areaId ?? 0
  const within = useMemo(() => ({ areaId, productType: 'agricultural' as const }), [areaId])
  const more = useMemo<RowAction<StockRow>[]>(
    () => [
      {
        name: 'record',
        label: t('inventory:materialStock.record'),
        icon: <HistoryIcon />,
        run: ({ productId }) => void go(`/web/farm/agricultural/agricultural-inventory/record/${productId}`),
      },
    ],
    [t, go],
  )
  const title = t('inventory:materialStock.title')
  if (status === 'failed') return <Page title={title}>{<ErrorState onRetry={retry} />}</Page>
  if (status === 'none') return <Page title={title}>{<EmptyState variant="noData" title={t('frame:area.none')} />}</Page>
  if (!area) return <SkeletonPage />
  return (
    <StockList
      key={areaId}
      title={title}
      lead={`${area.areaName} · ${t('inventory:materialStock.lead')}`}
      empty={t('inventory:materialStock.empty')}
      begin={{ by: materialWarehousing, words: t('inventory:materialStock.begin') }}
      within={within}
      more={more}
    />
  )
}
