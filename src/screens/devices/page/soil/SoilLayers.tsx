import Box from '@mui/material/Box'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useTheme } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { CollectItem } from '#contract/devices/collect'
import type { Newest } from '#contract/devices/device'
import { NO_VALUE } from '#src/charts/formatValue.ts'
import { Reading } from '#src/devices/Reading.tsx'
import { useNewest } from '#src/devices/useNewest.ts'
import { useReading } from '#src/live/useReading.ts'
import { colorOf } from '#src/theme/theme.ts'
import { Age } from '#src/ui/Age.tsx'
import { SmallTable } from '#src/ui/SmallTable.tsx'
import { newerReading } from '#streams/devices/readings'
import { type SoilLayer, showsConductivity } from './soilLayers.ts'
import { useLayerName } from './useLayerName.ts'

const toNewest = ({ id, code, name, unit, newestData, newestTime, low, high }: CollectItem): Newest => ({
  itemId: id,
  code,
  name,
  unit,
  value: newestData,
  ts: newestTime,
  low,
  high,
})

interface Cell {
  readonly areaId: number
  readonly item: CollectItem
}

const Value = ({ areaId, item }: Cell) => <Reading areaId={areaId} item={toNewest(item)} reportingPeriod={item.reportingPeriod} />

/** How moist a layer is, from nothing to all of its room; the number says the same beside it. */
function MoistureBar({ areaId, item }: Cell) {
  const theme = useTheme()
  const { newest } = useNewest(areaId, { ...toNewest(item), reportingPeriod: item.reportingPeriod })
  const part = Math.min(100, Math.max(0, newest?.value ?? 0))
  return (
    <Box
      aria-hidden
      sx={{ height: 8, borderRadius: 1, bgcolor: 'action.hover', overflow: 'hidden', minWidth: 64, flex: { sm: 1 }, maxWidth: 320 }}
    >
      <Box data-part={part} style={{ width: `${part}%` }} sx={{ height: 1, bgcolor: colorOf(theme, 'soilMoisture') }} />
    </Box>
  )
}

function Conductivity({ areaId, item }: Cell) {
  const { newest } = useNewest(areaId, { ...toNewest(item), reportingPeriod: item.reportingPeriod })
  return showsConductivity(newest?.value) ? <Value areaId={areaId} item={item} /> : <span>{NO_VALUE}</span>
}

/** When a layer was last measured, whichever of its items came then. */
function LayerAge({ areaId, layer: { items } }: { areaId: number; layer: SoilLayer<CollectItem> }) {
  const heard = [
    useReading(areaId, items.temperature?.id),
    useReading(areaId, items.humidity?.id),
    useReading(areaId, items.conductivity?.id),
  ]
  const stored = [items.temperature, items.humidity, items.conductivity]
  const moments = stored.map(
    (item, at) => (item && newerReading({ value: item.newestData, ts: item.newestTime }, heard[at])?.ts) ?? -Infinity,
  )
  const last = Math.max(...moments)
  return <Age moment={Number.isFinite(last) ? last : null} />
}

/** What a soil device measures now, layer by layer from the surface down, as it comes. */
export function SoilLayers({ areaId, layers }: { areaId: number; layers: readonly SoilLayer<CollectItem>[] }) {
  const { t } = useTranslation()
  const layerName = useLayerName()
  return (
    <SmallTable
      label={t('devices:soil.profile')}
      heads={[
        t('devices:soil.layer'),
        { words: t('devices:soil.moisture'), sx: { width: { md: '45%' } } },
        t('devices:soil.warmth'),
        t('devices:soil.salts'),
      ]}
      sx={{ '& td, & th': { px: { xs: 0.5, sm: 2 } } }}
    >
      {layers.map((one) => {
        const { temperature, humidity, conductivity } = one.items
        return (
          <TableRow key={one.layer}>
            <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap' }}>
              {layerName(one.layer)}
              <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
                <LayerAge areaId={areaId} layer={one} />
              </Typography>
            </TableCell>
            <TableCell>
              {humidity && (
                <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, alignItems: { sm: 'center' }, gap: 1 }}>
                  <Box sx={{ minWidth: { sm: 88 } }}>
                    <Value areaId={areaId} item={humidity} />
                  </Box>
                  <MoistureBar areaId={areaId} item={humidity} />
                </Box>
              )}
            </TableCell>
            <TableCell>{temperature && <Value areaId={areaId} item={temperature} />}</TableCell>
            <TableCell>{conductivity && <Conductivity areaId={areaId} item={conductivity} />}</TableCell>
          </TableRow>
        )
      })}
    </SmallTable>
  )
}
