import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { collectCalls } from '#contract/devices/collect'
import type { Device } from '#contract/devices/device'
import { callQuery, useCall } from '#src/api/useCall.ts'
import { ReadingCard } from '#src/devices/ReadingCard.tsx'
import { TREND_HOURS } from '#src/devices/trendShape.ts'
import { useSession } from '#src/session/session.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SkeletonCards } from '#src/ui/Skeletons.tsx'
import { chooseReadings } from './chooseReadings.ts'

/** Whole rows: three columns on a desk, four on a wall. */
const MOST = { desk: 6, wall: 8 }
const TREND_EVERY_MS = 5 * 60_000

/** The readings that stand for the base, live, each with its last hours. */
export function KeyReadings({ areaId, devices, onOpen }: { areaId: number; devices: readonly Device[]; onOpen: (device: Device) => void }) {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const wall = useMediaQuery(useTheme().breakpoints.up('xl'), { noSsr: true })
  const most = wall ? MOST.wall : MOST.desk
  const input = { params: { t: tenantId }, query: { areaId, size: 0 } }
  const items = useCall(collectCalls.areaCollection, input)
  const chosen = useMemo(() => chooseReadings(items.data?.content ?? [], most), [items.data, most])
  const owners = [...new Set(chosen.map(({ concentratorId }) => concentratorId))]
  const trends = useQueries({
    queries: owners.map((id) => {
      const asked = { params: { t: tenantId, id }, query: { hours: TREND_HOURS } }
      return { ...callQuery(collectCalls.trend, asked), refetchInterval: TREND_EVERY_MS, staleTime: TREND_EVERY_MS / 2 }
    }),
  })
  const trendOf = (itemId: number, ownerId: number) => {
    const trend = trends[owners.indexOf(ownerId)]
    if (trend == null || trend.isPending) return undefined
    return trend.data?.find((one) => one.itemId === itemId) ?? null
  }
  return (
    <Section title={t('home:readings.title')}>
      {items.isPending && <SkeletonCards count={most} width={210} height={172} />}
      {items.isError && <ErrorState compact title={t('home:failed.readings')} error={items.error} onRetry={() => void items.refetch()} />}
      {items.isSuccess && chosen.length === 0 && <EmptyState compact variant="noData" title={t('home:readings.empty')} />}
      {chosen.length > 0 && (
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: 'repeat(auto-fill, minmax(min(210px, 100%), 1fr))', xl: 'repeat(4, minmax(0, 1fr))' },
          }}
        >
          {chosen.map((item) => (
            <ReadingCard
              key={item.id}
              areaId={areaId}
              item={item}
              trend={trendOf(item.id, item.concentratorId)}
              source={item.deviceName}
              pickWords={t('home:readings.open', { device: item.deviceName, name: item.name })}
              onPick={() => {
                const device = devices.find(({ id }) => id === item.concentratorId)
                if (device != null) onOpen(device)
              }}
            />
          ))}
        </Box>
      )}
    </Section>
  )
}
