import EditIcon from '@mui/icons-material/EditOutlined'
import WarningIcon from '@mui/icons-material/WarningAmberRounded'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import { useTheme } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CollectItem, Curve } from '#contract/devices/collect'
import { formatValue } from '#src/charts/formatValue.ts'
import { keepRealGaps } from '#src/charts/historyCurve.ts'
import { Sparkline } from '#src/charts/Sparkline.tsx'
import { LiveNumber } from '#src/live/LiveNumber.tsx'
import { useClock } from '#src/live/useClock.ts'
import { useReading } from '#src/live/useReading.ts'
import { colorOf } from '#src/theme/theme.ts'
import { Age } from '#src/ui/Age.tsx'
import { ageOf } from '#streams/devices/age'
import { AgeMark } from '../AgeMark.tsx'
import { colorCode, decimalsOf } from '../itemName.ts'
import { judgeReading } from '../judgeReading.ts'
import { useBandWords } from './useBandWords.ts'

export const TREND_HOURS = 6

/** The trend with the newest reading at its end, so that curve and number never disagree. */
function shapeOf(item: CollectItem, trend: Curve | undefined, newest: { ts: number; value: number | null } | undefined) {
  const before = trend && keepRealGaps(trend)
  const ts = [...(before?.ts ?? [])]
  const values = [...(before?.mean ?? [])]
  if (newest && newest.ts > (ts.at(-1) ?? 0)) {
    ts.push(newest.ts)
    values.push(newest.value)
  }
  return { ts, values, low: item.low, high: item.high }
}

/** A reading is never alone: its value, unit, age, the last hours as a line, and its normal band. A click shows or hides its history. */
export function ReadingCard({
  item,
  areaId,
  trend,
  picked,
  onPick,
  onEdit,
}: {
  item: CollectItem
  areaId: number
  trend: Curve | undefined
  /** Its curve is shown below. */
  picked: boolean
  onPick?: () => void
  onEdit?: () => void
}) {
  const { t, i18n } = useTranslation()
  const theme = useTheme()
  const now = useClock(5000)
  const heard = useReading(areaId, item.id)
  const kept = item.newestTime === null ? undefined : { ts: item.newestTime, value: item.newestData }
  const newest = heard && heard.ts >= (kept?.ts ?? 0) ? heard : kept
  const age = ageOf(newest?.ts, item.reportingPeriod, now)
  const judgement = age === 'lost' ? 'normal' : judgeReading(newest?.value, item.low, item.high)
  const band = useBandWords(item)
  const color = colorOf(theme, colorCode(item.code))
  const shape = useMemo(() => shapeOf(item, trend, newest), [item, trend, newest])
  const known = shape.values.filter((value): value is number => value !== null)
  const spark =
    known.length === 0
      ? t('charts:sparkEmpty')
      : t('charts:spark', {
          hours: TREND_HOURS,
          low: formatValue(Math.min(...known), i18n.language),
          high: formatValue(Math.max(...known), i18n.language),
        })
  const abnormal = judgement !== 'normal'
  return (
    <Card
      component="article"
      aria-label={item.name}
      sx={{
        position: 'relative',
        height: '100%',
        minWidth: 0,
        borderColor: abnormal ? 'status.alarm' : picked ? 'primary.main' : 'divider',
        boxShadow: picked ? 'inset 0 0 0 1px var(--mui-palette-primary-main)' : 'none',
      }}
    >
      <ButtonBase
        aria-pressed={picked}
        aria-label={t('devices:collect.pick', { name: item.name })}
        disabled={!onPick}
        onClick={onPick}
        sx={{
          position: 'absolute',
          inset: 0,
          borderRadius: 'inherit',
          '&.Mui-focusVisible': { outline: 2, outlineColor: 'primary.main', outlineStyle: 'solid', outlineOffset: -2 },
        }}
      />
      <Stack sx={{ p: 1.5, gap: 0.75, height: '100%', position: 'relative', pointerEvents: 'none' }}>
        <Stack direction="row" sx={{ alignItems: 'center', gap: 0.5, minHeight: 30 }}>
          <Box aria-hidden sx={{ width: 4, height: 16, borderRadius: 1, bgcolor: color, flexShrink: 0 }} />
          <Typography
            variant="body2"
            title={item.name}
            sx={{
              flex: 1,
              minWidth: 0,
              fontWeight: 600,
              lineHeight: 1.25,
              overflow: 'hidden',
              display: '-webkit-box',
              WebkitBoxOrient: 'vertical',
              WebkitLineClamp: 2,
            }}
          >
            {item.name}
          </Typography>
          {onEdit && (
            <Tooltip title={t('devices:collect.edit', { name: item.name })}>
              <IconButton
                size="small"
                aria-label={t('devices:collect.edit', { name: item.name })}
                onClick={onEdit}
                sx={{ pointerEvents: 'auto' }}
              >
                <EditIcon sx={{ fontSize: 16 }} />
              </IconButton>
            </Tooltip>
          )}
        </Stack>
        <Stack
          direction="row"
          sx={{ alignItems: 'baseline', gap: 0.5, color: abnormal ? 'status.alarm' : age === 'live' ? 'text.primary' : 'status.late' }}
        >
          <Box
            component="span"
            sx={{
              fontSize: '1.75rem',
              fontWeight: 650,
              lineHeight: 1.15,
              fontVariantNumeric: 'tabular-nums',
              '& > span': { textAlign: 'start' },
            }}
          >
            <LiveNumber
              areaId={areaId}
              itemId={item.id}
              digits={decimalsOf(item.code)}
              initial={{ value: item.newestData, ts: item.newestTime }}
            />
          </Box>
          <Typography component="span" variant="body2" color="text.secondary">
            {item.unit}
          </Typography>
          <Box sx={{ flex: 1 }} />
          {abnormal && (
            <Box
              component="span"
              sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.25, typography: 'caption', fontWeight: 700, whiteSpace: 'nowrap' }}
            >
              <WarningIcon sx={{ fontSize: 16 }} aria-hidden />
              {t(`devices:collect.${judgement}`)}
            </Box>
          )}
        </Stack>
        <Sparkline shape={shape} color={color} label={spark} />
        <Typography variant="caption" color="text.secondary" noWrap title={band}>
          {band}
        </Typography>
        <Stack direction="row" sx={{ gap: 1, alignItems: 'center', justifyContent: 'space-between', mt: 'auto' }}>
          {newest ? (
            <AgeMark age={age} />
          ) : (
            <Typography variant="caption" color="text.secondary">
              {t('devices:collect.never')}
            </Typography>
          )}
          {newest && (
            <Typography variant="caption" color="text.secondary" noWrap>
              <Age moment={newest.ts} />
            </Typography>
          )}
        </Stack>
      </Stack>
    </Card>
  )
}
