import EditOutlinedIcon from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LOT_KEEPERS } from '#contract/inventory/codes'
import { type StockLot, stockCalls } from '#contract/inventory/stock'
import { useCall } from '#src/api/useCall.ts'
import { useHeld } from '#src/session/usePermission.ts'
import { lazyPart } from '#src/ui/lazyPart.tsx'
import { ListGate } from '#src/ui/ListGate.tsx'
import { Amount } from './Amount.tsx'
import { Expiry } from './Expiry.tsx'
import { RowsTable } from './RowsTable.tsx'
import { placeOf, type StockPlace } from './stockAddress.ts'

const CorrectLotDialog = lazyPart(() => import('./CorrectLotDialog.tsx'))

/** What is there of each lot; together it is what is on hand. */
export function LotRows({ row, asOf }: { row: StockPlace; asOf: number | undefined }) {
  const { t } = useTranslation()
  const { unitName: unit } = row
  const query = useCall(stockCalls.lots, { query: { ...placeOf(row), ...(asOf === undefined ? {} : { asOf }) } }, { staleTime: 0 })
  const held = useHeld(LOT_KEEPERS)
  const [corrected, setCorrected] = useState<(StockLot & { lotId: number }) | null>(null)
  if (!query.data) return <ListGate compact query={query} rows={3} />
  const lots = query.data
  // What was is not set right by what is: the day of a lot is that of now.
  const mayCorrect = asOf === undefined && LOT_KEEPERS.some(held)
  const correctionOf = (lot: StockLot) => {
    const { lotId } = lot
    return (
      mayCorrect &&
      lotId !== null && (
        <IconButton
          size="small"
          aria-label={`${t('inventory:stock.lot.act')} · ${lot.lotNo}`}
          title={t('inventory:stock.lot.act')}
          onClick={() => setCorrected({ ...lot, lotId })}
        >
          <EditOutlinedIcon fontSize="inherit" />
        </IconButton>
      )
    )
  }
  return (
    <>
      <RowsTable
        label={t('inventory:stock.part.lots')}
        count={lots.length}
        none={t('inventory:stock.lot.none')}
        cells={[
          { label: t('inventory:stock.lot.lotNo'), content: (at) => lots[at]!.lotNo ?? t('inventory:stock.lot.ofNone') },
          {
            label: t('inventory:stock.lot.expiresOn'),
            content: (at) => (
              <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5 }}>
                <Expiry day={lots[at]!.expiresOn} at={asOf} />
                {correctionOf(lots[at]!)}
              </Box>
            ),
          },
          { label: t('inventory:stock.lot.onHand'), right: true, content: (at) => <Amount of={lots[at]!.onHand} unit={unit} /> },
        ]}
      />
      {corrected !== null && (
        <Suspense fallback={null}>
          <CorrectLotDialog of={corrected} onClose={() => setCorrected(null)} onDone={() => void query.refetch()} />
        </Suspense>
      )}
    </>
  )
}
