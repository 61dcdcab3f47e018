import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { useTheme } from '@mui/material/styles'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { deviceTypes } from '#contract/devices/deviceType'
import type { Area } from '#contract/farm/area'
import type { Land } from '#contract/farm/land'
import { useWorstOfLands } from '#src/live/useAlarms.ts'
import { boot } from '#src/api/boot.ts'
import { useOpenDevice } from '#src/frame/openers.tsx'
import { openWall } from '#src/frame/openWall.ts'
import type { MarkerState } from '#src/map/describeDevice.ts'
import type { DeviceBoard } from '#src/map/deviceBoard.ts'
import { plotCentre } from '#src/map/findPlot.ts'
import { findSilent } from '#src/map/findSilent.ts'
import { mapColorsOf } from '#src/map/mapColors.ts'
import { chooseSource, GROUND, listSources, type MapSource } from '#src/map/mapSources.ts'
import type { Picked, Place } from '#src/map/mapStage.ts'
import { DEFAULT_ZOOM, type MapView } from '#src/map/mapView.ts'
import { asWordKey } from '#src/i18n/i18n.ts'
import { markerText } from '#src/map/markerText.ts'
import type { MapTour } from '#src/map/tourMarkers.ts'
import { frame, useMapStage } from '#src/map/useMapStage.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { useSession } from '#src/session/session.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { BaseSummary } from './BaseSummary.tsx'
import { DevicePopup } from './DevicePopup.tsx'
import { DevicesPopup } from './DevicesPopup.tsx'
import { FindPanel } from './FindPanel.tsx'
import { LayerPanel } from './LayerPanel.tsx'
import { LegendBar, LegendPanel } from './LegendPanel.tsx'
import { MapControls, type PanelName } from './MapControls.tsx'
import { BasePopup, PlotPopup } from './PlotPopup.tsx'
import { useBaseTours } from './useBaseTours.ts'
import type { FarmData } from './useFarmData.ts'
import { useFullScreen } from '#src/ui/useFullScreen.ts'
import { useMapChoice } from './useMapChoice.ts'
import { useWantedDevice } from './useWantedDevice.ts'
import { WeatherCard } from './WeatherCard.tsx'

const sources = listSources(boot.tiles)
/** A plot that is looked for is shown no further out than this. */
const PLOT_ZOOM = 18
/** A wall covers the frame, its windows cover the wall. */
const FILL_LEVEL = 1250

/** A wall has nobody who would close a notice; the list of sources goes on saying which failed. */
const NOTICE_MS = 20_000

/** What has its popup open. Devices are kept by their ids, since their places on the board change when the list is read again. */
type Shown =
  | { readonly kind: 'device'; readonly deviceId: number }
  | { readonly kind: 'devices'; readonly deviceIds: readonly number[] }
  | Exclude<Picked, { kind: 'nothing' | 'device' | 'devices' }>

export interface FarmMapProps {
  readonly area: Area
  readonly areas: readonly Area[]
  readonly onArea: (areaId: number) => void
  readonly data: FarmData
  readonly board: DeviceBoard
  readonly dark: boolean
  /** The wall has its own counts and its own full screen. */
  readonly wall?: boolean
  /** What stands beside the map (below it on a phone); it may send the map to a device, by its place on the board. */
  readonly aside?: (goTo: (at: number) => void) => ReactNode
}

/** The map of a base with all that stands on it and round it. Its view, layers and panels are state: a kept tab comes back as it was left. */
export function FarmMap({ area, areas, onArea, data, board, dark, wall = false, aside }: FarmMapProps) {
  const { t, i18n } = useTranslation()
  const theme = useTheme()
  const { self } = useSession()
  const openDevice = useOpenDevice()
  const [choice, setChoice] = useMapChoice(self?.id ?? 0)
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  const [noticed, setNoticed] = useState<MapSource | null>(null)
  const [view, setView] = useState<MapView | null>(null)
  const [panel, setPanel] = useState<PanelName | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const [popup, setPopup] = useState<HTMLDivElement | null>(null)
  const host = useRef<HTMLDivElement>(null)
  const { full, toggle } = useFullScreen()
  const source = chooseSource(sources, choice.source, failed)

  const colors = useCallback((element: Element) => mapColorsOf(element, theme, dark), [theme, dark])
  const words = useMemo(
    () => ({
      on: t('map:marker.on'),
      off: t('map:marker.off'),
      says: (meaning: string) => t(asWordKey(`devices:says.${meaning}`)) as string,
    }),
    [t],
  )
  const text = useCallback((state: MarkerState) => markerText(state, words, i18n.language), [words, i18n.language])
  const isHidden = useCallback((at: number) => !choice.layers[deviceTypes[board.devices[at]!.deviceType].layer], [board, choice.layers])
  const tints = useWorstOfLands(area.areaId)
  const tours = useBaseTours(area.areaId)
  const layerCounts = useMemo(() => board.countLayers(), [board])

  const framing = useMemo(() => {
    if (!data.settled) return null
    const corners = data.lands.flatMap((land) => (land.landProfile ?? []).map(([longitude, latitude]) => ({ longitude, latitude })))
    const places = [...corners, ...data.devices.flatMap(({ latlng }) => (latlng ? [latlng] : []))]
    return { key: area.areaId, centre: area.latlng, places }
  }, [data.settled, data.lands, data.devices, area.areaId, area.latlng])

  useEffect(() => {
    if (!noticed) return
    const timer = setTimeout(() => setNoticed(null), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [noticed])

  const selected = shown?.kind === 'device' ? board.indexOf(shown.deviceId) : -1
  const isGone = shown?.kind === 'plot' && shown.land.areaId !== area.areaId
  const together = useMemo(() => togetherOf(shown, board, isHidden), [shown, board, isHidden])
  const place = useMemo(() => (isGone ? null : placeOf(shown, board, selected, together)), [isGone, shown, board, selected, together])
  const pinned = useMemo(() => (place ? { element: popup, place } : null), [popup, place])

  const pick = (picked: Picked) => {
    if (picked.kind === 'nothing') {
      setShown(null)
      return
    }
    if (picked.kind === 'device') {
      const device = board.devices[picked.at]
      // Types with a window of their own open it (MAP-08); the rest show their popup.
      const opened = device != null && deviceTypes[device.deviceType].opens !== 'popup' && openDevice(device)
      setShown(device == null || opened ? null : { kind: 'device', deviceId: device.id })
      return
    }
    if (picked.kind === 'devices') {
      setShown({ kind: 'devices', deviceIds: picked.at.flatMap((at) => board.devices[at]?.id ?? []) })
      return
    }
    setShown(picked)
  }

  const stage = useMapStage(host, {
    colors,
    source,
    view,
    framing,
    areas,
    selectedArea: area.areaId,
    tours: choice.tours ? tours : NO_TOURS,
    lands: choice.plots ? data.lands : NO_LANDS,
    tints,
    board,
    isHidden,
    text,
    selected,
    pinned,
    wall,
    onView: setView,
    onPick: pick,
    onSourceFailed: (one) => {
      setNoticed(one)
      // Who else answers is asked first, so that the map is made anew at most once.
      const others = sources.filter(({ id }) => id !== one.id && !failed.has(id))
      const now = stage.current?.view()
      void (now ? findSilent(others, now) : Promise.resolve([])).then((silent) =>
        setFailed((before) => new Set([...before, one.id, ...silent.map(({ id }) => id)])),
      )
    },
  })

  const goToDevice = (at: number) => {
    const device = board.devices[at]
    if (!device) return
    if (!device.latlng) {
      openDevice(device)
      return
    }
    // What is looked for is seen, also where its layer is put away.
    const { layer } = deviceTypes[device.deviceType]
    if (!choice.layers[layer]) setChoice({ layers: { ...choice.layers, [layer]: true } })
    stage.current?.show({ ...device.latlng, zoom: Math.max(DEFAULT_ZOOM, view?.zoom ?? 0) })
    setShown({ kind: 'device', deviceId: device.id })
  }
  useWantedDevice(board, view != null, goToDevice)
  const goToPlot = (land: Land) => {
    const centre = plotCentre(land)
    if (!centre) return
    stage.current?.show({ ...centre, zoom: Math.min(PLOT_ZOOM, Math.max(16, view?.zoom ?? 0)) })
    setShown({ kind: 'plot', land, place: centre })
  }
  const chooseGround = (next: MapSource) => {
    setNoticed(null)
    setFailed((before) => new Set([...before].filter((id) => id !== next.id)))
    setChoice({ source: next.id })
  }

  return (
    <Box
      component="section"
      aria-label={t('map:title')}
      data-map-ready={data.settled && view != null}
      sx={{
        position: full && !wall ? 'fixed' : 'relative',
        inset: 0,
        flex: 1,
        minHeight: 0,
        width: '100%',
        height: '100%',
        zIndex: full && !wall ? FILL_LEVEL : 0,
        overflow: 'hidden',
        bgcolor: 'background.default',
        display: 'flex',
        flexDirection: { xs: 'column', md: 'row' },
      }}
    >
      <Box sx={{ position: 'relative', flex: 1, minWidth: 0, minHeight: 0 }}>
        {/* Leaflet's own element: it takes the focus, so that arrow keys move the map. */}
        <Box ref={host} aria-label={t('map:label', { name: area.areaName })} role="application" sx={leafletLook} />
        {view == null && <MapSkeleton />}
        <Box sx={{ position: 'absolute', inset: 0, pointerEvents: 'none', overflow: 'hidden' }}>
          {shown?.kind === 'device' && selected >= 0 && (
            <DevicePopup key={shown.deviceId} board={board} at={selected} pin={setPopup} onClose={() => setShown(null)} />
          )}
          {shown?.kind === 'devices' && together.length > 0 && (
            <DevicesPopup
              key={shown.deviceIds.join()}
              board={board}
              at={together}
              text={text}
              pin={setPopup}
              onChoose={(at) => pick({ kind: 'device', at })}
              onClose={() => setShown(null)}
            />
          )}
          {shown?.kind === 'plot' && !isGone && (
            <PlotPopup key={shown.land.landId} land={shown.land} pin={setPopup} onClose={() => setShown(null)} />
          )}
          {shown?.kind === 'base' && (
            <BasePopup
              key={shown.area.areaId}
              area={shown.area}
              selected={shown.area.areaId === area.areaId}
              onSelect={() => {
                setShown(null)
                onArea(shown.area.areaId)
              }}
              pin={setPopup}
              onClose={() => setShown(null)}
            />
          )}
          <Stack sx={{ position: 'absolute', top: 12, left: 12, right: 64, gap: 1, alignItems: 'flex-start' }}>
            <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', maxWidth: '100%', alignItems: 'flex-start' }}>
              {!wall && <BaseSummary areaId={area.areaId} board={board} />}
              {area.latlng && <WeatherCard place={area.latlng} />}
            </Stack>
            {noticed && (
              <Alert
                severity="info"
                onClose={() => setNoticed(null)}
                action={
                  <Button size="small" color="inherit" onClick={() => chooseGround(noticed)}>
                    {t('map:source.retry')}
                  </Button>
                }
                sx={{ pointerEvents: 'auto', boxShadow: 3 }}
              >
                {t('map:source.failed', { name: noticed.tiles?.name ?? '' })}
              </Alert>
            )}
            {data.devicesError && (
              <Card>
                <ErrorState compact title={t('map:notice.devicesFailed')} error={data.devicesError} onRetry={data.retry} />
              </Card>
            )}
            {!data.devicesError && data.landsError && (
              <Card>
                <ErrorState compact title={t('map:notice.landsFailed')} error={data.landsError} onRetry={data.retry} />
              </Card>
            )}
            {data.settled && !data.devicesError && data.devices.length === 0 && (
              <Card>
                <EmptyState
                  compact
                  variant="noData"
                  title={t('map:notice.noDevices')}
                  text={t(data.lands.length > 0 ? 'map:notice.noDevicesHint' : 'map:notice.nothingHint')}
                  action={
                    !wall && (
                      <Permitted code={deviceTypes.gateway.codes.create}>
                        <Button component={Link} to="/web/equipment/gateway" size="small" variant="outlined">
                          {t('map:notice.addDevice')}
                        </Button>
                      </Permitted>
                    )
                  }
                />
              </Card>
            )}
          </Stack>
          <Box sx={{ position: 'absolute', top: 12, right: 12 }}>
            <MapControls
              panel={panel}
              onPanel={setPanel}
              onZoom={(levels) => stage.current?.zoomBy(levels)}
              onFit={() => framing && stage.current?.show(frame(framing, wall, stage.current.size()))}
              full={full}
              onFull={toggle}
              onWall={wall ? null : openWall}
            />
          </Box>
          {wall && (
            <Paper
              elevation={3}
              sx={{
                position: 'absolute',
                left: 12,
                bottom: 12,
                right: 130,
                width: 'fit-content',
                pointerEvents: 'auto',
                display: { xs: 'none', md: 'block' },
              }}
            >
              <LegendBar dark={dark} />
            </Paper>
          )}
          {panel === 'layers' && (
            <LayerPanel
              choice={choice}
              counts={layerCounts}
              plotCount={data.lands.length}
              tourCount={tours.length}
              sources={sources}
              source={failed.has(source.id) ? GROUND : source}
              failed={failed}
              onChoose={setChoice}
              onSource={chooseGround}
              onClose={() => setPanel(null)}
            />
          )}
          {panel === 'legend' && <LegendPanel dark={dark} onClose={() => setPanel(null)} />}
          {panel === 'find' && (
            <FindPanel
              board={board}
              lands={data.lands}
              text={text}
              isHidden={isHidden}
              onDevice={goToDevice}
              onPlot={goToPlot}
              onClose={() => setPanel(null)}
            />
          )}
        </Box>
      </Box>
      {aside?.(goToDevice)}
    </Box>
  )
}

const NO_DEVICES: readonly number[] = []

/** Of devices that were chosen together those that are still there and shown, by their places on the board, the nearest first. */
const togetherOf = (shown: Shown | null, board: DeviceBoard, isHidden: (at: number) => boolean): readonly number[] =>
  shown?.kind === 'devices' ? shown.deviceIds.map((id) => board.indexOf(id)).filter((at) => at >= 0 && !isHidden(at)) : NO_DEVICES

/** Above which place of the map what is shown hangs. */
function placeOf(shown: Shown | null, board: DeviceBoard, selected: number, together: readonly number[]): Place | null {
  if (shown === null) return null
  if (shown.kind === 'device') return board.devices[selected]?.latlng ?? null
  if (shown.kind === 'devices') return board.devices[together[0] ?? -1]?.latlng ?? null
  return shown.place
}

const NO_LANDS: readonly Land[] = []
const NO_TOURS: readonly MapTour[] = []

const Card = ({ children }: { children: ReactNode }) => (
  <Box sx={{ bgcolor: 'background.paper', borderRadius: 2, boxShadow: 3, pointerEvents: 'auto', maxWidth: 340 }}>{children}</Box>
)

/** The map's shape while its base is fetched. */
export function MapSkeleton() {
  const { t } = useTranslation()
  return (
    <Box component="output" aria-label={t('map:notice.loading')} sx={{ position: 'absolute', inset: 0, bgcolor: 'background.default' }}>
      <Skeleton variant="rectangular" width="100%" height="100%" />
      <Stack direction="row" sx={{ position: 'absolute', top: 12, left: 12, gap: 1 }}>
        <Skeleton variant="rounded" width={260} height={44} />
        <Skeleton variant="rounded" width={140} height={44} />
      </Stack>
      <Skeleton variant="rounded" width={42} height={290} sx={{ position: 'absolute', top: 12, right: 12 }} />
    </Box>
  )
}

/** What Leaflet draws by itself, in the theme's colours. */
const leafletLook = {
  position: 'absolute',
  inset: 0,
  // Leaflet's panes count up to 800: they stay below what stands round the map.
  zIndex: 0,
  isolation: 'isolate',
  bgcolor: 'background.default',
  // Leaflet's style sheet comes later than the theme's: a second class wins.
  '&.leaflet-container': { font: 'inherit', bgcolor: 'background.default' },
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
  // What Enter chooses: the middle, to whoever moves the map by its keys.
  '&:focus-visible::after': {
    content: '""',
    position: 'absolute',
    top: '50%',
    left: '50%',
    width: 36,
    height: 36,
    transform: 'translate(-50%, -50%)',
    border: '2px dashed',
    borderColor: 'primary.main',
    borderRadius: '50%',
    pointerEvents: 'none',
    zIndex: 900,
  },
  '& .leaflet-control-scale-line': {
    bgcolor: 'background.paper',
    color: 'text.secondary',
    borderColor: 'text.secondary',
    textShadow: 'none',
    fontSize: '0.6875rem',
    opacity: 0.85,
  },
  '& .leaflet-control-attribution': { bgcolor: 'background.paper', color: 'text.secondary', opacity: 0.85, fontSize: '0.6875rem', px: 0.5 },
  '& .furrow-hover': {
    bgcolor: 'background.paper',
    color: 'text.primary',
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
    boxShadow: 3,
    whiteSpace: 'pre',
    fontWeight: 600,
  },
  '& .furrow-hover::before': { borderTopColor: 'background.paper' },
  '& .furrow-base > div, & .furrow-tour > a': {
    position: 'absolute',
    transform: 'translate(-50%, -50%)',
    display: 'flex',
    alignItems: 'center',
    gap: 0.5,
    px: 1,
    py: 0.25,
    borderRadius: 4,
    bgcolor: 'background.paper',
    color: 'text.secondary',
    border: 1,
    borderColor: 'divider',
    boxShadow: 2,
    whiteSpace: 'nowrap',
    fontWeight: 600,
    fontSize: '0.8125rem',
  },
  '& .furrow-tour > a': { color: 'text.primary', textDecoration: 'none', pointerEvents: 'auto', cursor: 'pointer' },
  '& .furrow-tour > a:hover': { color: 'primary.main', borderColor: 'primary.main' },
  // Close up a name would only cover devices: it comes when it is pointed at or has the focus.
  '&.furrow-near .furrow-tour > a:not(:hover, :focus-visible)': { px: 0.5, py: 0.5, borderRadius: '50%' },
  '&.furrow-near .furrow-tour > a:not(:hover, :focus-visible) span': {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
  },
  '& .furrow-tour > a:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
  '& .furrow-base-selected > div': { color: 'primary.main', borderColor: 'primary.main' },
  '&.furrow-near .furrow-base-selected > div': { px: 0.5, py: 0.5, borderRadius: '50%' },
  '&.furrow-near .furrow-base-selected span': { display: 'none' },
  '& .furrow-base:focus-visible': { outline: 'none' },
  '& .furrow-base:focus-visible > div': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
} as const
