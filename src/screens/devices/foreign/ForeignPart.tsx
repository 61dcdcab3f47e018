import Stack from '@mui/material/Stack'
import type { Device } from '#contract/devices/device'
import { foreignCalls } from '#contract/devices/foreign'
import { useCall } from '#src/api/useCall.ts'
import { ListGate } from '#src/ui/ListGate.tsx'
import { MappingForm } from './MappingForm.tsx'
import { TokenSection } from './TokenSection.tsx'

/** How a device is connected that does not speak our own protocol: its token, and what its words mean. For whoever may edit it. */
export function ForeignPart({ device }: { device: Device }) {
  const query = useCall(foreignCalls.mapping, { params: { id: device.id } })
  const again = () => void query.refetch()
  if (!query.data) return <ListGate compact query={query} rows={4} height={64} />
  const { mapping, hasToken, objectVersionNumber } = query.data
  return (
    <Stack spacing={2}>
      <TokenSection device={device} protocol={mapping.protocol} hasToken={hasToken} onChanged={again} />
      <MappingForm key={JSON.stringify(mapping)} device={device} kept={mapping} version={objectVersionNumber} onSaved={again} />
    </Stack>
  )
}
