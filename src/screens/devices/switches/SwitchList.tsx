import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#contract/devices/device'
import { manualHoldCalls } from '#contract/devices/manualHold'
import { meterCalls } from '#contract/devices/meter'
import { runHoursCalls } from '#contract/devices/runHours'
import { CONTROL, type DeviceSwitch, switchCalls } from '#contract/devices/switch'
import { useCall } from '#src/api/useCall.ts'
import { usePagedCall } from '#src/crud/usePagedCall.tsx'
import { useMay } from '#src/devices/useMay.ts'
import { usePresence } from '#src/live/usePresence.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ListGate } from '#src/ui/ListGate.tsx'
import { SwitchForm } from './SwitchForm.tsx'
import { SwitchRow } from './SwitchRow.tsx'

/** COLLECT-06. */
const SIZES = [20, 50]
/** What runs goes on counting. */
const AGAIN_MS = 60_000

/** The switches of a device, 20 a page. */
export function SwitchList({ device }: { device: Pick<Device, 'id' | 'areaId' | 'deviceType'> }) {
  const { id: deviceId, areaId, deviceType } = device
  const { t } = useTranslation()
  const [editing, setEditing] = useState<DeviceSwitch | null>(null)
  const mayControl = usePermission(CONTROL)
  const mayEdit = useMay('edit', deviceType)
  const presence = usePresence(areaId, deviceId)?.presence
  const { query, pager } = usePagedCall(switchCalls.list, { params: { id: deviceId } }, SIZES)
  const meters = useCall(meterCalls.list, { params: { id: deviceId } })
  const ran = useCall(runHoursCalls.read, { params: { id: deviceId } }, { refetchInterval: AGAIN_MS })
  const holds = useCall(manualHoldCalls.list, { query: { areaId, deviceId } })
  const meterOf = (id: number) => meters.data?.find(({ switchId }) => switchId === id)
  if (!query.data) return <ListGate compact query={query} rows={5} height={64} />
  if (query.data.totalElements === 0)
    return <EmptyState variant="noData" compact title={t('devices:control.noSwitches')} text={t('devices:control.noSwitchesHint')} />
  return (
    <Stack>
      {presence === 'offline' && <Alert severity="warning">{t('devices:control.offline')}</Alert>}
      {mayControl === false && <Alert severity="info">{t('devices:control.readOnly')}</Alert>}
      <Box component="ul" sx={{ m: 0, p: 0 }}>
        {query.data.content.map((one) => (
          <SwitchRow
            key={one.id}
            of={one}
            areaId={areaId}
            deviceType={deviceType}
            mayControl={mayControl === true}
            meter={meterOf(one.id)}
            ran={ran.data?.find(({ switchId }) => switchId === one.id)}
            hold={holds.data?.find(({ switchId }) => switchId === one.id)}
            {...(mayEdit ? { onEdit: () => setEditing(one) } : {})}
          />
        ))}
      </Box>
      {pager}
      {editing && (
        <SwitchForm
          of={editing}
          meter={meterOf(editing.id)}
          areaId={areaId}
          onClose={() => setEditing(null)}
          onSaved={() => {
            setEditing(null)
            void query.refetch()
            void meters.refetch()
          }}
        />
      )}
    </Stack>
  )
}
