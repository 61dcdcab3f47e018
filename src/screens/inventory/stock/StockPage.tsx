import AddIcon from '@mui/icons-material/Add'
import ListAltIcon from '@mui/icons-material/ListAltOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { exactText, millionths } from '#contract/core/exact'
import type { AnyDocument } from '#contract/core/document'
import { areaCalls } from '#contract/farm/area'
import { STOCK_ONLY, stockCalls, type StockRow } from '#contract/inventory/stock'
import { store } from '#contract/inventory/store'
import { warehousing } from '#contract/inventory/warehousing'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import type { Filter } from '#src/ui/FilterBar.tsx'
import type { RowAction } from '#src/ui/ListTable.tsx'
import { momentText } from '#src/time/moment.ts'
import { Page } from '#src/ui/Page.tsx'
import { useListState } from '#src/ui/useListState.ts'
import { asOfIn, FILTERS, openedIn, type StockPart, stockQuery, withOpened } from './stockAddress.ts'
import { Money } from './Amount.tsx'
import { GoodsList } from './GoodsList.tsx'
import type { Listed } from './ListPaper.tsx'
import { ExpiringDays } from './expiringDays.ts'
import { StockPanel } from './StockPanel.tsx'
import { DraftApplication } from './DraftApplication.tsx'
import { useStockColumns } from './useStockColumns.tsx'

const EVERY = { page: 1, size: 0 }
const NOTHING = {}
const NONE: readonly RowAction<StockRow>[] = []

interface StockListProps {
  readonly title: string
  readonly lead: string
  /** What is said where nothing is there yet, and the kind of document by which the first goods come. */
  readonly empty: string
  readonly begin: { readonly by: AnyDocument; readonly words: string }
  /** What every page of it is narrowed by, without standing in the address. */
  readonly within?: { readonly areaId?: number; readonly productType?: 'agricultural' }
  /** What is below its minimum can be asked for from here. */
  readonly drafts?: boolean
  /** What else can be done with a row. */
  readonly more?: readonly RowAction<StockRow>[]
}

/** What all rows are worth, where none of them is left out. */
const worthOf = ({ content, totalElements }: Listed<StockRow>) =>
  content.length < totalElements
    ? {}
    : { value: <Money of={exactText(content.reduce((sum, { value }) => sum + millionths(value)!, 0n))} /> }

/** What is in the stores. */
export default function StockPage() {
  const { t } = useTranslation()
  return (
    <StockList
      title={t('inventory:stock.title')}
      lead={t('inventory:stock.lead')}
      empty={t('inventory:stock.empty')}
      begin={{ by: warehousing, words: t('inventory:stock.begin') }}
      drafts
    />
  )
}

/** A list of what is in stores, now or as of a moment of the past: filters in the address, and each row opens what its figures are made of. */
export function StockList({ title, lead, empty, begin, within = NOTHING, drafts = false, more = NONE }: StockListProps) {
  const { t } = useTranslation()
  const [state, change] = useListState(FILTERS)
  const [address, setAddress] = useSearchParams()
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const opened = openedIn(address)
  const asOf = asOfIn(state)
  const asked = { ...stockQuery(state), ...within }
  const areas = useCall(areaCalls.page, { query: { ...EVERY, organizationType: 'area' } }, { enabled: within.areaId === undefined })
  const stores = useCall(store.calls.options, { query: { ...EVERY, ...('areaId' in asked ? { areaId: asked.areaId as number } : {}) } })
  const query = useCall(stockCalls.page, { query: asked }, { placeholderData: keepPreviousData, staleTime: 0 })
  const days = query.data?.expiringDays

  const filters = useMemo<Filter[]>(
    () => [
      { name: 'search', label: t('inventory:stock.filter.search') },
      {
        name: 'only',
        label: t('inventory:stock.filter.only'),
        options: STOCK_ONLY.map((value) => ({ value, label: t(`inventory:stock.only.${value}`, { days: days ?? '…' }) })),
      },
      {
        name: 'storeId',
        label: t('inventory:stock.filter.storeId'),
        options: (stores.data?.content ?? []).map(({ id, title }) => ({ value: String(id), label: title })),
      },
      { name: 'asOf', label: t('inventory:stock.filter.asOf'), moment: true },
      ...(within.areaId === undefined
        ? [
            {
              name: 'areaId',
              label: t('inventory:stock.filter.areaId'),
              options: (areas.data?.content ?? []).map(({ areaId, areaName }) => ({ value: String(areaId), label: areaName })),
            },
          ]
        : []),
    ],
    [t, days, stores.data, areas.data, within.areaId],
  )
  const openPart = ({ productId, storeId }: StockRow, part: StockPart) => setAddress((now) => withOpened(now, { productId, storeId, part }))
  const open = (row: StockRow) => openPart(row, 'entries')
  const columns = useStockColumns(asOf, openPart)
  const actions: RowAction<StockRow>[] = [{ name: 'open', label: t('inventory:stock.open'), icon: <ListAltIcon />, run: open }, ...more]
  const { asOf: _, ...now } = state.filters
  const { page: _page, size: _size, ...narrowing } = asked
  return (
    <ExpiringDays value={days}>
      <Page
        title={title}
        lead={lead}
        actions={
          <>
            {query.data && drafts && ('areaId' in asked || !('storeId' in asked)) && (
              <DraftApplication areaId={'areaId' in asked ? (asked.areaId as number) : undefined} />
            )}
            <Box ref={setSlot} sx={{ display: 'contents' }} />
          </>
        }
      >
        <GoodsList
          name="stock"
          label={title}
          slot={slot}
          query={query}
          state={state}
          change={change}
          filters={filters}
          columns={columns}
          actions={actions}
          onOpen={open}
          empty={empty}
          begin={
            <Permitted code={begin.by.codes.create}>
              <Button variant="contained" startIcon={<AddIcon />} component={Link} to={`${begin.by.page}/add`}>
                {begin.words}
              </Button>
            </Permitted>
          }
          sheet={{ path: stockCalls.export.path, query: narrowing, title }}
          paper={{
            title,
            facts: asOf === undefined ? [] : [t('inventory:stock.asOf', { moment: momentText(asOf) })],
            said: ['asOf'],
            read: (paging) => call(stockCalls.page, { query: { ...narrowing, ...paging } }),
            totals: worthOf,
          }}
          between={
            asOf !== undefined && (
              <Alert severity="info" action={<Button onClick={() => change({ filters: now })}>{t('inventory:stock.backToNow')}</Button>}>
                {t('inventory:stock.asOf', { moment: momentText(asOf) })}
              </Alert>
            )
          }
        >
          {opened !== null && (
            <StockPanel
              key={`${opened.productId}-${opened.storeId}`}
              of={opened}
              asOf={asOf}
              onPart={(part) => setAddress((given) => withOpened(given, { ...opened, part }), { replace: true })}
              onClose={() => setAddress((given) => withOpened(given, null), { replace: true })}
            />
          )}
        </GoodsList>
      </Page>
    </ExpiringDays>
  )
}
