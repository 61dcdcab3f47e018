import ListAltIcon from '@mui/icons-material/ListAltOutlined'
import ZoomInIcon from '@mui/icons-material/ZoomInOutlined'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { NO_CATEGORY, REPORT_BY, type ReportBy, reportCalls, type ReportRow } from '#contract/inventory/report'
import { useCall } from '#src/api/useCall.ts'
import { useSession } from '#src/session/session.ts'
import { decimalText } from '#src/ui/decimalText.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import type { Filter } from '#src/ui/FilterBar.tsx'
import { FilterBar } from '#src/ui/FilterBar.tsx'
import { type Column, ListTable, type RowAction } from '#src/ui/ListTable.tsx'
import { moneyText } from '#src/ui/money.ts'
import { Section } from '#src/ui/Section.tsx'
import { useListState } from '#src/ui/useListState.ts'
import { useNow } from '#src/ui/useNow.ts'
import { Money } from '../stock/Amount.tsx'
import { openedIn, withOpened } from '../stock/stockAddress.ts'
import { PlaceCell } from './PlaceCell.tsx'
import { byIn, daysIn, narrowingIn, PERIOD_FILTERS, presetDays, PRESETS, withBy, withinGroup } from './reportAddress.ts'
import { ReportCurve } from './ReportCurve.tsx'
import { isNothing, type Level, LevelFigure, LEVELS, ReportFigures } from './ReportFigures.tsx'
import { ReportPanel } from './ReportPanel.tsx'
import { useReportFilters } from './useReportFilters.ts'

const HOUR = 3_600_000
const WIDTH = 118
type Row = ReportRow & { readonly at: number }

/** What a row is of. */
function useNameOf(): (row: ReportRow) => string {
  const { t } = useTranslation()
  return ({ productName, storeName, category }) =>
    productName ??
    storeName ??
    (category === NO_CATEGORY || category === null ? t('inventory:report.noCategory') : t(`inventory:product.choices.category.${category}`))
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const nameOf = useNameOf()
  const figure = (level: Level, hidden: Pick<Column<Row>, 'hidden'> = {}): Column<Row> => ({
    name: level,
    label: t(`inventory:report.fields.${level}`),
    width: WIDTH,
    align: 'right',
    ...hidden,
    cell: (row) => <LevelFigure of={row} level={level} />,
  })
  return [
    {
      name: 'name',
      label: t('inventory:report.name'),
      grow: true,
      width: 180,
      cell: (row) => (
        <PlaceCell
          name={nameOf(row)}
          below={[row.productCode, row.specification, row.productName === null ? null : row.storeName, row.areaName]}
        />
      ),
    },
    ...LEVELS.filter((level) => level !== 'transit').map((level) =>
      figure(level, level === 'opening' || level === 'closing' ? {} : { hidden: 'narrow' }),
    ),
    {
      name: 'adjusted',
      label: t('inventory:report.fields.adjusted'),
      width: WIDTH,
      align: 'right',
      hidden: 'narrow',
      cell: ({ adjusted }) => <Money of={adjusted} />,
    },
    figure('transit', { hidden: 'always' }),
  ]
}

/** What was there, came, left and is there over some days, with the rows behind each figure. */
export function PeriodTab() {
  const { t, i18n } = useTranslation()
  const { self } = useSession()
  const [state, change] = useListState(PERIOD_FILTERS)
  const [address, setAddress] = useSearchParams()
  const now = useNow(HOUR)
  const days = daysIn(state, now)
  const narrowing = narrowingIn(state)
  const by = byIn(address)
  const asked = { ...narrowing, ...days }
  const query = useCall(
    reportCalls.period,
    { query: { ...asked, by, page: state.page, size: state.size } },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  const shared = useReportFilters('areaId' in narrowing ? (narrowing.areaId as number) : undefined)
  const filters = useMemo<Filter[]>(
    () => [...(['since', 'until'] as const).map((name) => ({ name, label: t(`inventory:report.filter.${name}`), day: true })), ...shared],
    [t, shared],
  )
  const columns = useColumns()
  // A product in a store has no number of its own.
  const rows = useMemo(() => query.data?.content.map((row, at): Row => ({ ...row, at })), [query.data])
  const opened = openedIn(address)
  const open = (row: ReportRow) => {
    const { productId, storeId } = row
    if (productId !== null && storeId !== null) return setAddress((given) => withOpened(given, { productId, storeId, part: 'entries' }))
    return setAddress((given) => withinGroup(given, row))
  }
  const actions: RowAction<Row>[] = [
    { name: 'open', label: t('inventory:report.open'), icon: <ListAltIcon />, run: open, shown: () => by === 'place' },
    { name: 'narrow', label: t('inventory:report.narrow'), icon: <ZoomInIcon />, run: open, shown: () => by !== 'place' },
  ]
  const preset = PRESETS.find((name) => {
    const { from, to } = presetDays(name, now)
    return from === days.from && to === days.to
  })
  const { productId: _product, ...others } = state.filters
  const totals = query.data?.totals
  return (
    <Stack spacing={2}>
      <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap' }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={preset ?? null}
          aria-label={t('inventory:report.presets')}
          onChange={(_, next: (typeof PRESETS)[number] | null) => {
            if (next === null) return
            const { from: since, to: until } = presetDays(next, now)
            change({ filters: { ...state.filters, since, until } })
          }}
        >
          {PRESETS.map((name) => (
            <ToggleButton key={name} value={name} sx={{ minHeight: 40 }}>
              {t(`inventory:report.preset.${name}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={by}
          aria-label={t('inventory:report.groups')}
          onChange={(_, next: ReportBy | null) => {
            if (next !== null) setAddress((given) => withBy(given, next), { replace: true })
          }}
        >
          {REPORT_BY.map((name) => (
            <ToggleButton key={name} value={name} sx={{ minHeight: 40 }}>
              {t(`inventory:report.by.${name}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Stack>
      <FilterBar
        filters={filters}
        values={{ ...others, since: days.from, until: days.to }}
        onChange={(given) => change({ filters: { ...given, ...(_product ? { productId: _product } : {}) } })}
        rows={1}
      />
      {_product !== undefined && (
        <Box>
          <Chip
            label={t('inventory:report.oneProduct', { name: query.data?.content[0]?.productName ?? '…' })}
            onDelete={() => change({ filters: others })}
          />
        </Box>
      )}
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <Section title={t('inventory:report.totals', { ...days })}>
            {totals ? <ReportFigures of={totals} /> : <Skeleton variant="rounded" height={120} />}
            {totals && !isNothing(totals.transit.value) && (
              <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
                {t('inventory:report.underWay', {
                  goods: [
                    totals.transit.quantity === null
                      ? null
                      : t('inventory:stock.amount', {
                          amount: decimalText(totals.transit.quantity, i18n.language, 6),
                          unit: totals.unitName ?? '',
                        }),
                    moneyText(totals.transit.value, i18n.language),
                  ]
                    .filter(Boolean)
                    .join(' · '),
                })}
              </Typography>
            )}
          </Section>
          <ReportCurve asked={asked} />
          <ListTable
            name={`report.${by === 'place' ? 'place' : 'group'}`}
            label={t('inventory:report.title')}
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
                {t('inventory:report.empty')}
              </Typography>
            }
          />
        </>
      )}
      {opened !== null && (
        <ReportPanel
          key={`${opened.productId}-${opened.storeId}`}
          of={opened}
          days={days}
          onClose={() => setAddress((given) => withOpened(given, null), { replace: true })}
        />
      )}
    </Stack>
  )
}
