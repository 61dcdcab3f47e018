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
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { collectCalls, type CollectItem, type Curve } from '#contract/devices/collect'
import type { Device } from '#contract/devices/device'
import { exportCode } from '#contract/devices/export'
import { useCall } from '#src/api/useCall.ts'
import { type Beside, HistoryChart } from '#src/charts/HistoryChart.tsx'
import { withTail } from '#src/charts/withTail.ts'
import { colorCode } from '#src/devices/itemName.ts'
import { useNow } from '#src/ui/useNow.ts'
import { useTail } from '#src/live/useTail.ts'
import { useSession } from '#src/session/session.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { colorOf } from '#src/theme/theme.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { daysOf, describeSpan, type HistoryRange, momentsOf, PRESETS, type Preset, rangeMoments, rolls } from '../historyRange.ts'
import { StateBands } from '../lanes/StateBands.tsx'
import { StateTable } from '../lanes/StateTable.tsx'
import { useStateLanes } from '../lanes/useStateLanes.ts'
import { useDelayed } from '../useDelayed.ts'
import { ExportReadings } from './ExportReadings.tsx'
import { DayInput } from '#src/ui/DayInput.tsx'

/** COLLECT-04: what was chosen must stand still for this long before the curve is asked for. */
const RELOAD_DELAY_MS = 500
const REFRESH_MS = 60_000
/** A range that ends now follows the clock this closely; it is asked for anew once a minute. */
const CLOCK_MS = 10_000
/** About one point a pixel of the widest chart. */
const POINTS = 1000

/** History of a device over a range of days: curves of the picked items, and below them what its circuits were and what was asked of them. */
export function HistoryPanel({
  device: { id: deviceId, areaId, name: deviceName, deviceType },
  items,
  picked,
  onPick,
}: {
  device: Pick<Device, 'id' | 'areaId' | 'name' | 'deviceType'>
  items: readonly CollectItem[]
  picked: readonly number[]
  onPick: (itemIds: number[]) => void
}) {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const mayExport = usePermission(exportCode(deviceType)) === true
  const now = useNow(CLOCK_MS)
  const [range, setRange] = useState<Preset | HistoryRange>('today')
  // The same list as long as the choice is the same: another one would empty the box that is being typed into.
  const chosen = useMemo(() => items.filter(({ id }) => picked.includes(id)), [items, picked])
  const shownIds = chosen.map(({ id }) => id)
  const wanted = useDelayed(JSON.stringify({ range, itemIds: shownIds.join() }), RELOAD_DELAY_MS)
  const asked = useMemo(() => JSON.parse(wanted) as { range: Preset | HistoryRange; itemIds: string }, [wanted])
  const { itemIds } = asked
  const moments = useMemo(() => momentsOf(asked.range, now), [asked.range, now])
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
  const lanes = useStateLanes({ id: deviceId, areaId }, { moments, today, enabled: tenantId !== -1 && deviceId !== -1 })
  const past = lanes.data
  const beside = useMemo(
    (): Beside | undefined =>
      past && (past.lanes.length > 0 || past.commands.length > 0)
        ? {
            bands: ([from, to]) => <StateBands lanes={past} from={from} to={to} />,
            table: ([from, to]) => <StateTable lanes={past} from={from} to={to} />,
          }
        : undefined,
    [past],
  )
  // A range that moves on with the clock is another one every minute: nobody waits for it.
  const waiting = query.isPlaceholderData && !rolls(asked.range)
  const days = daysOf(range, now)
  const choose = (change: Partial<HistoryRange>) => setRange({ ...days, ...change })
  const disordered = rangeMoments(days) === null
  return (
    <Stack spacing={1.5} component="section" aria-label={t('devices:history.title')}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <Typography variant="h3" component="h3">
          {t('devices:history.title')}
        </Typography>
        <ToggleButtonGroup
          size="small"
          exclusive
          value={typeof range === 'string' ? range : null}
          aria-label={t('devices:history.range')}
          onChange={(_, next: Preset | null) => next && setRange(next)}
          sx={{ flexWrap: 'wrap' }}
        >
          {PRESETS.map((one) => (
            <ToggleButton key={one} value={one}>
              {t(`devices:history.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        {(['start', 'end'] as const).map((side) => (
          <DayInput
            key={side}
            label={t(`devices:history.${side}`)}
            disableFuture
            value={days[side]}
            onChange={(day) => day !== null && choose({ [side]: day })}
            slotProps={{ textField: { size: 'small', error: disordered, sx: { width: { xs: 'calc(50% - 6px)', sm: 168 } } } }}
          />
        ))}
        {items.length > 0 && (
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
        )}
        {mayExport && moments !== null && chosen.length > 0 && (
          <ExportReadings deviceId={deviceId} deviceName={deviceName} itemIds={shownIds} moments={moments} />
        )}
      </Stack>
      {disordered && <Alert severity="warning">{t('devices:history.order')}</Alert>}
      {lanes.isError && !past && <ErrorState compact error={lanes.error} onRetry={() => void lanes.refetch()} />}
      {chosen.length === 0 && items.length > 0 && (
        <Box sx={{ minHeight: beside ? 0 : 220, display: 'grid', placeItems: 'center' }}>
          <Typography sx={{ color: 'text.secondary' }}>{t('devices:history.pick')}</Typography>
        </Box>
      )}
      {chosen.length === 0 ? (
        moments !== null && beside && <HistoryChart curves={[]} range={moments} beside={beside} />
      ) : query.isError ? (
        <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data === undefined || moments === null ? (
        <Skeleton variant="rounded" height={320} />
      ) : (
        <Box aria-busy={waiting} sx={{ opacity: waiting ? 0.6 : 1 }}>
          <Curves areaId={areaId} answer={query.data} items={items} shownIds={shownIds} moments={moments} today={today} beside={beside} />
        </Box>
      )}
    </Stack>
  )
}

/** The curves themselves, with what came since they were asked for: drawn with each, while what they are chosen by stands. */
function Curves({
  areaId,
  answer,
  items,
  shownIds,
  moments,
  today,
  beside,
}: {
  areaId: number
  answer: readonly Curve[]
  items: readonly CollectItem[]
  shownIds: readonly number[]
  moments: readonly [number, number]
  today: boolean
  beside: Beside | undefined
}) {
  const { t } = useTranslation()
  const theme = useTheme()
  const tail = useTail(areaId, shownIds)
  const curves = useMemo(
    () =>
      answer.flatMap((curve) => {
        const item = items.find(({ id }) => id === curve.itemId)
        if (!item) return []
        const { name, unit, low, high } = item
        const drawn = { ...curve, name, unit, color: colorOf(theme, colorCode(item.code)), low, high }
        return [today ? withTail(drawn, tail.get(curve.itemId) ?? []) : drawn]
      }),
    [answer, items, theme, tail, today],
  )
  const bucket = Math.max(0, ...curves.map((curve) => curve.bucket))
  const span = describeSpan(bucket)
  return (
    <>
      <HistoryChart curves={curves} range={moments} {...(beside ? { beside } : {})} />
      {curves.length > 0 && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {bucket > 0
            ? t('devices:history.points', { span: t(`devices:span.${span.unit}`, { count: span.count }) })
            : t('devices:history.raw')}
        </Typography>
      )}
    </>
  )
}
