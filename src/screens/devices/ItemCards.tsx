import Box from '@mui/material/Box'
import { useMemo } from 'react'
import { collectCalls, type CollectItem } from '#contract/devices/collect'
import type { Device, Newest } from '#contract/devices/device'
import { useCall } from '#src/api/useCall.ts'
import { ReadingCard } from '#src/devices/ReadingCard.tsx'
import { TREND_HOURS } from '#src/devices/trendShape.ts'
import { useMay } from '#src/devices/useMay.ts'

const TREND_REFRESH_MS = 60_000

const itemOf = (device: Device, newest: Newest): CollectItem => ({
  id: newest.itemId,
  concentratorId: device.id,
  deviceName: device.name,
  code: newest.code,
  name: newest.name,
  icon: null,
  newestData: newest.value,
  newestTime: newest.ts,
  unit: newest.unit,
  online: device.online,
  description: null,
  low: newest.low,
  high: newest.high,
  hidden: 0,
  reportingPeriod: device.reportingPeriod,
  calibrated: false,
  calculation: null,
  objectVersionNumber: 1,
})

/** The newest readings of any device as cards, with their last hours where the reader may see history. */
export function ItemCards({ device, items }: { device: Device; items: readonly Newest[] }) {
  const mayTrend = useMay('read', device.deviceType)
  const trend = useCall(
    collectCalls.trend,
    { params: { id: device.id }, query: { hours: TREND_HOURS } },
    { enabled: mayTrend, refetchInterval: TREND_REFRESH_MS },
  )
  const trends = useMemo(() => new Map((trend.data ?? []).map((curve) => [curve.itemId, curve])), [trend.data])
  const cards = useMemo(() => items.map((newest) => itemOf(device, newest)), [device, items])
  if (cards.length === 0) return null
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(min(190px, 100%), 1fr))' }}>
      {cards.map((item) => (
        <ReadingCard
          key={item.id}
          item={item}
          areaId={device.areaId}
          deviceType={device.deviceType}
          trend={mayTrend && trend.isPending ? undefined : (trends.get(item.id) ?? null)}
        />
      ))}
    </Box>
  )
}
