import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Device } from '#contract/devices/device'
import { ClockMark } from '#src/devices/ClockMark.tsx'
import { PresenceMark } from '#src/devices/PresenceMark.tsx'
import { useDevicePresence } from '#src/devices/useDevicePresence.ts'
import { Age } from '#src/ui/Age.tsx'
import { useWindowTitle } from '#src/ui/windowTitle.ts'

/** Name, type, number and live presence of a device, at the head of its window. */
export function DeviceTitle({ device, fallback }: { device: Device | undefined; fallback: string }) {
  if (device) return <Told device={device} />
  return (
    <span aria-label={fallback}>
      <Skeleton width={220} />
    </span>
  )
}

function Told({ device }: { device: Device }) {
  const { t } = useTranslation()
  const { presence, heardAt } = useDevicePresence(device)
  useWindowTitle('over', device.name)
  return (
    <Stack direction="row" component="span" sx={{ flexWrap: 'wrap', columnGap: 1.5, rowGap: 0, alignItems: 'baseline' }}>
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {device.name}
      </Box>
      <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
        {t(`devices:type.${device.deviceType}`)} · {device.eui}
      </Typography>
      <Typography component="span" variant="body2">
        <PresenceMark presence={presence} behind={device.behind} />
      </Typography>
      <ClockMark clock={device.clock} />
      {presence !== 'online' && (
        <Typography component="span" variant="caption" sx={{ color: 'text.secondary' }}>
          <Age moment={heardAt} />
        </Typography>
      )}
    </Stack>
  )
}
