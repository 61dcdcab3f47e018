import ListAltIcon from '@mui/icons-material/ListAltOutlined'
import Typography from '@mui/material/Typography'
import { keepPreviousData, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { type ExpiringRow, reportCalls, SLOW_DAYS, type SlowRow } from '#contract/inventory/report'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import type { Filter } from '#src/ui/FilterBar.tsx'
import type { Column, RowAction } from '#src/ui/ListTable.tsx'
import { momentText } from '#src/time/moment.ts'
import { moneyText } from '#src/ui/money.ts'
import { useListState } from '#src/ui/useListState.ts'
import { Amount, Money } from '../stock/Amount.tsx'
import { Expiry } from '../stock/Expiry.tsx'
import { ExpiringDays } from '../stock/expiringDays.ts'
import { GoodsList } from '../stock/GoodsList.tsx'
import type { Listed } from '../stock/ListPaper.tsx'
import { openedIn, withOpened } from '../stock/stockAddress.ts'
import { StockPanel } from '../stock/StockPanel.tsx'
import { PlaceCell } from './PlaceCell.tsx'
import { narrowingIn, standingDays, STANDING_FILTERS } from './reportAddress.ts'
import { useReportFilters } from './useReportFilters.ts'

type Row = SlowRow | ExpiringRow
type Answer = Listed<Row> & { readonly totals: { readonly value: string } }

function useColumns(part: 'slow' | 'expiring', open: (row: Row) => void): Column<Row>[] {
  const { t } = useTranslation()
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
      cell: (row) => <PlaceCell name={row.productName} below={[row.productCode, row.specification, row.storeName]} base={row.areaName} />,
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
      open,
    },
    {
      name: 'value',
      label: t('inventory:stock.fields.value'),
      width: 130,
      align: 'right',
      cell: ({ value }) => <Money of={value} />,
      open,
    },
    ...(part === 'slow' ? [when('lastIssue'), when('lastMove')] : []),
  ]
}

/** What lies there too long: what was not issued for many days, or lots that have expired or soon expire. */
export function StandingTab({ part, slot }: { part: 'slow' | 'expiring'; slot: HTMLElement | null }) {
  const { t, i18n } = useTranslation()
  const [state, change] = useListState(STANDING_FILTERS)
  const [address, setAddress] = useSearchParams()
  const narrowing = narrowingIn(state)
  const asked = { ...narrowing, ...standingDays(state, part === 'slow' ? 1 : 0) }
  const paged = { query: { ...asked, page: state.page, size: state.size } }
  const look = { placeholderData: keepPreviousData, staleTime: 0 }
  const slow = useCall(reportCalls.slow, paged, { ...look, enabled: part === 'slow' })
  const soon = useCall(reportCalls.expiring, paged, { ...look, enabled: part === 'expiring' })
  const query: Pick<UseQueryResult<Answer>, 'data' | 'isError' | 'error' | 'isPlaceholderData' | 'refetch'> = part === 'slow' ? slow : soon
  const days = (part === 'slow' ? asked.days : soon.data?.days) ?? SLOW_DAYS
  const shared = useReportFilters('areaId' in narrowing ? (narrowing.areaId as number) : undefined)
  const title = t(`inventory:report.tab.${part}`)
  const within = t(`inventory:report.filter.${part}Days`, { days })
  const filters = useMemo<Filter[]>(() => [{ name: 'days', label: within }, ...shared], [within, shared])
  const opened = openedIn(address)
  const open = ({ productId, storeId }: Row) =>
    setAddress((given) => withOpened(given, { productId, storeId, part: part === 'slow' ? 'entries' : 'lots' }))
  const columns = useColumns(part, open)
  const actions: RowAction<Row>[] = [{ name: 'open', label: t('inventory:report.open'), icon: <ListAltIcon />, run: open }]
  return (
    <ExpiringDays value={soon.data?.days}>
      <GoodsList<Row, Answer>
        name={`report.${part}`}
        label={title}
        slot={slot}
        query={query}
        state={state}
        change={change}
        filters={filters}
        columns={columns}
        actions={actions}
        onOpen={open}
        empty={t(`inventory:report.none.${part}`, { days })}
        growing
        sheet={{ path: reportCalls[part === 'slow' ? 'exportSlow' : 'exportExpiring'].path, query: asked, title }}
        paper={{
          title: t('inventory:report.title'),
          facts: [title, t(`inventory:report.within.${part}`, { days })],
          said: ['days'],
          read: (paging) => call(part === 'slow' ? reportCalls.slow : reportCalls.expiring, { query: { ...asked, ...paging } }),
          totals: (answer) => ({ value: <Money of={answer.totals.value} /> }),
        }}
        between={
          query.data && (
            <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {t('inventory:report.worth', { value: moneyText(query.data.totals.value, i18n.language) })}
            </Typography>
          )
        }
      >
        {opened !== null && (
          <StockPanel
            key={`${opened.productId}-${opened.storeId}`}
            of={opened}
            asOf={undefined}
            onPart={(next) => setAddress((given) => withOpened(given, { ...opened, part: next }), { replace: true })}
            onClose={() => setAddress((given) => withOpened(given, null), { replace: true })}
          />
        )}
      </GoodsList>
    </ExpiringDays>
  )
}
