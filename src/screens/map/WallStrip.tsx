import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { LatestCommands } from '#src/devices/LatestCommands.tsx'
import { useStaleSince } from '#src/live/useStaleSince.ts'
import type { DeviceBoard } from '#src/map/deviceBoard.ts'
import { useAlarms } from '#src/map/useDeviceBoard.ts'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import type { FarmData } from './useFarmData.ts'
import { LoudRow, QuietRow } from './WallRow.tsx'
import { Quiet, Section } from './WallSection.tsx'

const ABNORMAL_LIMIT = 8
const READING_LIMIT = 12

/** The wall's strip: what needs attention first, then key readings and the latest commands; below the map on a phone. */
export function WallStrip({
  areaId,
  board,
  data,
  goTo,
}: {
  areaId: number
  board: DeviceBoard
  data: Pick<FarmData, 'known' | 'devicesError'>
  goTo: (at: number) => void
}) {
  const { t } = useTranslation()
  const abnormal = useAlarms(board)
  const since = useStaleSince(areaId)
  const places = [...board.devices.keys()]
  const readings = places.filter((at) => board.devices[at]!.main != null)
  const unknown = data.devicesError ? <Quiet>{t('map:notice.devicesFailed')}</Quiet> : <SkeletonList rows={3} />
  const well = since === null ? t('map:wall.allWell') : t('map:wall.notKnown')
  return (
    <Box
      component="aside"
      aria-label={t('map:wall.panel')}
      sx={{
        width: { xs: '100%', md: 380, lg: 460, xl: 560 },
        height: { xs: '42%', md: 'auto' },
        flexShrink: 0,
        overflowY: 'auto',
        borderLeft: { md: 1 },
        borderTop: { xs: 1, md: 0 },
        borderColor: { xs: 'divider', md: 'divider' },
        bgcolor: 'background.paper',
      }}
    >
      <Section title={t('map:wall.abnormal')} count={abnormal.length}>
        {data.known ? abnormal.length === 0 && <Quiet>{well}</Quiet> : unknown}
        {abnormal.slice(0, ABNORMAL_LIMIT).map((at) => (
          <LoudRow key={board.devices[at]!.id} board={board} at={at} onClick={() => goTo(at)} />
        ))}
        {abnormal.length > ABNORMAL_LIMIT && (
          <Typography sx={{ px: 2, py: 0.5, color: 'status.warn', fontSize: { xs: '0.875rem', lg: '1.25rem' } }}>
            {t('map:wall.more', { count: abnormal.length - ABNORMAL_LIMIT })}
          </Typography>
        )}
      </Section>
      <Section title={t('map:wall.readings')}>
        {data.known ? readings.length === 0 && <Quiet>{t('map:wall.noReadings')}</Quiet> : unknown}
        {readings.slice(0, READING_LIMIT).map((at) => (
          <QuietRow key={board.devices[at]!.id} board={board} at={at} onClick={() => goTo(at)} />
        ))}
      </Section>
      <Section title={t('devices:latest.title')}>
        <LatestCommands areaId={areaId} />
      </Section>
    </Box>
  )
}
