import Stack from '@mui/material/Stack'
import type { Device } from '#contract/devices/device'
import { foreignCalls, type KeptMapping } from '#contract/devices/foreign'
import { useHeldVersion } from '#src/forms/useHeldVersion.ts'
import { useCall } from '#src/api/useCall.ts'
import { ListGate } from '#src/ui/ListGate.tsx'
import { MappingForm } from './MappingForm.tsx'
import { TokenSection } from './TokenSection.tsx'

/** A mapping that somebody else saves is no more than told of while another is typed. A new token is no other mapping. */
function HeldMapping({ device, newest, onSaved }: { device: Device; newest: KeptMapping; onSaved: () => void }) {
  const { shown, hold, isOlder, beginAnew } = useHeldVersion(newest)
  const isSame = JSON.stringify(shown.mapping) === JSON.stringify(newest.mapping)
  return (
    <MappingForm
      key={JSON.stringify(shown.mapping)}
      device={device}
      kept={shown.mapping}
      version={isSame ? newest.objectVersionNumber : shown.objectVersionNumber}
      isOlder={isOlder && !isSame}
      onTyped={hold}
      onRenew={beginAnew}
      onSaved={onSaved}
    />
  )
}

/** How a device is connected that does not speak our own protocol: its token, and what its words mean. For whoever may edit it. */
export function ForeignPart({ device }: { device: Device }) {
  const query = useCall(foreignCalls.mapping, { params: { id: device.id } })
  const again = () => void query.refetch()
  if (!query.data) return <ListGate compact query={query} rows={4} height={64} />
  const { mapping, hasToken } = query.data
  return (
    <Stack spacing={2}>
      <TokenSection device={device} protocol={mapping.protocol} hasToken={hasToken} onChanged={again} />
      <HeldMapping device={device} newest={query.data} onSaved={again} />
    </Stack>
  )
}
