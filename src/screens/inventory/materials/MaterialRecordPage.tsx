import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Stack from '@mui/material/Stack'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { stockCalls, type StockRow } from '#contract/inventory/stock'
import { useCall } from '#src/api/useCall.ts'
import { NotFoundPage } from '#src/frame/ErrorPages.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Page } from '#src/ui/Page.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Unread } from '#src/ui/Unread.tsx'
import { Amount, Money } from '../stock/Amount.tsx'
import { Below, RowsTable } from '../stock/RowsTable.tsx'
import { PARTS, SPAN, type StockPart } from '../stock/stockAddress.ts'
import { StockCurve } from '../stock/StockCurve.tsx'
import { StockFigures, StockPartRows } from '../stock/StockPanel.tsx'
import { wholeOf } from './wholeOf.ts'

const LIST = '/web/farm/agricultural/agricultural-inventory'

/** The record of an agricultural product over all stores that one sees: what it comes to, store by store, and the rows behind every figure. */
export default function MaterialRecordPage() {
  const { t } = useTranslation()
  const id = Number(/^[1-9]\d{0,14}$/.exec(useParams().id ?? '')?.[0] ?? 0)
  const [address, setAddress] = useSearchParams()
  const query = useCall(
    stockCalls.page,
    { query: { page: 1, size: 0, productId: id, productType: 'agricultural' } },
    { enabled: id > 0, staleTime: 0 },
  )
  if (id === 0) return <NotFoundPage />
  const title = t('inventory:materialStock.recordTitle')
  const lead = t('inventory:materialStock.recordLead')
  const toList = (
    <Button component={Link} to={LIST} variant="outlined">
      {t('inventory:materialStock.toList')}
    </Button>
  )
  if (!query.data) return <Unread title={title} query={query} />
  const rows = query.data.content
  const whole = wholeOf(rows)
  if (whole === null)
    return (
      <Page title={title} lead={lead}>
        <EmptyState variant="noData" title={t('inventory:materialStock.none')} text={null} action={toList} />
      </Page>
    )
  const part = PARTS.find((one) => one === address.get('part')) ?? 'entries'
  const show = (next: StockPart) =>
    setAddress(
      (now) => {
        const then = new URLSearchParams(now)
        for (const name of ['part', ...SPAN]) then.delete(name)
        if (next !== 'entries') then.set('part', next)
        return then
      },
      { replace: true },
    )
  const place = { productId: id, unitName: whole.unitName }
  const more = [whole.productCode, whole.specification].filter(Boolean).join(' · ')
  return (
    <Page
      title={`${title} ${whole.productName}`}
      windowTitle={`${whole.productName} · ${title}`}
      lead={more === '' ? lead : `${more} · ${lead}`}
      actions={toList}
    >
      <Stack spacing={2}>
        <Card>
          <Stack spacing={2} sx={{ p: 2 }}>
            <StockFigures row={whole} part={part} asOf={undefined} onPart={show} />
            {part === 'entries' && <StockCurve of={place} />}
            <StockPartRows part={part} row={place} asOf={undefined} />
          </Stack>
        </Card>
        <Section title={t('inventory:materialStock.stores')} flush>
          <Stores rows={rows} />
        </Section>
      </Stack>
    </Page>
  )
}

function Stores({ rows }: { rows: readonly StockRow[] }) {
  const { t } = useTranslation()
  const amount = (of: string | null) => (of === null ? t('crud:none') : <Amount of={of} />)
  return (
    <RowsTable
      label={t('inventory:materialStock.stores')}
      count={rows.length}
      none={t('inventory:materialStock.none')}
      cells={[
        {
          label: t('inventory:stock.fields.store'),
          content: (at) => (
            <>
              {rows[at]!.storeName}
              <Below>{rows[at]!.areaName}</Below>
            </>
          ),
        },
        {
          label: t('inventory:stock.fields.onHand'),
          right: true,
          content: (at) => <Amount of={rows[at]!.onHand} unit={rows[at]!.unitName} />,
        },
        { label: t('inventory:stock.fields.reserved'), right: true, content: (at) => amount(rows[at]!.reserved) },
        { label: t('inventory:stock.fields.value'), right: true, content: (at) => <Money of={rows[at]!.value} /> },
      ]}
    />
  )
}
