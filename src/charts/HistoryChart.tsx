import CloseFullscreenIcon from '@mui/icons-material/CloseFullscreen'
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import OpenInFullIcon from '@mui/icons-material/OpenInFull'
import ShowChartIcon from '@mui/icons-material/ShowChart'
import TableRowsIcon from '@mui/icons-material/TableRowsOutlined'
import ZoomInIcon from '@mui/icons-material/ZoomIn'
import ZoomOutIcon from '@mui/icons-material/ZoomOut'
import ZoomOutMapIcon from '@mui/icons-material/ZoomOutMap'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { type ReactNode, Suspense, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { chartHeight, PANEL_HEIGHT, panelHeightIn } from './buildHistoryOption.ts'
import { historyCsv } from './historyCsv.ts'
import { type HistoryCurve, keepRealGaps } from './historyCurve.ts'
import { ValueTable } from './ValueTable.tsx'
import { moveZoom, shownRange, WHOLE, type Zoom, type ZoomStep } from './zoom.ts'
import { lazyPart } from '#src/ui/lazyPart.tsx'
import { momentText } from '#src/time/moment.ts'
import { saveText } from '#src/ui/saveText.ts'

const HistoryCanvas = lazyPart(() => import('./HistoryCanvas.tsx'))

const steps: readonly { step: ZoomStep; icon: typeof ZoomInIcon; word: 'zoomIn' | 'zoomOut' | 'whole' }[] = [
  { step: 'in', icon: ZoomInIcon, word: 'zoomIn' },
  { step: 'out', icon: ZoomOutIcon, word: 'zoomOut' },
  { step: 'whole', icon: ZoomOutMapIcon, word: 'whole' },
]

/** What stands above and below a chart that fills the screen. */
const FULL_REST = 132
const onResize = (listener: () => void) => {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

/** What happened along the curves, within the moments that are seen (ms). */
export interface Beside {
  readonly bands: (seen: readonly [number, number]) => ReactNode
  readonly table: (seen: readonly [number, number]) => ReactNode
}

/** The frame of a chart: in its page, or over all of the screen. */
const Frame = ({ full, label, onClose, children }: { full: boolean; label: string; onClose: () => void; children: ReactNode }) =>
  full ? (
    <Dialog fullScreen open onClose={onClose} aria-label={label}>
      <Box sx={{ p: 2 }}>{children}</Box>
    </Dialog>
  ) : (
    children
  )

/**
 * Curves over time: zoomed and moved by mouse, buttons and keys, gaps left open, through the least and greatest of each point with a band
 * between them, and the values as a table one click away. What is seen is one window of time: of the curves, the strip, the bands, the
 * tables and the CSV, on the page as over the whole screen. `range` is what was asked, in ms.
 * Without any value it says so and draws nothing. `beside` is what happened on the same time axis: drawn below the curves for
 * the moments that are seen, and as a table of its own.
 */
export function HistoryChart({
  curves,
  range,
  beside,
}: {
  curves: readonly HistoryCurve[]
  range: readonly [number, number]
  beside?: Beside
}) {
  const { t } = useTranslation()
  const [view, setView] = useState<'curve' | 'table'>('curve')
  const [full, setFull] = useState(false)
  const [zoom, setZoom] = useState<Zoom>(WHOLE)
  // A range that only moves on with the clock keeps its width, and the reader's window.
  const [width, setWidth] = useState(range[1] - range[0])
  if (width !== range[1] - range[0]) {
    setWidth(range[1] - range[0])
    setZoom(WHOLE)
  }
  const room = useSyncExternalStore(onResize, () => innerHeight) - FULL_REST
  const filled = useMemo(() => curves.filter((curve) => curve.collectionData.some((value) => value !== null)).map(keepRealGaps), [curves])

  const drawn = filled.length > 0
  const empty = (
    <Box sx={{ display: 'grid', placeItems: 'center', minHeight: beside ? 80 : 220 }}>
      <Typography sx={{ color: 'text.secondary' }}>{t('charts:empty')}</Typography>
    </Box>
  )
  if (!drawn && !beside) return empty
  const seen = shownRange(range, zoom)
  const strip = <StripWords range={range} seen={seen} whole={zoom.start <= 0 && zoom.end >= 100} />
  const panelHeight = full ? panelHeightIn(filled, room) : PANEL_HEIGHT
  const save = () => {
    const words = {
      time: t('charts:time'),
      least: t('charts:least'),
      greatest: t('charts:greatest'),
      steadiness: t('charts:steadinessHead'),
    }
    const name = `${filled.map((curve) => curve.name).join('-')}-${momentText(seen[0]).slice(0, 16)}`
    saveText(`${name.replaceAll(/[^\p{L}\p{N}-]+/gu, '-')}.csv`, historyCsv(filled, seen, words), 'text/csv')
  }
  return (
    <Frame full={full} label={t('charts:curve')} onClose={() => setFull(false)}>
      <Stack spacing={1}>
        <Stack direction="row" sx={{ justifyContent: 'flex-end', alignItems: 'center', gap: 0.5, flexWrap: 'wrap' }}>
          {steps.map(({ step, icon: Icon, word }) => (
            <ChartButton key={step} label={t(`charts:${word}`)} onClick={() => setZoom(moveZoom(zoom, step))}>
              <Icon fontSize="small" />
            </ChartButton>
          ))}
          {drawn && (
            <ChartButton label={t('charts:csv')} onClick={save}>
              <DownloadIcon fontSize="small" />
            </ChartButton>
          )}
          <ChartButton label={t(full ? 'charts:leaveFull' : 'charts:full')} onClick={() => setFull(!full)}>
            {full ? <CloseFullscreenIcon fontSize="small" /> : <OpenInFullIcon fontSize="small" />}
          </ChartButton>
          <ToggleButtonGroup
            size="small"
            exclusive
            value={view}
            onChange={(_, wanted: 'curve' | 'table' | null) => wanted && setView(wanted)}
          >
            <ToggleButton value="curve">
              <ShowChartIcon fontSize="small" sx={{ mr: 0.5 }} />
              {t('charts:curve')}
            </ToggleButton>
            <ToggleButton value="table">
              <TableRowsIcon fontSize="small" sx={{ mr: 0.5 }} />
              {t('charts:table')}
            </ToggleButton>
          </ToggleButtonGroup>
        </Stack>
        {view === 'curve' ? (
          <>
            {drawn ? (
              <Suspense fallback={<Skeleton variant="rounded" height={chartHeight(filled, panelHeight)} />}>
                <HistoryCanvas curves={filled} range={range} zoom={zoom} panelHeight={panelHeight} onZoom={setZoom} />
              </Suspense>
            ) : (
              curves.length > 0 && empty
            )}
            {strip}
            {beside?.bands(seen)}
          </>
        ) : (
          <>
            {strip}
            {drawn && <ValueTable curves={filled} seen={seen} />}
            {beside?.table(seen)}
          </>
        )}
      </Stack>
    </Frame>
  )
}

const ChartButton = ({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) => (
  <Tooltip title={label}>
    <IconButton size="small" aria-label={label} onClick={onClick}>
      {children}
    </IconButton>
  </Tooltip>
)

/** Under the overview strip: from when to when it stands, and which part of that is seen above. */
function StripWords({ range, seen, whole }: { range: readonly [number, number]; seen: readonly [number, number]; whole: boolean }) {
  const { t } = useTranslation()
  const text = (moment: number) => momentText(moment).slice(0, 16)
  return (
    <Stack
      direction="row"
      data-strip
      sx={{
        justifyContent: 'space-between',
        columnGap: 2,
        flexWrap: 'wrap',
        typography: 'caption',
        color: 'text.secondary',
        pl: 7,
        pr: 2.5,
      }}
    >
      <time dateTime={new Date(range[0]).toISOString()}>{text(range[0])}</time>
      {!whole && <span>{t('charts:seen', { from: text(seen[0]), to: text(seen[1]) })}</span>}
      <time dateTime={new Date(range[1]).toISOString()}>{text(range[1])}</time>
    </Stack>
  )
}
