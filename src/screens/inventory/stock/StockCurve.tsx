import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { stockCalls } from '#contract/inventory/stock'
import { useCall } from '#src/api/useCall.ts'
import { decimalText } from '#src/ui/decimalText.ts'
import { lazyPart } from '#src/ui/lazyPart.tsx'
import { Amount } from './Amount.tsx'
import { CurveTable } from './CurveTable.tsx'
import { placeOf, type StockPlace } from './stockAddress.ts'

const TrendCanvas = lazyPart(() => import('#src/charts/TrendCanvas.tsx'))
const HEIGHT = 180
const DECIMALS = 6

/** What was on hand at the end of each of the last days. It is drawn only: the figures themselves are never floats. */
export function StockCurve({ of }: { of: StockPlace }) {
  const { unitName: unit } = of
  const { t, i18n } = useTranslation()
  const { data } = useCall(stockCalls.days, { query: placeOf(of) }, { staleTime: 0 })
  const name = t('inventory:stock.fields.onHand')
  const days = useMemo(() => data?.map(({ day }) => day) ?? [], [data])
  const lines = useMemo(() => [{ name, values: data?.map(({ onHand }) => Number(onHand)) ?? [] }], [name, data])
  if (!data) return null
  const amount = (at: number) => t('inventory:stock.amount', { amount: decimalText(data.at(at)!.onHand, i18n.language, DECIMALS), unit })
  const words = t('inventory:stock.curve', { count: data.length, from: amount(0), to: amount(-1) })
  return (
    <div>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {words}
      </Typography>
      <CurveTable
        label={t('inventory:stock.curveTable')}
        heads={[t('inventory:stock.curveDay'), name]}
        rows={data.map(({ day, onHand }) => ({ at: day, cells: [day, <Amount key={day} of={onHand} unit={unit} />] }))}
        height={HEIGHT}
      >
        <Suspense fallback={<Skeleton variant="rounded" height={HEIGHT} />}>
          <TrendCanvas days={days} lines={lines} label={words} stepMs={null} height={HEIGHT} />
        </Suspense>
      </CurveTable>
    </div>
  )
}
