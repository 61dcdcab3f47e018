import HistoryIcon from '@mui/icons-material/HistoryOutlined'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { materialWarehousing } from '#contract/inventory/materialWarehousing'
import type { StockRow } from '#contract/inventory/stock'
import type { RowAction } from '#src/ui/ListTable.tsx'
import type { Area } from '#contract/farm/area'
import { BaseGate } from '#src/session/BaseGate.tsx'
import { StockList } from '../stock/StockPage.tsx'

/** What is in stock of agricultural products in the stores of the base that is worked in; each leads to the record of its product. */
export default function MaterialStockPage() {
  const { t } = useTranslation()
  return <BaseGate title={t('inventory:materialStock.title')}>{(area) => <MaterialStock key={area.areaId} {...area} />}</BaseGate>
}

function MaterialStock({ areaId, areaName }: Pick<Area, 'areaId' | 'areaName'>) {
  const { t } = useTranslation()
  const go = useNavigate()
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
  return (
    <StockList
      title={t('inventory:materialStock.title')}
      lead={`${areaName} · ${t('inventory:materialStock.lead')}`}
      empty={t('inventory:materialStock.empty')}
      begin={{ by: materialWarehousing, words: t('inventory:materialStock.begin') }}
      within={within}
      more={more}
    />
  )
}
