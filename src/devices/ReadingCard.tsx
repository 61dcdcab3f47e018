import EditIcon from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { useTheme } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isCircular } from '#contract/devices/circular'
import type { CollectItem, Curve } from '#contract/devices/collect'
import { type DeviceType, meaningOf } from '#contract/devices/deviceType'
import { Sparkline } from '#src/charts/Sparkline.tsx'
import { colorOf } from '#src/theme/theme.ts'
import { useDrawn } from '#src/live/useDrawn.ts'
import { Age } from '#src/ui/Age.tsx'
import { useNow } from '#src/ui/useNow.ts'
import { useSeen } from '#src/ui/useSeen.ts'
import { AgeMark } from './AgeMark.tsx'
import { colorCode, readingText } from './itemName.ts'
import { ReadingValue } from './ReadingValue.tsx'
import { shapeOf, TREND_HOURS } from './trendShape.ts'
import { useBandWords } from './useBandWords.ts'
import { type Look, type ShownItem, useLook } from './useNewest.ts'
import { VerdictMark } from './VerdictMark.tsx'

const MINUTE_MS = 60_000

/** The last hours of an item as a line that ends with its newest reading. */
function Trend({ item, areaId, trend, seen }: { item: CollectItem; areaId: number; trend: Curve | null; seen: boolean }) {
  const { t, i18n } = useTranslation()
  const theme = useTheme()
  const newest = useDrawn(areaId, shownOf(item), seen)
  const now = useNow(MINUTE_MS)
  const shape = useMemo(() => shapeOf(item, trend, newest, now), [item, trend, newest, now])
  const known = shape.values.filter((value): value is number => value !== null)
  const words = (value: number) => readingText(value, item.code, i18n.language)
  const label =
    known.length === 0
      ? t('charts:sparkEmpty')
      : isCircular(item.code)
        ? t('charts:sparkDirection', { hours: TREND_HOURS, newest: words(known.at(-1)!) })
        : t('charts:spark', { hours: TREND_HOURS, low: words(Math.min(...known)), high: words(Math.max(...known)) })
  return <Sparkline shape={shape} color={colorOf(theme, colorCode(item.code))} label={label} />
}

/** How old an item's newest reading is. */
function HowOld({ item, areaId, age, seen }: { item: CollectItem; areaId: number; age: Look['age']; seen: boolean }) {
  const { t } = useTranslation()
  const newest = useDrawn(areaId, shownOf(item), seen)
  return (
    <Stack direction="row" sx={{ gap: 1, alignItems: 'center', justifyContent: 'space-between', mt: 'auto' }}>
      {newest ? (
        <>
          <AgeMark age={age} />
          <Typography variant="caption" sx={{ color: 'text.secondary' }} noWrap>
            <Age moment={newest.ts} />
          </Typography>
        </>
      ) : (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('devices:collect.never')}
        </Typography>
      )}
    </Stack>
  )
}

const shownOf = (item: CollectItem): ShownItem => ({
  itemId: item.id,
  value: item.newestData,
  ts: item.newestTime,
  low: item.low,
  high: item.high,
  reportingPeriod: item.reportingPeriod,
})

/** A reading is never alone: its value, unit, age, the last hours as a line, and its normal band. A click shows or hides its history. */
export function ReadingCard({
  item,
  areaId,
  deviceType,
  trend,
  source,
  picked,
  pickWords,
  onPick,
  onEdit,
}: {
  item: CollectItem
  areaId: number
  deviceType?: DeviceType
  /** The last hours; undefined while on their way, null where there are none. */
  trend: Curve | null | undefined
  /** The device that measures, where the page does not say so already. */
  source?: string
  /** Whether its curve is shown below, where a click shows or hides it. */
  picked?: boolean
  /** What a click does. */
  pickWords?: string
  onPick?: () => void
  onEdit?: () => void
}) {
  const { t } = useTranslation()
  const theme = useTheme()
  const shown = shownOf(item)
  const look = useLook(areaId, shown)
  const band = useBandWords(item)
  // What is said in words has its band in them: "up to 0.5" of an overload says nothing.
  const hasWords = deviceType !== undefined && meaningOf(deviceType, item.code, 0) !== null
  const color = colorOf(theme, colorCode(item.code))
  const [ref, seen] = useSeen<HTMLDivElement>()
  const abnormal = look.verdict !== 'normal'
  return (
    <Card
      ref={ref}
      component="article"
      aria-label={item.name}
      sx={{
        position: 'relative',
        height: '100%',
        minWidth: 0,
        borderColor: abnormal ? 'status.alarm' : picked === true ? 'primary.main' : 'divider',
        boxShadow: picked === true ? 'inset 0 0 0 1px var(--mui-palette-primary-main)' : 'none',
      }}
    >
      <ButtonBase
        aria-pressed={picked}
        aria-label={pickWords ?? t('devices:collect.pick', { name: item.name })}
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
        <Stack direction="row" sx={{ alignItems: 'baseline', gap: 0.5, flexWrap: 'wrap' }}>
          <Box
            component="span"
            sx={{
              // Two cards stand beside each other on a phone: 4,517.6 kWh has to fit.
              fontSize: { xs: '1.375rem', sm: '1.75rem' },
              fontWeight: 650,
              lineHeight: 1.15,
              fontVariantNumeric: 'tabular-nums',
              '& > span > span:first-of-type': { textAlign: 'start' },
            }}
          >
            <ReadingValue areaId={areaId} item={shown} unit={item.unit} code={item.code} deviceType={deviceType} look={look} />
          </Box>
          <Box sx={{ flex: 1 }} />
          <VerdictMark verdict={look.verdict} />
        </Stack>
        {trend === undefined ? <Skeleton variant="rounded" height={40} /> : <Trend item={item} areaId={areaId} trend={trend} seen={seen} />}
        {!hasWords && (
          <Typography variant="caption" sx={{ color: 'text.secondary' }} noWrap title={band}>
            {band}
          </Typography>
        )}
        <HowOld item={item} areaId={areaId} age={look.age} seen={seen} />
        {source !== undefined && (
          <Typography variant="caption" sx={{ color: 'text.secondary' }} noWrap title={source}>
            {source}
          </Typography>
        )}
      </Stack>
    </Card>
  )
}
