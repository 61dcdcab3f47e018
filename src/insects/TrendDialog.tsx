import PauseIcon from '@mui/icons-material/Pause'
import PlayIcon from '@mui/icons-material/PlayArrow'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { insectStatisticsCalls } from '#contract/insects/insectStatistics'
import { useCall } from '#src/api/useCall.ts'
import { PEST_MODAL_WIDTH } from '#src/theme/theme.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { lazyPart } from '#src/ui/lazyPart.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { SmallTable } from '#src/ui/SmallTable.tsx'
import { DayRange, type Days, lastMonth, rangeText } from './DayRange.tsx'
import { daysBetween, SHOWN_AT_FIRST, type TrendLine, type TrendSeries, trendSeries } from './trend.ts'
import { useKinds } from './useKinds.ts'

const TrendCanvas = lazyPart(() => import('#src/charts/TrendCanvas.tsx'))

/** PEST-02: the figures of each day are shown for so long. */
const STEP_MS = 1500
const HEIGHT = 380

/** The insects of a lamp by day and kind, of the last month until other days are chosen (PEST-01 to -03). */
export function TrendDialog({ lamp, onClose }: { lamp: { readonly id: number; readonly name: string }; onClose: () => void }) {
  const { t } = useTranslation()
  const [days, setDays] = useState(lastMonth)
  const range = rangeText(days)
  const query = useCall(
    insectStatisticsCalls.trend,
    { query: { concentratorId: lamp.id, startTime: range?.startTime ?? '', endTime: range?.endTime ?? '' } },
    { enabled: range !== null },
  )
  return (
    <Modal open onClose={onClose} width={PEST_MODAL_WIDTH} title={t('insects:trend.of', { name: lamp.name })}>
      <Stack spacing={2} sx={{ pt: 1 }}>
        <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap' }}>
          <DayRange days={days} onChange={setDays} />
        </Stack>
        {query.isError ? (
          <Box sx={{ minHeight: HEIGHT, display: 'grid', placeItems: 'center' }}>
            <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
          </Box>
        ) : query.data === undefined ? (
          <Skeleton variant="rounded" height={HEIGHT} />
        ) : query.data.length === 0 ? (
          <Box sx={{ minHeight: HEIGHT, display: 'grid', placeItems: 'center' }}>
            <EmptyState variant="noData" compact title={t('insects:trend.empty')} />
          </Box>
        ) : (
          <Trend key={`${days.start} ${days.end}`} lines={query.data} days={days} />
        )}
      </Stack>
    </Modal>
  )
}

function Trend({ lines, days: { start, end } }: { lines: readonly TrendLine[]; days: Days }) {
  const { t } = useTranslation()
  const { colorOf } = useKinds()
  const still = useMediaQuery('(prefers-reduced-motion: reduce)', { noSsr: true })
  const days = useMemo(() => daysBetween(start, end), [start, end])
  const series = useMemo(() => trendSeries(lines, days), [lines, days])
  const [chosen, setChosen] = useState<ReadonlyMap<number | null, boolean>>(new Map())
  const [paused, setPaused] = useState(still)
  const [asTable, setAsTable] = useState(false)
  const isShown = ({ kind }: TrendSeries) => chosen.get(kind) ?? series.findIndex((one) => one.kind === kind) < SHOWN_AT_FIRST
  const shown = series.filter(isShown)
  const drawn = shown.map(({ kind, name, values }) => ({ name, values, color: colorOf(kind) }))
  return (
    <Stack spacing={1}>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Box
          component="fieldset"
          aria-label={t('insects:trend.legend')}
          sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', flex: 1, minWidth: 0, m: 0, p: 0, border: 0 }}
        >
          {series.map((one) => (
            <Chip
              key={one.kind ?? 'none'}
              clickable
              aria-pressed={isShown(one)}
              variant={isShown(one) ? 'filled' : 'outlined'}
              icon={
                <Box
                  aria-hidden
                  sx={{ width: 14, height: 4, borderRadius: 1, bgcolor: isShown(one) ? colorOf(one.kind) : 'transparent' }}
                />
              }
              label={`${one.name} ${one.total}`}
              onClick={() => setChosen(new Map(chosen).set(one.kind, !isShown(one)))}
            />
          ))}
        </Box>
        {!asTable && (
          <Button startIcon={paused ? <PlayIcon /> : <PauseIcon />} onClick={() => setPaused(!paused)}>
            {t(paused ? 'insects:trend.play' : 'insects:trend.pause')}
          </Button>
        )}
        <Button onClick={() => setAsTable(!asTable)}>{t(asTable ? 'insects:trend.asChart' : 'charts:table')}</Button>
      </Stack>
      {asTable ? (
        <TrendTable days={days} series={shown} />
      ) : (
        <Suspense fallback={<Skeleton variant="rounded" height={HEIGHT} />}>
          <TrendCanvas
            days={days}
            lines={drawn}
            label={t('charts:picture', { names: shown.map(({ name }) => name).join(', ') })}
            stepMs={paused ? null : STEP_MS}
          />
        </Suspense>
      )}
    </Stack>
  )
}

/** The days on which anything was found, the newest first. */
function TrendTable({ days, series }: { days: readonly string[]; series: readonly TrendSeries[] }) {
  const { t } = useTranslation()
  const found = days.flatMap((day, at) => (series.some(({ values }) => values[at]! > 0) ? [{ day, at }] : [])).toReversed()
  return (
    <SmallTable
      label={t('charts:table')}
      heads={[t('insects:trend.day'), ...series.map(({ name }) => ({ words: name, right: true }))]}
      maxHeight={HEIGHT}
    >
      {found.map(({ day, at }) => (
        <TableRow key={day}>
          <TableCell>{day}</TableCell>
          {series.map(({ kind, values }) => (
            <TableCell key={kind ?? 'none'} align="right">
              {values[at]}
            </TableCell>
          ))}
        </TableRow>
      ))}
    </SmallTable>
  )
}
