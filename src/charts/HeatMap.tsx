import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import GridIcon from '@mui/icons-material/GridOnOutlined'
import TableRowsIcon from '@mui/icons-material/TableRowsOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#src/ui/lazyPart.tsx'
import { saveText } from '#src/ui/saveText.ts'
import { heatHeight } from './buildHeatOption.ts'
import { historyCsv } from './historyCsv.ts'
import type { HistoryCurve } from './historyCurve.ts'
import { ValueTable } from './ValueTable.tsx'

const HeatCanvas = lazyPart(() => import('./HeatCanvas.tsx'))

/**
 * Curves of one grid as a heat map, a row each, gaps left empty; the values as a table one click away, and as CSV under `fileName`.
 * Without any value it says so and draws nothing. `before` stands on the line of its buttons.
 */
export function HeatMap({
  curves,
  colors,
  fileName,
  before,
}: {
  curves: readonly HistoryCurve[]
  colors: readonly string[]
  fileName: string
  before?: ReactNode
}) {
  const { t } = useTranslation()
  const [view, setView] = useState<'map' | 'table'>('map')
  const filled = curves.some(({ collectionData }) => collectionData.some((value) => value !== null))
  const save = () => {
    const words = {
      time: t('charts:time'),
      least: t('charts:least'),
      greatest: t('charts:greatest'),
      steadiness: t('charts:steadinessHead'),
    }
    saveText(`${fileName}.csv`, historyCsv(curves, [-Infinity, Infinity], words), 'text/csv')
  }
  return (
    <Stack spacing={1}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
        {before}
        <Box sx={{ flex: 1 }} />
        {filled && (
          <Tooltip title={t('charts:csv')}>
            <IconButton size="small" aria-label={t('charts:csv')} onClick={save}>
              <DownloadIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        )}
        <ToggleButtonGroup size="small" exclusive value={view} onChange={(_, wanted: 'map' | 'table' | null) => wanted && setView(wanted)}>
          <ToggleButton value="map">
            <GridIcon fontSize="small" sx={{ mr: 0.5 }} />
            {t('charts:map')}
          </ToggleButton>
          <ToggleButton value="table">
            <TableRowsIcon fontSize="small" sx={{ mr: 0.5 }} />
            {t('charts:table')}
          </ToggleButton>
        </ToggleButtonGroup>
      </Stack>
      {!filled ? (
        <Box sx={{ display: 'grid', placeItems: 'center', minHeight: heatHeight(curves.length) }}>
          <Typography sx={{ color: 'text.secondary' }}>{t('charts:empty')}</Typography>
        </Box>
      ) : view === 'map' ? (
        <Suspense fallback={<Skeleton variant="rounded" height={heatHeight(curves.length)} />}>
          <HeatCanvas curves={curves} colors={colors} />
        </Suspense>
      ) : (
        <ValueTable curves={curves} />
      )}
    </Stack>
  )
}
