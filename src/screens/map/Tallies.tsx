import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { DeviceBoard } from '#src/map/deviceBoard.ts'
import { useTally } from '#src/map/useDeviceBoard.ts'

/** How many devices stand how: what is abnormal carries colour and word, what is well stays quiet, and what is not known has no figure. */
export function Tallies({ board, known }: { board: DeviceBoard; known: boolean }) {
  const { t } = useTranslation()
  const tally = useTally(board)
  const rows = [
    { label: t('map:wall.devices'), count: tally.total, color: null },
    { label: t('map:health.live'), count: tally.health.live, color: 'status.normal' },
    { label: t('map:health.late'), count: tally.health.late, color: 'status.late' },
    { label: t('map:health.lost'), count: tally.health.lost, color: 'status.lost' },
    { label: t('map:health.offline'), count: tally.health.offline, color: 'status.lost' },
    // Only until every device was heard since the server's start.
    ...(tally.health.unknown > 0 ? [{ label: t('map:health.unknown'), count: tally.health.unknown, color: 'status.late' }] : []),
    { label: t('map:state.outside'), count: tally.outside, color: 'status.alarm' },
    { label: t('map:state.on'), count: tally.on, color: 'primary.main' },
  ]
  return (
    <Stack
      component="dl"
      direction="row"
      aria-label={t('map:wall.panel')}
      sx={{
        m: 0,
        overflowX: 'auto',
        order: { xs: 3, lg: 0 },
        width: { xs: '100%', lg: 'auto' },
        justifyContent: { xs: 'space-between', lg: 'flex-end' },
      }}
    >
      {rows.map(({ label, count, color }) => (
        <Stack key={label} direction="column-reverse" sx={{ px: { xs: 0.75, md: 1.75 }, alignItems: 'center', minWidth: { md: 72 } }}>
          <Typography component="dt" variant="caption" noWrap sx={{ color: 'text.secondary' }}>
            {label}
          </Typography>
          <Typography
            component="dd"
            variant="h1"
            sx={{
              m: 0,
              lineHeight: 1.1,
              fontVariantNumeric: 'tabular-nums',
              color: count > 0 && color ? color : 'text.primary',
              opacity: count === 0 ? 0.5 : 1,
            }}
          >
            {known ? count : '--'}
          </Typography>
        </Stack>
      ))}
    </Stack>
  )
}
