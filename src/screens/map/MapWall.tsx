import ArrowBack from '@mui/icons-material/ArrowBack'
import Fullscreen from '@mui/icons-material/Fullscreen'
import FullscreenExit from '@mui/icons-material/FullscreenExit'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { EmergencyBanner } from '#src/devices/emergency/EmergencyBanner.tsx'
import { EmergencyButton } from '#src/devices/emergency/EmergencyButton.tsx'
import { AreaSelect } from '#src/frame/AreaSelect.tsx'
import { useNow } from '#src/ui/useNow.ts'
import { useStaleSince } from '#src/live/useStaleSince.ts'
import type { DeviceBoard } from '#src/map/deviceBoard.ts'
import { useDeviceBoard } from '#src/map/useDeviceBoard.ts'
import { useArea } from '#src/session/useArea.ts'
import { SCHEME_ATTRIBUTE } from '#src/theme/theme.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { momentText } from '#src/time/moment.ts'
import { useWindowTitle } from '#src/ui/windowTitle.ts'
import { FarmMap, MapSkeleton } from './FarmMap.tsx'
import { Tallies } from './Tallies.tsx'
import { useFarmData } from './useFarmData.ts'
import { useFullScreen } from '#src/ui/useFullScreen.ts'
import { WallAlarms } from './WallAlarms.tsx'
import { WallLost } from './WallLost.tsx'
import { WallStrip } from './WallStrip.tsx'

const CONSOLE = '/web/farm/home'

/** The whole page is dark while the wall stands on it, windows and menus too; the person's own choice comes back with the console. */
function useDarkPage(): void {
  useLayoutEffect(() => {
    const page = document.documentElement
    const before = page.getAttribute(SCHEME_ATTRIBUTE)
    const darken = () => {
      if (page.getAttribute(SCHEME_ATTRIBUTE) !== 'dark') page.setAttribute(SCHEME_ATTRIBUTE, 'dark')
    }
    darken()
    // The theme writes the stored scheme when it starts, and again when it is changed in another tab.
    const watcher = new MutationObserver(darken)
    watcher.observe(page, { attributes: true, attributeFilter: [SCHEME_ATTRIBUTE] })
    return () => {
      watcher.disconnect()
      if (before != null) page.setAttribute(SCHEME_ATTRIBUTE, before)
    }
  }, [])
}

/** What the wall is drawn for; a screen that holds more of it shows it larger, since nobody stands nearer to a larger wall. */
const WALL = { width: 1920, height: 1080 }
const enlarged = () => Math.max(1, Math.floor(Math.min(innerWidth / WALL.width, innerHeight / WALL.height) * 4) / 4)
function onResize(listener: () => void): () => void {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

/** The digital map for a wall (/map): the base at a glance from across the room, and in a hand as well. */
export default function MapWall() {
  const { t } = useTranslation()
  const { area, areas, select, status, retry } = useArea()
  const areaId = area?.areaId ?? null
  const data = useFarmData(areaId)
  const board = useDeviceBoard(data.devices, areaId)
  const since = useStaleSince(areaId)
  const zoom = useSyncExternalStore(onResize, enlarged)
  useDarkPage()
  const title = t('map:wall.title')
  useWindowTitle('page', area ? `${area.areaName} · ${title}` : title)
  return (
    <Box
      {...{ [SCHEME_ATTRIBUTE]: 'dark' }}
      sx={{
        zoom,
        height: `calc(100dvh / ${zoom})`,
        display: 'flex',
        flexDirection: 'column',
        overflow: 'hidden',
        bgcolor: 'background.default',
        color: 'text.primary',
        colorScheme: 'dark',
      }}
    >
      <WallHeader board={board} known={data.known && since === null} />
      <EmergencyBanner />
      {since !== null && <WallLost since={since} />}
      <WallAlarms areaId={areaId} />
      <Box
        component="main"
        data-stale={since !== null}
        sx={{
          flex: 1,
          minHeight: 0,
          display: 'flex',
          position: 'relative',
          // Everything that was known before is grey: no colour of it is true now.
          ...(since !== null && { filter: 'grayscale(1)', opacity: 0.6 }),
        }}
      >
        {area ? (
          <FarmMap
            area={area}
            areas={areas}
            onArea={select}
            data={data}
            board={board}
            dark
            wall
            aside={(goTo) => <WallStrip areaId={area.areaId} board={board} data={data} goTo={goTo} />}
          />
        ) : status === 'none' ? (
          <Centred>
            <EmptyState variant="pageNoContain" title={t('map:notice.noBase')} text={t('map:notice.noBaseHint')} />
          </Centred>
        ) : status === 'failed' ? (
          <Centred>
            <ErrorState title={t('map:notice.baseFailed')} onRetry={retry} />
          </Centred>
        ) : (
          <MapSkeleton />
        )}
      </Box>
    </Box>
  )
}

const Centred = ({ children }: { children: ReactNode }) => <Box sx={{ m: 'auto' }}>{children}</Box>

function WallHeader({ board, known }: { board: DeviceBoard; known: boolean }) {
  const { t } = useTranslation()
  const { full, toggle } = useFullScreen()
  const fullLabel = t(full ? 'map:control.exitFullScreen' : 'map:control.fullScreen')
  return (
    <Stack
      component="header"
      direction="row"
      sx={{
        alignItems: 'center',
        flexWrap: { xs: 'wrap', lg: 'nowrap' },
        columnGap: { xs: 1, md: 3 },
        rowGap: 0.5,
        px: { xs: 1, md: 2.5 },
        py: { xs: 0.75, md: 1.25 },
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      <Tooltip title={t('map:control.console')}>
        <IconButton component={Link} to={CONSOLE} size="small" aria-label={t('map:control.console')} sx={{ mr: { md: -2 } }}>
          <ArrowBack />
        </IconButton>
      </Tooltip>
      <Typography variant="h1" noWrap sx={{ display: { xs: 'none', md: 'block' }, flexShrink: 1, minWidth: 0 }}>
        {t('map:wall.title')}
      </Typography>
      <AreaSelect />
      <EmergencyButton />
      <Box sx={{ flex: 1 }} />
      <Tallies board={board} known={known} />
      <Clock />
      <Tooltip title={fullLabel}>
        <IconButton size="small" onClick={toggle} aria-label={fullLabel} sx={{ display: { xs: 'none', md: 'inline-flex' } }}>
          {full ? <FullscreenExit /> : <Fullscreen />}
        </IconButton>
      </Tooltip>
    </Stack>
  )
}

function Clock() {
  const [day, time] = momentText(useNow(1000)).split(' ')
  return (
    <Stack component="time" sx={{ alignItems: 'flex-end', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      <Typography component="span" variant="h2" sx={{ lineHeight: 1.15 }}>
        {time}
      </Typography>
      <Typography component="span" variant="caption" sx={{ color: 'text.secondary', lineHeight: 1.2 }}>
        {day}
      </Typography>
    </Stack>
  )
}
