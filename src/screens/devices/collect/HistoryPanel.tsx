import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { useTheme } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import { keepPreviousData } from '@tanstack/react-query'
import dayjs from 'dayjs'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { collectCalls, type CollectItem } from '#contract/devices/collect'
import { useCall } from '#src/api/useCall.ts'
import { HistoryChart } from '#src/charts/HistoryChart.tsx'
import { Dates } from '#src/ui/Dates.tsx'
import { useClock } from '#src/live/useClock.ts'
import { useSession } from '#src/session/session.ts'
import { colorOf } from '#src/theme/theme.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { describeSpan, type HistoryRange, PRESETS, presetRange, type Preset, rangeMoments } from '../historyRange.ts'
import { colorCode } from '../itemName.ts'
import { useDelayed } from '../useDelayed.ts'

/** COLLECT-04: what was chosen must stand still for this long before the curve is asked for. */
const RELOAD_DELAY_MS = 500
const REFRESH_MS = 60_000
/** About one point a pixel of the widest chart. */
const POINTS = 1000

/** History curves of the picked items over a range of days. */
export function HistoryPanel({
  deviceId,
  items,
  picked,
  onPick,
}: {
  deviceId: number
  items: readonly CollectItem[]
  picked: readonly number[]
  onPick: (itemIds: number[]) => void
}) {
  const { t } = useTranslation()
  const theme = useTheme()
  const { tenantId } = useSession()
  const now = useClock(REFRESH_MS)
  const [preset, setPreset] = useState<Preset | null>('today')
  const [range, setRange] = useState<HistoryRange>(() => presetRange('today', Date.now()))
  const chosen = items.filter(({ id }) => picked.includes(id))
  const wanted = useDelayed(`${range.start}/${range.end}/${chosen.map(({ id }) => id).join()}`, RELOAD_DELAY_MS)
  const asked = useMemo(() => {
    const [start = '', end = '', itemIds = ''] = wanted.split('/')
    return { moments: rangeMoments({ start, end }), itemIds }
  }, [wanted])
  const { moments, itemIds } = asked
  const today = moments !== null && moments[1] > now
  const query = useCall(
    collectCalls.curve,
    { params: { id: deviceId }, query: { startTime: moments?.[0] ?? 0, endTime: moments?.[1] ?? 0, itemIds, points: POINTS } },
    {
      enabled: tenantId !== -1 && deviceId !== -1 && moments !== null && itemIds !== '',
      placeholderData: keepPreviousData,
      refetchInterval: today ? REFRESH_MS : false,
    },
  )
  const curves = useMemo(
    () =>
      (query.data ?? []).flatMap((curve) => {
        const item = items.find(({ id }) => id === curve.itemId)
        return item
          ? [{ ...curve, name: item.name, unit: item.unit, color: colorOf(theme, colorCode(item.code)), low: item.low, high: item.high }]
          : []
      }),
    [query.data, items, theme],
  )
  const choose = (change: Partial<HistoryRange>) => {
    setPreset(null)
    setRange({ ...range, ...change })
  }
  const disordered = rangeMoments(range) === null
  const bucket = Math.max(0, ...curves.map((curve) => curve.bucket))
  const span = describeSpan(bucket)
  return (
    <Stack spacing={1.5} component="section" aria-label={t('devices:history.title')}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <Typography variant="h3" component="h3">
          {t('devices:history.title')}
        </Typography>
        <ToggleButtonGroup
          size="small"
          exclusive
          value={preset}
          onChange={(_, next: Preset | null) => {
            if (!next) return
            setPreset(next)
            setRange(presetRange(next, Date.now()))
          }}
        >
          {PRESETS.map((one) => (
            <ToggleButton key={one} value={one}>
              {t(`devices:history.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <Dates>
          {(['start', 'end'] as const).map((side) => (
            <DatePicker
              key={side}
              label={t(`devices:history.${side}`)}
              format="YYYY-MM-DD"
              disableFuture
              value={dayjs(range[side])}
              onChange={(day) => day?.isValid() && choose({ [side]: day.format('YYYY-MM-DD') })}
              slotProps={{ textField: { size: 'small', error: disordered, sx: { width: { xs: 'calc(50% - 6px)', sm: 168 } } } }}
            />
          ))}
        </Dates>
        <Autocomplete
          multiple
          size="small"
          disableCloseOnSelect
          limitTags={2}
          options={chosen.length === items.length ? chosen : [...items]}
          value={chosen}
          getOptionLabel={({ name }) => name}
          getOptionKey={({ id }) => id}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          onChange={(_, next) => onPick(next.map(({ id }) => id))}
          renderOption={({ key, ...props }, { name }, { selected }) => (
            <li key={key} {...props}>
              <Checkbox size="small" checked={selected} sx={{ mr: 1, p: 0 }} tabIndex={-1} />
              {name}
            </li>
          )}
          renderInput={(params) => <TextField {...params} label={t('devices:history.items')} />}
          sx={{ flex: 1, minWidth: { xs: '100%', sm: 240 } }}
        />
      </Stack>
      {disordered && <Alert severity="warning">{t('devices:history.order')}</Alert>}
      {chosen.length === 0 ? (
        <Box sx={{ minHeight: 220, display: 'grid', placeItems: 'center' }}>
          <Typography color="text.secondary">{t('devices:history.pick')}</Typography>
        </Box>
      ) : query.isError ? (
        <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data === undefined || moments === null ? (
        <Skeleton variant="rounded" height={320} />
      ) : (
        <Box aria-busy={query.isPlaceholderData} sx={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}>
          <HistoryChart curves={curves} range={moments} />
          {curves.length > 0 && (
            <Typography variant="caption" color="text.secondary">
              {bucket > 0
                ? t('devices:history.points', { span: t(`devices:span.${span.unit}`, { count: span.count }) })
                : t('devices:history.raw')}
            </Typography>
          )}
        </Box>
      )}
    </Stack>
  )
}
