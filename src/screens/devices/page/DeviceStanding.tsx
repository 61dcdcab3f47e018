import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'
import type { Device } from '#contract/devices/device'
import { deviceTypes } from '#contract/devices/deviceType'
import { ClockMark } from '#src/devices/ClockMark.tsx'
import { PresenceMark } from '#src/devices/PresenceMark.tsx'
import { useDevicePresence } from '#src/devices/useDevicePresence.ts'
import { Age } from '#src/ui/Age.tsx'

/** What a device is, whether it is there, when it was last heard, and where it stands: the line under its name. */
export function DeviceStanding({ device }: { device: Device }) {
  const { t } = useTranslation()
  const { presence, heardAt } = useDevicePresence(device)
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, alignItems: 'center' }}>
      <span>
        {t(`devices:type.${device.deviceType}`)} · {device.eui}
      </span>
      {deviceTypes[device.deviceType].showsPresence && <PresenceMark presence={presence} behind={device.behind} />}
      <Age moment={heardAt} />
      <ClockMark clock={device.clock} />
      {device.enabledFlag !== 1 && <Chip size="small" color="warning" label={t('devices:enable.is')} />}
      <Link component={RouterLink} to={`/web/farm/map?device=${device.id}&base=${device.areaId}`}>
        {[device.areaName, device.landName].filter(Boolean).join(' · ')}
      </Link>
    </Stack>
  )
}
