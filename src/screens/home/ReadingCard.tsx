import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import HistoryToggleOff from '@mui/icons-material/HistoryToggleOff'
import SensorsOff from '@mui/icons-material/SensorsOff'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CollectItem, Curve } from '#contract/devices/collect'
import { itemFace, ordinalOf, quantityOf } from '#contract/devices/itemCode'
import { formatValue } from '#src/charts/formatValue.ts'
import { Sparkline } from '#src/charts/Sparkline.tsx'
import { LiveNumber } from '#src/live/LiveNumber.tsx'
import { useReading } from '#src/live/useReading.ts'
import { colorOf } from '#src/theme/theme.ts'
import { Age } from '#src/ui/Age.tsx'
import { useNow } from '#src/ui/useNow.ts'
import { ageOf } from '#streams/devices/age'
import { judge } from './judge.ts'

export const TREND_HOURS = 6
const AGE_PACE_MS = 5000

export interface ReadingCardProps {
  readonly areaId: number
  readonly item: CollectItem
  /** The last hours; undefined while on its way, null where there is none. */
  readonly trend: Curve | null | undefined
  readonly onOpen: () => void
}

/** One quantity of the base: value, unit, age, the last hours, and its normal band (look.md: a reading is never alone). */
export function ReadingCard({ areaId, item, trend, onOpen }: ReadingCardProps) {
  const { t, i18n } = useTranslation()
  const theme = useTheme()
  const now = useNow(AGE_PACE_MS)
  const live = useReading(areaId, item.id)
  const value = live === undefined ? item.newestData : live.value
  const ts = live?.ts ?? item.newestTime
  const age = ageOf(ts, item.reportingPeriod, now)
  const verdict = judge(value, item)
  const { low, high, unit } = item
  const text = (limit: number | null) => formatValue(limit, i18n.language)
  const band =
    low != null && high != null
      ? t('home:readings.band', { low: text(low), high: text(high) })
      : low != null
        ? t('home:readings.bandFrom', { low: text(low) })
        : high != null
          ? t('home:readings.bandTo', { high: text(high) })
          : t('home:readings.noBand')
  const mark =
    age === 'lost'
      ? { color: 'status.lost', Icon: SensorsOff, words: t('home:readings.lost') }
      : age === 'late'
        ? { color: 'status.late', Icon: HistoryToggleOff, words: t('home:readings.late') }
        : verdict !== 'normal'
          ? { color: 'status.alarm', Icon: ErrorOutlined, words: t(verdict === 'low' ? 'home:readings.low' : 'home:readings.high') }
          : null
  const shape = useMemo(() => (trend == null ? null : { ts: trend.ts, values: trend.mean, low, high }), [trend, low, high])
  const color = colorOf(theme, ordinalOf(item.code) == null ? (quantityOf(item.code) ?? item.code) : item.code)
  return (
    <Card sx={{ height: '100%', ...(verdict !== 'normal' && age === 'live' && { borderColor: 'status.alarm' }) }}>
      <ButtonBase
        onClick={onOpen}
        title={t('home:readings.open', { device: item.deviceName })}
        sx={{
          width: '100%',
          height: '100%',
          p: 2,
          display: 'flex',
          flexDirection: 'column',
          alignItems: 'stretch',
          textAlign: 'left',
          fontFamily: 'inherit',
          gap: 0.5,
          '&:hover': { bgcolor: 'action.hover' },
          '&.Mui-focusVisible': { outline: 2, outlineColor: 'primary.main', outlineOffset: -2 },
        }}
      >
        <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1, minHeight: 24 }}>
          <Typography variant="subtitle2" component="h3" noWrap title={item.name}>
            {item.name}
          </Typography>
          {mark != null && (
            <Stack direction="row" component="span" sx={{ color: mark.color, alignItems: 'center', gap: 0.5, flexShrink: 0 }}>
              <mark.Icon sx={{ fontSize: 18 }} aria-hidden />
              <Typography variant="caption" sx={{ fontWeight: 600 }}>
                {mark.words}
              </Typography>
            </Stack>
          )}
        </Stack>
        <Box
          sx={{
            fontSize: '1.75rem',
            fontWeight: 650,
            lineHeight: 1.2,
            '& > span:first-of-type': { textAlign: 'start' },
            color: age === 'live' && verdict !== 'normal' ? 'status.alarm' : 'text.primary',
          }}
        >
          <LiveNumber
            areaId={areaId}
            itemId={item.id}
            digits={itemFace(item.code)?.decimals ?? 2}
            reportingPeriod={item.reportingPeriod}
            initial={{ value: item.newestData, ts: item.newestTime }}
          />
          {unit != null && (
            <Typography component="span" variant="body2" sx={{ color: 'text.secondary', ml: 0.75 }}>
              {unit}
            </Typography>
          )}
        </Box>
        <Box sx={{ height: 44 }}>
          {trend === undefined ? (
            <Skeleton variant="rounded" height={40} />
          ) : (
            shape != null && (
              <Sparkline
                shape={shape}
                color={color}
                height={44}
                label={t('home:readings.trend', { name: item.name, hours: TREND_HOURS })}
              />
            )
          )}
        </Box>
        <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1, color: 'text.secondary', flexWrap: 'wrap' }}>
          <Typography variant="caption">{band}</Typography>
          <Typography variant="caption">
            <Age moment={ts} />
          </Typography>
        </Stack>
        <Typography variant="caption" noWrap sx={{ color: 'text.secondary' }}>
          {item.deviceName}
        </Typography>
      </ButtonBase>
    </Card>
  )
}
