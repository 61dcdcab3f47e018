import ShowChartIcon from '@mui/icons-material/ShowChart'
import TableRowsIcon from '@mui/icons-material/TableRowsOutlined'
import ZoomInIcon from '@mui/icons-material/ZoomIn'
import ZoomOutIcon from '@mui/icons-material/ZoomOut'
import ZoomOutMapIcon from '@mui/icons-material/ZoomOutMap'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { Suspense, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chartHeight } from './buildHistoryOption.ts'
import type { HistoryHandle } from './HistoryCanvas.tsx'
import { type HistoryCurve, keepRealGaps } from './historyCurve.ts'
import { ValueTable } from './ValueTable.tsx'
import type { ZoomStep } from './zoom.ts'
import { lazyPart } from '#src/ui/lazyPart.tsx'

const HistoryCanvas = lazyPart(() => import('./HistoryCanvas.tsx'))

const steps: readonly { step: ZoomStep; icon: typeof ZoomInIcon; word: 'zoomIn' | 'zoomOut' | 'whole' }[] = [
  { step: 'in', icon: ZoomInIcon, word: 'zoomIn' },
  { step: 'out', icon: ZoomOutIcon, word: 'zoomOut' },
  { step: 'whole', icon: ZoomOutMapIcon, word: 'whole' },
]

/**
 * Curves over time: zoomed and moved by mouse, buttons and keys, gaps left open, the least and greatest of each point as a band, and the
 * values as a table one click away. `range` is what was asked, in ms. Without any value it says so and draws nothing.
 */
export function HistoryChart({ curves, range }: { curves: readonly HistoryCurve[]; range: readonly [number, number] }) {
  const { t } = useTranslation()
  const [view, setView] = useState<'curve' | 'table'>('curve')
  const handle = useRef<HistoryHandle>(null)
  const filled = useMemo(() => curves.filter((curve) => curve.mean.some((value) => value !== null)).map(keepRealGaps), [curves])

  if (filled.length === 0)
    return (
      <Box sx={{ display: 'grid', placeItems: 'center', minHeight: 220 }}>
        <Typography color="text.secondary">{t('charts:empty')}</Typography>
      </Box>
    )
  return (
    <Stack spacing={1}>
      <Stack direction="row" sx={{ justifyContent: 'flex-end', alignItems: 'center', gap: 0.5, flexWrap: 'wrap' }}>
        {view === 'curve' &&
          steps.map(({ step, icon: Icon, word }) => (
            <Tooltip key={step} title={t(`charts:${word}`)}>
              <IconButton size="small" aria-label={t(`charts:${word}`)} onClick={() => handle.current?.zoom(step)}>
                <Icon fontSize="small" />
              </IconButton>
            </Tooltip>
          ))}
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
        <Suspense fallback={<Skeleton variant="rounded" height={chartHeight(filled)} />}>
          <HistoryCanvas curves={filled} range={range} handle={handle} />
        </Suspense>
      ) : (
        <ValueTable curves={filled} />
      )}
    </Stack>
  )
}
