import { useTranslation } from 'react-i18next'
import { stockCalls } from '#contract/inventory/stock'
import { useCall } from '#src/api/useCall.ts'
import { ListGate } from '#src/ui/ListGate.tsx'
import { Amount } from './Amount.tsx'
import { Expiry } from './Expiry.tsx'
import { RowsTable } from './RowsTable.tsx'
import { placeOf, type StockPlace } from './stockAddress.ts'

/** What is there of each lot; together it is what is on hand. */
export function LotRows({ row, asOf }: { row: StockPlace; asOf: number | undefined }) {
  const { t } = useTranslation()
  const { unitName: unit } = row
  const query = useCall(stockCalls.lots, { query: { ...placeOf(row), ...(asOf === undefined ? {} : { asOf }) } }, { staleTime: 0 })
  if (!query.data) return <ListGate compact query={query} rows={3} />
  const lots = query.data
  return (
    <RowsTable
      label={t('inventory:stock.part.lots')}
      count={lots.length}
      none={t('inventory:stock.lot.none')}
      cells={[
        { label: t('inventory:stock.lot.lotNo'), content: (at) => lots[at]!.lotNo ?? t('inventory:stock.lot.ofNone') },
        { label: t('inventory:stock.lot.expiresOn'), content: (at) => <Expiry day={lots[at]!.expiresOn} at={asOf} /> },
        { label: t('inventory:stock.lot.onHand'), right: true, content: (at) => <Amount of={lots[at]!.onHand} unit={unit} /> },
      ]}
    />
  )
}
