import Stack from '@mui/material/Stack'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { collectCalls } from '#contract/devices/collect'
import type { Device } from '#contract/devices/device'
import { useCall } from '#src/api/useCall.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ListGate } from '#src/ui/ListGate.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SoilHeat } from './SoilHeat.tsx'
import { SoilLayers } from './SoilLayers.tsx'
import { soilLayers } from './soilLayers.ts'

/** The soil under a device, from the surface down: now, and over time. */
export function SoilProfile({ device }: { device: Device }) {
  const { t } = useTranslation()
  // The page below asks for the same: it is read once.
  const query = useCall(collectCalls.collection, { params: { id: device.id }, query: { page: 1, size: 0 } })
  const layers = useMemo(() => soilLayers(query.data?.content ?? []), [query.data])
  return (
    <Section title={t('devices:soil.profile')}>
      <ListGate compact query={query} rows={4} height={44}>
        {() =>
          layers.length === 0 ? (
            <EmptyState variant="noData" compact title={t('devices:soil.none')} text={t('devices:soil.noneHint')} />
          ) : (
            <Stack spacing={3}>
              <SoilLayers areaId={device.areaId} layers={layers} />
              <SoilHeat device={device} layers={layers} />
            </Stack>
          )
        }
      </ListGate>
    </Section>
  )
}
