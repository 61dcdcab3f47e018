import Stack from '@mui/material/Stack'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { Device } from '#contract/devices/device'
import { deviceTypes } from '#contract/devices/deviceType'
import type { DeviceLog } from '#contract/devices/types/defineDeviceType'
import { ControlLog } from '../switches/ControlLog.tsx'
import { FaultLog } from './FaultLog.tsx'
import { OnlineLog } from './OnlineLog.tsx'

const ROWS = 20

/** What is kept of a device: who asked what of it, when it came and went, and what faults it reported. The address names which. */
export function LogPart({ device }: { device: Device }) {
  const { t } = useTranslation()
  const [address, setAddress] = useSearchParams()
  const kept = (deviceTypes[device.deviceType].logs as readonly DeviceLog[]).filter((log) => log !== 'rejected')
  const log = kept.find((one) => one === address.get('log')) ?? kept[0]
  const show = (next: DeviceLog) =>
    setAddress(
      (now) => {
        const changed = new URLSearchParams(now)
        changed.set('log', next)
        return changed
      },
      { replace: true },
    )
  return (
    <Stack spacing={1.5}>
      {kept.length > 1 && (
        <ToggleButtonGroup
          exclusive
          value={log}
          aria-label={t('devices:device.part.log')}
          onChange={(_, next: DeviceLog | null) => next !== null && show(next)}
          sx={{ '& .MuiToggleButton-root': { minHeight: 44, px: 2 } }}
        >
          {kept.map((one) => (
            <ToggleButton key={one} value={one}>
              {t(`devices:logs.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
      {log === 'control' && <ControlLog of={{ concentratorId: device.id }} size={ROWS} />}
      {log === 'online' && <OnlineLog deviceId={device.id} />}
      {log === 'fault' && <FaultLog deviceId={device.id} />}
    </Stack>
  )
}
