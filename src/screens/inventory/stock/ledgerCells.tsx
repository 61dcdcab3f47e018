import Box from '@mui/material/Box'
import type { TFunction } from 'i18next'
import type { LedgerRow } from '#contract/inventory/stockFields'
import { momentText } from '#src/time/moment.ts'
import { DocumentLink } from './DocumentLink.tsx'
import { Below } from './RowsTable.tsx'

/** When goods moved, and who wrote it. */
export function whenCell({ effectiveAt, userName }: LedgerRow) {
  const [day, time] = momentText(effectiveAt).slice(0, 16).split(' ')
  return (
    <>
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        {day}
      </Box>{' '}
      {time}
      <Below>{userName}</Below>
    </>
  )
}

/** The document of a row of the ledger, with what else tells it from others. */
export function documentCell(row: LedgerRow, { t, withStore }: { t: TFunction; withStore: boolean }) {
  const { document, posting, kind, reason, storeName, areaName, areaAssumed, lotNo } = row
  const base = { base: areaName ?? '' }
  const why =
    kind === 'revalue'
      ? t('inventory:stock.entry.revalued')
      : posting === 'reverse'
        ? t('inventory:stock.entry.reversed', { reason: reason ?? '' })
        : posting === 'loss'
          ? t('inventory:stock.entry.lost', { reason: reason ?? '' })
          : null
  return (
    <>
      {document !== null && <DocumentLink of={document} />}
      {kind === 'relocate' && <Below>{t('inventory:stock.entry.relocated', base)}</Below>}
      {why !== null && <Below>{why}</Below>}
      {withStore && <Below>{storeName}</Below>}
      {areaAssumed && <Below>{t('inventory:stock.entry.baseAssumed', base)}</Below>}
      {lotNo !== null && <Below>{t('inventory:stock.entry.lot', { lot: lotNo })}</Below>}
    </>
  )
}
