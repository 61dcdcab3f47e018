import ListAltIcon from '@mui/icons-material/ListAltOutlined'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { type ExpiringRow, reportCalls, SLOW_DAYS, type SlowRow } from '#contract/inventory/report'
import { useCall } from '#src/api/useCall.ts'
import { useSession } from '#src/session/session.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { type Filter, FilterBar } from '#src/ui/FilterBar.tsx'
import { type Column, ListTable, type RowAction } from '#src/ui/ListTable.tsx'
import { momentText } from '#src/ui/moment.ts'
import { useListState } from '#src/ui/useListState.ts'
import { Amount, Money } from '../stock/Amount.tsx'
import { Expiry } from '../stock/Expiry.tsx'
import { ExpiringDays } from '../stock/expiringDays.ts'
import { openedIn, withOpened } from '../stock/stockAddress.ts'
import { StockPanel } from '../stock/StockPanel.tsx'
import { PlaceCell } from './PlaceCell.tsx'
import { narrowingIn, standingDays, STANDING_FILTERS } from './reportAddress.ts'
import { useReportFilters } from './useReportFilters.ts'

type Row = (SlowRow | ExpiringRow) & { readonly at: number }

function useColumns(part: 'slow' | 'expiring'): Column<Row>[] {
  const { t } = useTranslation()
  return useMemo(() => {
    const when = (name: 'lastIssue' | 'lastMove'): Column<Row> => ({
      name,
      label: t(`inventory:report.fields.${name}`),
      width: 150,
      hidden: 'narrow',
      cell: (row) => ('lastMove' in row && row[name] !== null ? momentText(row[name]).slice(0, 16) : t('inventory:report.never')),
    })
    return [
      {
        name: 'product',
        label: t('inventory:stock.fields.product'),
        grow: true,
        width: 180,
        cell: (row) => <PlaceCell name={row.productName} below={[row.productCode, row.specification, row.storeName, row.areaName]} />,
      },
      ...(part === 'expiring'
        ? [
            {
              name: 'lotNo',
              label: t('inventory:stock.lot.lotNo'),
              width: 130,
              hidden: 'narrow' as const,
              cell: (row: Row) => ('lotNo' in row ? row.lotNo : null),
            },
            {
              name: 'expiresOn',
              label: t('inventory:stock.lot.expiresOn'),
              width: 130,
              cell: (row: Row) => 'expiresOn' in row && <Expiry day={row.expiresOn} at={undefined} />,
            },
          ]
        : []),
      {
        name: 'onHand',
        label: t('inventory:stock.fields.onHand'),
        width: 130,
        align: 'right',
        cell: ({ onHand, unitName }) => <Amount of={onHand} unit={unitName} />,
      },
      { name: 'value', label: t('inventory:stock.fields.value'), width: 130, align: 'right', cell: ({ value }) => <Money of={value} /> },
      ...(part === 'slow' ? [when('lastIssue'), when('lastMove')] : []),
    ]
  }, [t, part])
}

/** What lies there too long: what was not issued for many days, or lots that have expired or soon expire. */
export function StandingTab({ part }: { part: 'slow' | 'expiring' }) {
  const { t } = useTranslation()
  const { self } = useSession()
  const [state, change] = useListState(STANDING_FILTERS)
  const [address, setAddress] = useSearchParams()
  const narrowing = narrowingIn(state)
  const paging = { page: state.page, size: state.size, ...narrowing }
  const look = { placeholderData: keepPreviousData, staleTime: 0 }
  const slow = useCall(reportCalls.slow, { query: { ...paging, ...standingDays(state, 1) } }, { ...look, enabled: part === 'slow' })
  const soon = useCall(reportCalls.expiring, { query: { ...paging, ...standingDays(state, 0) } }, { ...look, enabled: part === 'expiring' })
  const query = part === 'slow' ? slow : soon
  const days = (part === 'slow' ? standingDays(state, 1).days : soon.data?.days) ?? SLOW_DAYS
  const shared = useReportFilters('areaId' in narrowing ? (narrowing.areaId as number) : undefined)
  const filters = useMemo<Filter[]>(
    () => [{ name: 'days', label: t(`inventory:report.filter.${part}Days`, { days }) }, ...shared],
    [t, part, days, shared],
  )
  const columns = useColumns(part)
  const rows = useMemo(() => query.data?.content.map((row, at): Row => ({ ...row, at })), [query.data])
  const opened = openedIn(address)
  const open = ({ productId, storeId }: Row) =>
    setAddress((given) => withOpened(given, { productId, storeId, part: part === 'slow' ? 'entries' : 'lots' }))
  const actions: RowAction<Row>[] = [{ name: 'open', label: t('inventory:report.open'), icon: <ListAltIcon />, run: open }]
  return (
    <ExpiringDays value={soon.data?.days}>
      <Stack spacing={2} sx={{ height: '100%' }}>
        <FilterBar filters={filters} values={state.filters} onChange={(given) => change({ filters: given })} rows={1} />
        {query.isError && !query.data ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <ListTable
            name={`report.${part}`}
            label={t(`inventory:report.tab.${part}`)}
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
            growing
            empty={
              <Typography variant="body2" sx={{ maxWidth: '52ch', textAlign: 'center', textWrap: 'balance' }}>
                {t(`inventory:report.none.${part}`, { days })}
              </Typography>
            }
          />
        )}
      </Stack>
      {opened !== null && (
        <StockPanel
          key={`${opened.productId}-${opened.storeId}`}
          of={opened}
          asOf={undefined}
          onPart={(next) => setAddress((given) => withOpened(given, { ...opened, part: next }), { replace: true })}
          onClose={() => setAddress((given) => withOpened(given, null), { replace: true })}
        />
      )}
    </ExpiringDays>
  )
}
