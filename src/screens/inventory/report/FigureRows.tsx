import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { reportCalls, type ReportEntry, type ReportFigure } from '#contract/inventory/report'
import { usePagedCall } from '#src/crud/usePagedCall.tsx'
import { decimalText } from '#src/ui/decimalText.ts'
import { PAGE_SIZES } from '#src/ui/listAddress.ts'
import { ListGate } from '#src/ui/ListGate.tsx'
import { moneyText } from '#src/ui/money.ts'
import { Amount, Money } from '../stock/Amount.tsx'
import { documentCell, whenCell } from '../stock/ledgerCells.tsx'
import { Below, RowsTable } from '../stock/RowsTable.tsx'
import type { Days, narrowingIn } from './reportAddress.ts'

const DECIMALS = 6

/** The rows of the ledger that one figure is made of, and nothing else: what they come to is that figure. */
export function FigureRows({
  asked,
  figure,
  isPlace,
}: {
  asked: Days & ReturnType<typeof narrowingIn>
  /** Null: all that moved. */
  figure: ReportFigure | null
  /** They are of one product in one store, which stands above them. */
  isPlace: boolean
}) {
  const { t, i18n } = useTranslation()
  const { query, pager } = usePagedCall(reportCalls.entries, { query: { ...asked, ...(figure === null ? {} : { figure }) } }, PAGE_SIZES, {
    staleTime: 0,
    size: PAGE_SIZES[1],
  })
  if (!query.data) return <ListGate compact query={query} rows={4} />
  const { content: rows, sum, unitName } = query.data
  const name = figure === null ? t('inventory:report.moved') : t(`inventory:report.fields.${figure}`)
  const quantity =
    sum.quantity === null || unitName === null || figure === 'adjusted'
      ? []
      : [t('inventory:stock.amount', { amount: decimalText(sum.quantity, i18n.language, DECIMALS), unit: unitName })]
  return (
    <Stack spacing={1.5} sx={query.isPlaceholderData ? { opacity: 0.5 } : {}}>
      <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {t('inventory:report.sum', { figure: name, amount: [...quantity, moneyText(sum.value, i18n.language)].join(' · ') })}
      </Typography>
      <RowsTable
        label={t('inventory:report.behind', { figure: name })}
        count={rows.length}
        none={t('inventory:stock.entry.none')}
        cells={[
          { label: t('inventory:stock.entry.when'), content: (at) => whenCell(rows[at]!) },
          { label: t('inventory:stock.entry.document'), content: (at) => documentCell(rows[at]!, { t, withStore: false }) },
          ...(isPlace ? [] : [{ label: t('inventory:report.name'), content: (at: number) => placeCell(rows[at]!) }]),
          { label: t('inventory:stock.entry.quantity'), right: true, content: (at) => amountCell(rows[at]!) },
        ]}
      />
      {pager}
    </Stack>
  )
}

const placeCell = ({ productName, storeName, areaName }: ReportEntry) => (
  <>
    {productName}
    <Below>{[storeName, areaName].filter(Boolean).join(' · ')}</Below>
  </>
)
/** What was set right in value has no quantity. */
const amountCell = ({ kind, quantity, unitName, value }: ReportEntry) =>
  kind === 'revalue' ? (
    <Money of={value} />
  ) : (
    <>
      <Amount of={quantity} unit={unitName} signed />
      <Below>
        <Money of={value} />
      </Below>
    </>
  )
