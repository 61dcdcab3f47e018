import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { DeviceBoard } from '#src/map/deviceBoard.ts'
import { useTally } from '#src/map/useDeviceBoard.ts'

/** How many devices stand how: what is abnormal carries colour and word, what is well stays quiet, and what is not known has no figure. */
export function Tallies({ board, known }: { board: DeviceBoard; known: boolean }) {
  const { t } = useTranslation()
  const { standing, health, outside, on } = useTally(board)
  const rows = [
    { label: t('devices:presence.online'), count: standing.online, of: standing.total, color: 'status.normal' },
    { label: t('devices:presence.offline'), count: standing.offline, color: 'status.lost' },
    // Only until every device was heard since the server's start.
    ...(standing.unknown > 0 ? [{ label: t('devices:presence.unknown'), count: standing.unknown, color: 'status.late' }] : []),
    { label: t('devices:age.late'), count: health.late, color: 'status.late' },
    { label: t('devices:age.lost'), count: health.lost, color: 'status.lost' },
    { label: t('map:state.outside'), count: outside, color: 'status.alarm' },
    { label: t('map:state.on'), count: on, color: 'primary.main' },
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
      {rows.map(({ label, count, of, color }) => (
        <Stack
          key={label}
          direction="column-reverse"
          sx={{ px: { xs: 0.5, md: 1.75 }, alignItems: 'center', justifyContent: 'flex-end', minWidth: { md: 72 } }}
        >
          <Typography
            component="dt"
            sx={{
              color: 'text.secondary',
              fontSize: { xs: '0.75rem', xl: '1rem' },
              textAlign: 'center',
              lineHeight: { xs: 1.2, md: 1.5 },
              whiteSpace: { md: 'nowrap' },
            }}
          >
            {label}
          </Typography>
          <Typography
            component="dd"
            sx={{
              m: 0,
              lineHeight: 1.1,
              fontWeight: 650,
              fontSize: { xs: '1.375rem', xl: '1.875rem' },
              fontVariantNumeric: 'tabular-nums',
              color: known && count > 0 ? color : 'text.primary',
              opacity: known && count > 0 ? 1 : 0.5,
            }}
          >
            {!known ? '--' : of === undefined ? count : `${count}/${of}`}
          </Typography>
        </Stack>
      ))}
    </Stack>
  )
}
