import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { stockCalls } from '#contract/inventory/stock'
import { usePagedCall } from '#src/crud/usePagedCall.tsx'
import { decimalText } from '#src/ui/decimalText.ts'
import { ListGate } from '#src/ui/ListGate.tsx'
import { type Filter, FilterBar } from '#src/ui/FilterBar.tsx'
import { PAGE_SIZES } from '#src/ui/listAddress.ts'
import { moneyText } from '#src/ui/money.ts'
import { useListState } from '#src/ui/useListState.ts'
import { Amount, Money } from './Amount.tsx'
import { documentCell, whenCell } from './ledgerCells.tsx'
import { Below, RowsTable } from './RowsTable.tsx'
import { placeOf, SPAN, spanOf, type StockPlace } from './stockAddress.ts'

const DECIMALS = 6
const FIRST = { page: 1, size: PAGE_SIZES[1] as number }

/**
 * The ledger of a product in a store, or in all, or on its way there: newest first, with what was there after each row and at either end. Of the
 * days that one chooses, or of a span that is given (ms UTC, both included).
 */
export function EntryRows({
  row,
  transit,
  asOf,
  within,
}: {
  row: StockPlace
  transit: boolean
  asOf: number | undefined
  /** With the base in which it happened, where only that of one counts. */
  within?: { readonly from: number; readonly to: number; readonly areaId?: number }
}) {
  const { t, i18n } = useTranslation()
  const { unitName: unit } = row
  const [{ filters: span }, change] = useListState(SPAN)
  const { query, turn, pager } = usePagedCall(
    stockCalls.entries,
    { query: { ...placeOf(row), ...(transit ? { transit: 1 } : {}), ...(within ?? spanOf(span, asOf)) } },
    PAGE_SIZES,
    { staleTime: 0, size: FIRST.size },
  )
  const filters = useMemo<Filter[]>(() => SPAN.map((name) => ({ name, label: t(`inventory:stock.entry.${name}`), day: true })), [t])
  const rows = query.data?.content ?? []
  const narrow = (given: Record<string, string>) => {
    turn(FIRST)
    change({ filters: given })
  }
  const amount = (of: string) => t('inventory:stock.amount', { amount: decimalText(of, i18n.language, DECIMALS), unit })
  return (
    <Stack spacing={1.5}>
      {within === undefined && <FilterBar filters={filters} values={span} onChange={narrow} />}
      <ListGate compact query={query} rows={4}>
        {({ opening, closing }) => (
          <>
            <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {t('inventory:stock.entry.span', {
                opening: amount(opening.quantity),
                openingValue: moneyText(opening.value, i18n.language),
                closing: amount(closing.quantity),
                closingValue: moneyText(closing.value, i18n.language),
              })}
            </Typography>
            <RowsTable
              label={t(`inventory:stock.part.${transit ? 'transit' : 'entries'}`)}
              count={rows.length}
              none={t('inventory:stock.entry.none')}
              cells={[
                {
                  label: t('inventory:stock.entry.when'),
                  content: (at) => whenCell(rows[at]!),
                },
                {
                  label: t('inventory:stock.entry.document'),
                  content: (at) => documentCell(rows[at]!, { t, withStore: row.storeId === undefined }),
                },
                {
                  label: t('inventory:stock.entry.quantity'),
                  right: true,
                  content: (at) => (
                    <>
                      <Amount of={rows[at]!.quantity} unit={unit} signed />
                      <Below>
                        <Money of={rows[at]!.value} />
                      </Below>
                    </>
                  ),
                },
                { label: t('inventory:stock.entry.balance'), right: true, content: (at) => <Amount of={rows[at]!.balance} unit={unit} /> },
              ]}
            />
            {pager}
          </>
        )}
      </ListGate>
    </Stack>
  )
}
