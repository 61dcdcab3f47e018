import { colorCode } from '#src/devices/itemName.ts'
import Box from '@mui/material/Box'
import Divider from '@mui/material/Divider'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { collectCalls } from '#contract/devices/collect'
import { deviceCalls } from '#contract/devices/device'
import { useCall } from '#src/api/useCall.ts'
import { HistoryChart } from '#src/charts/HistoryChart.tsx'
import { useMay } from '#src/devices/useMay.ts'
import { useNow } from '#src/ui/useNow.ts'
import { colorOf, DEVICE_MODAL_WIDTH } from '#src/theme/theme.ts'
import { ListGate } from '#src/ui/ListGate.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { QueryGate } from '#src/ui/QueryGate.tsx'
import { DeviceFacts } from './DeviceFacts.tsx'
import { DeviceTitle } from './DeviceTitle.tsx'
import { momentsOf } from './historyRange.ts'
import { ItemCards } from './ItemCards.tsx'

const POINTS = 600
/** How soon a new day is seen. */
const CLOCK_MS = 60_000
const TREND_REFRESH_MS = 5 * 60_000

/** An insect lamp: what it is, its newest readings, and the last seven days. */
export function LampDialog({ deviceId, open, onClose }: { deviceId: number; areaId: number; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const theme = useTheme()
  const state = useCall(deviceCalls.state, { params: { id: deviceId } }, { enabled: open && deviceId > 0 })
  const mayTrend = useMay('read', state.data?.deviceType)
  const now = useNow(CLOCK_MS)
  const [startTime, endTime] = momentsOf('week', now) ?? [0, 0]
  const items = state.data?.items
  // A lamp is looked at for its insects; without a count, for the first thing that it measures.
  const main = items?.find(({ code }) => code === 'insects') ?? items?.[0]
  const curve = useCall(
    collectCalls.curve,
    { params: { id: deviceId }, query: { startTime, endTime, itemIds: String(main?.itemId ?? ''), points: POINTS } },
    { enabled: open && main !== undefined && mayTrend, refetchInterval: TREND_REFRESH_MS },
  )
  const curves = useMemo(
    () =>
      main
        ? (curve.data ?? []).map((one) => ({
            ...one,
            name: main.name,
            unit: main.unit,
            low: main.low,
            high: main.high,
            color: colorOf(theme, colorCode(main.code)),
          }))
        : [],
    [curve.data, main, theme],
  )
  const range = useMemo(() => [startTime, endTime] as const, [startTime, endTime])
  return (
    <Modal
      open={open}
      onClose={onClose}
      width={DEVICE_MODAL_WIDTH}
      title={<DeviceTitle device={state.data} fallback={t('devices:lamp.title')} />}
    >
      <ListGate compact query={state} rows={5}>
        {(shown) => (
          <Stack spacing={2}>
            <Typography variant="h3">{t('devices:lamp.facts')}</Typography>
            <DeviceFacts device={shown} />
            <Divider />
            <Typography variant="h3">{t('devices:lamp.readings')}</Typography>
            {shown.items.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{t('devices:collect.noItems')}</Typography>}
            <ItemCards device={shown} items={shown.items} />
            {main && mayTrend && (
              <Box component="section" aria-label={t('devices:lamp.trend')}>
                <Typography variant="h3">{t('devices:lamp.trend')}</Typography>
                <QueryGate compact query={curve} waiting={<Skeleton variant="rounded" height={320} />}>
                  {() => <HistoryChart curves={curves} range={range} />}
                </QueryGate>
              </Box>
            )}
          </Stack>
        )}
      </ListGate>
    </Modal>
  )
}
