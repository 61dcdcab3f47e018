import ListAltIcon from '@mui/icons-material/ListAltOutlined'
import ZoomInIcon from '@mui/icons-material/ZoomInOutlined'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import {
  REPORT_BY,
  REPORT_FIGURES,
  REPORT_LEVELS,
  reportCalls,
  type ReportFigure,
  type ReportFigures as Figures,
  type ReportRow,
} from '#contract/inventory/report'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { decimalText } from '#src/ui/decimalText.ts'
import type { Filter } from '#src/ui/FilterBar.tsx'
import type { Column, RowAction } from '#src/ui/ListTable.tsx'
import { moneyText } from '#src/ui/money.ts'
import { Section } from '#src/ui/Section.tsx'
import { useListState } from '#src/ui/useListState.ts'
import { useNow } from '#src/ui/useNow.ts'
import { GoodsList } from '../stock/GoodsList.tsx'
import { PlaceCell } from './PlaceCell.tsx'
import {
  byIn,
  daysIn,
  narrowingIn,
  type OfRow,
  ofRow,
  openedFigureIn,
  PERIOD_FILTERS,
  presetDays,
  PRESETS,
  withBy,
  withinGroup,
  withOpenedFigure,
} from './reportAddress.ts'
import { ReportCurve } from './ReportCurve.tsx'
import { isNothing, LevelFigure, ReportFigures } from './ReportFigures.tsx'
import { ReportPanel } from './ReportPanel.tsx'
import { Toggles } from './Toggles.tsx'
import { useNameOf } from './useNameOf.ts'
import { useReportFilters } from './useReportFilters.ts'

const HOUR = 3_600_000
const WIDTH = 118
/** In the order in which they come to each other; what is on its way stands apart. */
const IN_ORDER: readonly ReportFigure[] = [...REPORT_LEVELS.filter((level) => level !== 'transit'), 'adjusted', 'transit']
const HIDDEN: Partial<Record<ReportFigure, NonNullable<Column<ReportRow>['hidden']>>> = { transit: 'always' }
const ALWAYS: readonly ReportFigure[] = ['opening', 'closing']

function useColumns(open: (row: ReportRow, figure: ReportFigure) => void): Column<ReportRow>[] {
  const { t } = useTranslation()
  const nameOf = useNameOf()
  return [
    {
      name: 'name',
      label: t('inventory:report.name'),
      grow: true,
      width: 180,
      cell: (row) => (
        <PlaceCell
          name={nameOf(row)}
          below={[row.productCode, row.specification, row.productName === null ? null : row.storeName]}
          base={row.areaName}
        />
      ),
    },
    ...IN_ORDER.map((figure): Column<ReportRow> => ({
      name: figure,
      label: t(`inventory:report.fields.${figure}`),
      width: WIDTH,
      align: 'right',
      ...(ALWAYS.includes(figure) ? {} : { hidden: HIDDEN[figure] ?? 'narrow' }),
      cell: (row) => <LevelFigure of={row} figure={figure} />,
      open: (row) => open(row, figure),
    })),
  ]
}

/** What was there, came, left and is there over some days, with the rows behind each figure. */
export function PeriodTab({ slot }: { slot: HTMLElement | null }) {
  const { t } = useTranslation()
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
  const show = (of: OfRow, figure: ReportFigure | null) => setAddress((given) => withOpenedFigure(given, { of, figure }))
  const open = (row: ReportRow) => (by === 'place' ? show(ofRow(row), null) : setAddress((given) => withinGroup(given, row)))
  const columns = useColumns((row, figure) => show(ofRow(row), figure))
  const actions: RowAction<ReportRow>[] = [
    by === 'place'
      ? { name: 'open', label: t('inventory:report.open'), icon: <ListAltIcon />, run: open }
      : { name: 'narrow', label: t('inventory:report.narrow'), icon: <ZoomInIcon />, run: open },
  ]
  const preset = PRESETS.find((name) => {
    const { from, to } = presetDays(name, now)
    return from === days.from && to === days.to
  })
  const { productId: product, ...others } = state.filters
  const narrowTo = ({ from: since, to: until }: typeof days) => change({ filters: { ...state.filters, since, until } })
  const totals = query.data?.totals
  const oneProduct = product === undefined ? [] : [t('inventory:report.oneProduct', { name: query.data?.content[0]?.productName ?? '…' })]
  const opened = openedFigureIn(address)
  return (
    <GoodsList
      name={`report.${by === 'place' ? 'place' : 'group'}`}
      label={t('inventory:report.title')}
      slot={slot}
      query={query}
      state={state}
      change={change}
      filters={filters}
      values={{ ...others, since: days.from, until: days.to }}
      onFilters={(given) => change({ filters: { ...given, ...(product ? { productId: product } : {}) } })}
      columns={columns}
      actions={actions}
      onOpen={open}
      empty={t('inventory:report.empty')}
      growing
      sheet={{
        path: reportCalls.export.path,
        query: { ...asked, by },
        title: `${t('inventory:report.title')} ${days.from} ${days.to}`,
      }}
      paper={{
        title: t('inventory:report.title'),
        facts: [t('inventory:report.days', { ...days }), t(`inventory:report.by.${by}`), ...oneProduct],
        said: ['since', 'until'],
        read: (paging) => call(reportCalls.period, { query: { ...asked, by, ...paging } }),
        totals: (answer) =>
          Object.fromEntries(REPORT_FIGURES.map((figure) => [figure, <LevelFigure key={figure} of={answer.totals} figure={figure} />])),
      }}
      above={
        <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap' }}>
          <Toggles
            label={t('inventory:report.presets')}
            names={PRESETS}
            chosen={preset ?? null}
            wordOf={(name) => t(`inventory:report.preset.${name}`)}
            onChoose={(name) => narrowTo(presetDays(name, now))}
          />
          <Toggles
            label={t('inventory:report.groups')}
            names={REPORT_BY}
            chosen={by}
            wordOf={(name) => t(`inventory:report.by.${name}`)}
            onChoose={(name) => setAddress((given) => withBy(given, name), { replace: true })}
          />
        </Stack>
      }
      between={
        <>
          {oneProduct.map((words) => (
            <Box key={words}>
              <Chip label={words} onDelete={() => change({ filters: others })} />
            </Box>
          ))}
          <Section title={t('inventory:report.totals', { ...days })}>
            {totals ? (
              <ReportFigures of={totals} chosen={null} onOpen={(figure) => show({}, figure)} />
            ) : (
              <Skeleton variant="rounded" height={120} />
            )}
            {totals && <UnderWay of={totals} />}
          </Section>
          <ReportCurve asked={asked} onDays={narrowTo} />
        </>
      }
    >
      {opened !== null && (
        <ReportPanel
          key={JSON.stringify(opened.of)}
          opened={opened}
          asked={{ days, narrowing }}
          onFigure={(figure) => setAddress((given) => withOpenedFigure(given, { ...opened, figure }), { replace: true })}
          onClose={() => setAddress((given) => withOpenedFigure(given, null), { replace: true })}
        />
      )}
    </GoodsList>
  )
}

/** What is on its way at the end stands in no store, which the transfers do not come to nothing by. */
function UnderWay({ of: { transit, unitName } }: { of: Figures }) {
  const { t, i18n } = useTranslation()
  if (isNothing(transit.value)) return null
  const amount = transit.quantity !== null && decimalText(transit.quantity, i18n.language, 6)
  const goods = [amount && t('inventory:stock.amount', { amount, unit: unitName ?? '' }), moneyText(transit.value, i18n.language)]
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
      {t('inventory:report.underWay', { goods: goods.filter(Boolean).join(' · ') })}
    </Typography>
  )
}
