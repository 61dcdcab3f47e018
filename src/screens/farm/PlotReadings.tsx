import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { batch, batchCalls, type PlannedBatch } from '#contract/farm/batch'
import type { Land } from '#contract/farm/land'
import { collectCalls, type CollectItem } from '#contract/devices/collect'
import { deviceCalls } from '#contract/devices/device'
import { useCall } from '#src/api/useCall.ts'
import { HistoryChart } from '#src/charts/HistoryChart.tsx'
import { colorCode } from '#src/devices/itemName.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { colorOf } from '#src/theme/theme.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { useNow } from '#src/ui/useNow.ts'
import { mostTelling } from './mostTelling.ts'
import { stageSpans } from './stageSpans.ts'
import { StageBands } from './StageBands.tsx'

const CLOCK_MS = 60_000
const POINTS = 600

/** What was measured on a plot while a batch stood there, beside the stages of that batch. */
export function PlotReadings({ record }: { record: Land }) {
  return usePermission(batch.code) === true ? <Readings landId={record.landId} /> : null
}

function Readings({ landId }: { landId: number }) {
  const { t } = useTranslation()
  const plan = useCall(batchCalls.plan, { query: { landId, size: 0 } }, { staleTime: 0 })
  const devices = useCall(deviceCalls.tenantAll, { query: { landId, size: 0 } }, { staleTime: 0 })
  const [chosen, setChosen] = useState<number | null>(null)
  const [device, setDevice] = useState<number | null>(null)
  const stood = (plan.data?.content ?? []).filter(({ startedAt }) => startedAt !== null).toReversed()
  const measuring = (devices.data?.content ?? []).filter(({ main }) => main !== null)
  const one = stood.find(({ batchId }) => batchId === chosen) ?? stood[0]
  const by = measuring.find(({ id }) => id === device) ?? measuring[0]
  const failed = [plan, devices].find(({ isError }) => isError)
  return (
    <Stack component="section" sx={{ gap: 1 }}>
      <Typography variant="h3">{t('farm:plotReadings.title')}</Typography>
      {failed ? (
        <ErrorState compact error={failed.error!} onRetry={() => void failed.refetch()} />
      ) : !plan.data || !devices.data ? (
        <Skeleton variant="rounded" height={120} />
      ) : !one || !by ? (
        <Typography sx={{ color: 'text.secondary' }}>{t(one ? 'farm:plotReadings.noDevices' : 'farm:plotReadings.noBatch')}</Typography>
      ) : (
        <>
          <Pick
            label={t('farm:plotReadings.batch')}
            value={one.batchId}
            onChoose={setChosen}
            of={stood.map(({ batchId, batchName }) => ({ value: batchId, label: batchName }))}
          />
          {measuring.length > 1 && (
            <Pick
              label={t('farm:plotReadings.device')}
              value={by.id}
              onChoose={setDevice}
              of={measuring.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          <OfDevice key={by.id} deviceId={by.id} of={one} />
        </>
      )}
    </Stack>
  )
}

/** What one device measured in the time of a batch, an item at a time. */
function OfDevice({ deviceId, of }: { deviceId: number; of: PlannedBatch }) {
  const { t } = useTranslation()
  const read = useCall(collectCalls.collection, { params: { id: deviceId }, query: { size: 0 } })
  const [chosen, setChosen] = useState<number | null>(null)
  const items = read.data?.content ?? []
  const item = items.find(({ id }) => id === chosen) ?? mostTelling(items)
  if (read.isError) return <ErrorState compact error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <Skeleton variant="rounded" height={120} />
  if (!item) return <Typography sx={{ color: 'text.secondary' }}>{t('farm:plotReadings.noDevices')}</Typography>
  return (
    <>
      <Pick
        label={t('farm:plotReadings.item')}
        value={item.id}
        onChoose={setChosen}
        of={items.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Curve deviceId={deviceId} item={item} of={of} />
    </>
  )
}

function Curve({ deviceId, item, of }: { deviceId: number; item: CollectItem; of: PlannedBatch }) {
  const { t } = useTranslation()
  const theme = useTheme()
  const now = useNow(CLOCK_MS)
  const { startedAt, endedAt, stages, batchName } = of
  const range = useMemo(() => [startedAt!, Math.max(endedAt ?? now, startedAt! + CLOCK_MS)] as const, [startedAt, endedAt, now])
  // What is asked for does not move with each minute: an answer would be thrown away as often.
  const until = endedAt ?? Math.ceil(now / 3_600_000) * 3_600_000
  const read = useCall(collectCalls.curve, {
    params: { id: deviceId },
    query: { startTime: startedAt!, endTime: Math.max(until, startedAt! + CLOCK_MS), itemIds: String(item.id), points: POINTS },
  })
  const curves = useMemo(
    () =>
      (read.data ?? []).map((curve) => ({
        ...curve,
        name: item.name,
        unit: item.unit,
        color: colorOf(theme, colorCode(item.code)),
        low: item.low,
        high: item.high,
      })),
    [read.data, item, theme],
  )
  if (read.isError) return <ErrorState compact error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <Skeleton variant="rounded" height={320} />
  return (
    <HistoryChart
      curves={curves}
      range={range}
      beside={{
        bands: (seen) => <StageBands stages={stages} seen={seen} name={batchName} />,
        table: (seen) =>
          stageSpans(stages, seen).map(({ at, name, from, to }) => (
            <Typography key={at} variant="body2">
              {t('farm:plotReadings.stage', { name, from, to })}
            </Typography>
          )),
      }}
    />
  )
}

function Pick(props: {
  label: string
  value: number
  of: readonly { readonly value: number; readonly label: string }[]
  onChoose: (value: number) => void
}) {
  const { label, value, of, onChoose } = props
  return (
    <SelectField
      fullWidth
      size="small"
      sx={{ mt: 1 }}
      label={label}
      value={value}
      words={of.map((one) => [one.value, one.label])}
      onChange={onChoose}
    />
  )
}
