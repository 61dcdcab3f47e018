import WarningIcon from '@mui/icons-material/WarningAmberRounded'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { CollectItem } from '#contract/devices/collect'
import { formatValue } from '#src/charts/formatValue.ts'
import { ReadingValue } from '#src/devices/ReadingValue.tsx'
import { useNewest } from '#src/devices/useNewest.ts'
import { Age } from '#src/ui/Age.tsx'
import { channelLetter } from './useDoseWords.ts'

interface Channel {
  readonly channel: number
  readonly tank: CollectItem | undefined
  readonly dosed: CollectItem | undefined
}
const shownOf = (item: CollectItem) => ({
  itemId: item.id,
  value: item.newestData,
  ts: item.newestTime,
  low: item.low,
  high: item.high,
  reportingPeriod: item.reportingPeriod,
})
/** Litres that a full bar stands for, at least. */
const FULL = 1000

function Tank({ areaId, channel, tank, dosed }: Channel & { areaId: number; tank: CollectItem }) {
  const { t, i18n } = useTranslation()
  const look = useNewest(areaId, shownOf(tank))
  const given = useNewest(areaId, shownOf(dosed ?? tank)).newest?.value
  const level = look.newest?.value ?? null
  const name = t('devices:dosing.tankOf', { name: channelLetter(channel) })
  return (
    <Box component="li" aria-label={name} sx={{ minWidth: 0, listStyle: 'none' }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {name}
      </Typography>
      <Typography component="div" sx={{ fontSize: '1.375rem', fontWeight: 650 }}>
        <ReadingValue areaId={areaId} item={shownOf(tank)} unit={tank.unit} code={tank.code} look={look} />
      </Typography>
      <LinearProgress
        variant="determinate"
        aria-label={name}
        value={Math.min(100, ((level ?? 0) / Math.max(FULL, level ?? 0)) * 100)}
        color={look.verdict === 'normal' ? 'primary' : 'error'}
        sx={{ height: 8, borderRadius: 1, my: 0.5 }}
      />
      {tank.low !== null && (
        <Typography
          variant="caption"
          component="p"
          sx={{ color: look.verdict === 'below' ? 'status.alarm' : 'text.secondary', display: 'flex', gap: 0.5, alignItems: 'center' }}
        >
          {look.verdict === 'below' && <WarningIcon aria-hidden sx={{ fontSize: 14 }} />}
          {t('devices:dosing.low', { low: formatValue(tank.low, i18n.language, 0) })}
        </Typography>
      )}
      {dosed && (
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {t('devices:dosing.dosed', { litres: formatValue(given, i18n.language, 1) })}
        </Typography>
      )}
      {look.newest && (
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          <Age moment={look.newest.ts} />
        </Typography>
      )}
    </Box>
  )
}

/** The stock tanks of a machine: what is left, when to fill, and what this dose took. */
export function Tanks({ areaId, channels }: { areaId: number; channels: readonly Channel[] }) {
  const { t } = useTranslation()
  const shown = channels.flatMap((one) => (one.tank ? [{ ...one, tank: one.tank }] : []))
  if (shown.length === 0)
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('devices:dosing.noChannels')}
      </Typography>
    )
  return (
    <Box
      component="ul"
      aria-label={t('devices:dosing.tanks')}
      sx={{ m: 0, p: 0, display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(150px, 100%), 1fr))' }}
    >
      {shown.map((one) => (
        <Tank key={one.channel} areaId={areaId} {...one} />
      ))}
    </Box>
  )
}
