import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DEVICE_TYPES, deviceTypes, type Layer, LAYERS } from '#contract/devices/deviceType'
import { useMay } from '#src/devices/useMay.ts'
import { LayerGlyph } from '#src/map/LayerGlyph.tsx'
import type { MapChoice } from '#src/map/keepLayers.ts'
import type { MapSource } from '#src/map/mapSources.ts'
import { LAYER_NAMES } from '#src/map/markerKey.ts'
import { MapPanel } from './MapPanel.tsx'

/** All types of one layer share their page, and so who may see them. */
const typeOf = (layer: Layer) => DEVICE_TYPES.find((type) => deviceTypes[type].layer === layer)
const Seen = ({ layer, children }: { layer: Layer; children: ReactNode }) => useMay('read', typeOf(layer)) && children

export interface LayerPanelProps {
  readonly choice: MapChoice
  readonly counts: Readonly<Partial<Record<Layer, number>>>
  readonly plotCount: number
  /** Tours of the base; without any their row is not listed. */
  readonly tourCount: number
  readonly sources: readonly MapSource[]
  readonly source: MapSource
  readonly failed: ReadonlySet<string>
  readonly onChoose: (change: Partial<MapChoice>) => void
  readonly onSource: (source: MapSource) => void
  readonly onClose: () => void
}

/** Which device layers are shown, with their counts, and what lies underneath. A layer whose code is not held is not listed. */
export function LayerPanel({
  choice,
  counts,
  plotCount,
  tourCount,
  sources,
  source,
  failed,
  onChoose,
  onSource,
  onClose,
}: LayerPanelProps) {
  const { t } = useTranslation()
  const setAll = (shown: boolean) =>
    onChoose({ layers: Object.fromEntries(LAYER_NAMES.map((name) => [name, shown])) as Record<Layer, boolean> })
  return (
    <MapPanel title={t('map:layers.title')} onClose={onClose}>
      <Stack sx={{ p: 2, pt: 1, gap: 1.5 }}>
        <Box>
          <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between' }}>
            <Typography variant="subtitle2">{t('map:layers.devices')}</Typography>
            <Stack direction="row">
              <Button size="small" onClick={() => setAll(true)}>
                {t('map:layers.all')}
              </Button>
              <Button size="small" onClick={() => setAll(false)}>
                {t('map:layers.none')}
              </Button>
              <Button size="small" onClick={() => onChoose({ layers: LAYERS, plots: true, tours: true })}>
                {t('map:layers.defaults')}
              </Button>
            </Stack>
          </Stack>
          <Stack>
            {LAYER_NAMES.map((layer) => (
              <Seen key={layer} layer={layer}>
                <LayerRow
                  label={t(`map:layer.${layer}`)}
                  glyph={<LayerGlyph layer={layer} fontSize="small" color="action" />}
                  count={counts[layer] ?? 0}
                  countLabel={t('map:layers.count', { count: counts[layer] ?? 0 })}
                  checked={choice.layers[layer]}
                  onChange={(shown) => onChoose({ layers: { ...choice.layers, [layer]: shown } })}
                />
              </Seen>
            ))}
            <LayerRow
              label={t('map:layers.plots')}
              glyph={
                <Box
                  sx={{
                    width: 16,
                    height: 12,
                    mx: 0.25,
                    borderRadius: 0.5,
                    border: 2,
                    borderColor: 'primary.main',
                    bgcolor: 'action.selected',
                  }}
                />
              }
              count={plotCount}
              countLabel={String(plotCount)}
              checked={choice.plots}
              onChange={(plots) => onChoose({ plots })}
            />
            {tourCount > 0 && (
              <LayerRow
                label={t('map:base.tours')}
                glyph={<LayerGlyph layer="tour" fontSize="small" color="action" />}
                count={tourCount}
                countLabel={String(tourCount)}
                checked={choice.tours}
                onChange={(tours) => onChoose({ tours })}
              />
            )}
          </Stack>
        </Box>
        <FormControl>
          <FormLabel id="map-source" sx={{ typography: 'subtitle2', color: 'text.primary' }}>
            {t('map:source.title')}
          </FormLabel>
          <RadioGroup
            aria-labelledby="map-source"
            value={source.id}
            onChange={({ target }) => onSource(sources.find(({ id }) => id === target.value) ?? source)}
          >
            {sources.map((one) => (
              <FormControlLabel
                key={one.id}
                value={one.id}
                control={<Radio size="small" />}
                label={
                  <Typography variant="body2" sx={{ color: failed.has(one.id) ? 'text.secondary' : 'text.primary' }}>
                    {one.tiles?.name ?? t('map:source.ground')}
                    {failed.has(one.id) && ` · ${t('map:source.silent')}`}
                  </Typography>
                }
              />
            ))}
          </RadioGroup>
        </FormControl>
      </Stack>
    </MapPanel>
  )
}

function LayerRow(row: {
  label: string
  glyph: ReactNode
  count: number
  countLabel: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', opacity: row.count === 0 ? 0.6 : 1 }}>
      <FormControlLabel
        control={<Checkbox size="small" checked={row.checked} onChange={(_, checked) => row.onChange(checked)} sx={{ py: 0.5 }} />}
        label={
          <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
            {row.glyph}
            <Typography variant="body2">{row.label}</Typography>
          </Stack>
        }
        sx={{ flex: 1, mr: 0 }}
      />
      <Typography variant="body2" aria-label={row.countLabel} sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {row.count}
      </Typography>
    </Stack>
  )
}
