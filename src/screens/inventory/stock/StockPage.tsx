import AddIcon from '@mui/icons-material/Add'
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import ListAltIcon from '@mui/icons-material/ListAltOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import type { AnyDocument } from '#contract/core/document'
import { areaCalls } from '#contract/farm/area'
import { STOCK_ONLY, stockCalls, type StockRow } from '#contract/inventory/stock'
import { store } from '#contract/inventory/store'
import { warehousing } from '#contract/inventory/warehousing'
import { useCall } from '#src/api/useCall.ts'
import { downloadFile } from '#src/files/downloadFile.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { useSession } from '#src/session/session.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { type Filter, FilterBar } from '#src/ui/FilterBar.tsx'
import { ListTable, type RowAction } from '#src/ui/ListTable.tsx'
import { momentText } from '#src/ui/moment.ts'
import { Page } from '#src/ui/Page.tsx'
import { useListState } from '#src/ui/useListState.ts'
import { asOfIn, FILTERS, openedIn, stockQuery, withOpened } from './stockAddress.ts'
import { ExpiringDays } from './expiringDays.ts'
import { StockPanel } from './StockPanel.tsx'
import { DraftApplication } from './DraftApplication.tsx'
import { useStockColumns } from './useStockColumns.tsx'

const EVERY = { page: 1, size: 0 }
const NOTHING = {}
const NONE: readonly RowAction<StockRow>[] = []
type Row = StockRow & { readonly at: number }

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
  const { self, tenantId } = useSession()
  const [state, change] = useListState(FILTERS)
  const [address, setAddress] = useSearchParams()
  const opened = openedIn(address)
  const asOf = asOfIn(state)
  const asked = { ...stockQuery(state), ...within }
  const areas = useCall(areaCalls.page, { query: { ...EVERY, organizationType: 'area' } }, { enabled: within.areaId === undefined })
  const stores = useCall(store.calls.options, { query: { ...EVERY, ...('areaId' in asked ? { areaId: asked.areaId as number } : {}) } })
  const query = useCall(stockCalls.page, { query: asked }, { placeholderData: keepPreviousData, staleTime: 0 })
  const days = query.data?.expiringDays
  const columns = useStockColumns(asOf)
  // A product in a store has no number of its own.
  const rows = useMemo(() => query.data?.content.map((row, at): Row => ({ ...row, at })), [query.data])

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
  const download = () => {
    const { page: _page, size: _size, ...narrowing } = asked
    const address = new URLSearchParams(Object.entries(narrowing).map(([name, value]) => [name, String(value)]))
    const fileUrl = `${stockCalls.export.path.replace('{t}', String(tenantId))}?${address}`
    return downloadFile({ fileUrl, fileName: `${title}.xlsx` })
  }
  const open = ({ productId, storeId }: StockRow) => setAddress((now) => withOpened(now, { productId, storeId, part: 'entries' }))
  const actions: RowAction<Row>[] = [{ name: 'open', label: t('inventory:stock.open'), icon: <ListAltIcon />, run: open }, ...more]
  const { asOf: _, ...now } = state.filters
  return (
    <ExpiringDays value={days}>
      <Page
        title={title}
        lead={lead}
        actions={
          query.data && (
            <>
              {drafts && ('areaId' in asked || !('storeId' in asked)) && (
                <DraftApplication areaId={'areaId' in asked ? (asked.areaId as number) : undefined} />
              )}
              <Button startIcon={<DownloadIcon />} onClick={() => void download()}>
                {t('crud:export')}
              </Button>
            </>
          )
        }
      >
        <Stack spacing={2} sx={{ height: '100%' }}>
          <FilterBar filters={filters} values={state.filters} onChange={(given) => change({ filters: given })} rows={1} />
          {asOf !== undefined && (
            <Alert severity="info" action={<Button onClick={() => change({ filters: now })}>{t('inventory:stock.backToNow')}</Button>}>
              {t('inventory:stock.asOf', { moment: momentText(asOf) })}
            </Alert>
          )}
          {query.isError && !query.data ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <ListTable
              name="stock"
              label={title}
              userId={self?.id ?? 0}
              rows={rows}
              total={query.data?.totalElements ?? 0}
              rowId={({ at }) => at}
              columns={columns}
              actions={actions}
              state={state}
              onState={change}
              onOpen={open}
              busy={query.isPlaceholderData}
              empty={
                <>
                  <Typography variant="body2" sx={{ maxWidth: '52ch', textAlign: 'center', textWrap: 'balance' }}>
                    {empty}
                  </Typography>
                  <Permitted code={begin.by.codes.create}>
                    <Button variant="contained" startIcon={<AddIcon />} component={Link} to={`${begin.by.page}/add`}>
                      {begin.words}
                    </Button>
                  </Permitted>
                </>
              }
            />
          )}
        </Stack>
        {opened !== null && (
          <StockPanel
            key={`${opened.productId}-${opened.storeId}`}
            of={opened}
            asOf={asOf}
            onPart={(part) => setAddress((given) => withOpened(given, { ...opened, part }), { replace: true })}
            onClose={() => setAddress((given) => withOpened(given, null), { replace: true })}
          />
        )}
      </Page>
    </ExpiringDays>
  )
}
