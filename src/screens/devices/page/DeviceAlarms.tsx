import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { ALARMS_PATH } from '#contract/alarms/pages'
import type { Device } from '#contract/devices/device'
import { AlarmList } from '#src/alarms/AlarmList.tsx'
import { AlarmsUnknown } from '#src/alarms/AlarmsUnknown.tsx'
import { useDeviceAlarms } from '#src/live/useAlarms.ts'
import { Section } from '#src/ui/Section.tsx'

/** The open alarms of a device, worst first; nothing where it has none. */
export function DeviceAlarms({ device }: { device: Device }) {
  const { t } = useTranslation()
  const faces = useDeviceAlarms(device.areaId, device.id)
  if (faces.length === 0) return null
  return (
    <Box sx={{ mb: 2 }}>
      <Section
        title={t('frame:alarm.title')}
        flush
        aside={
          <Button component={Link} to={`${ALARMS_PATH}?deviceId=${device.id}`} size="small">
            {t('devices:alarm.all')}
          </Button>
        }
      >
        <AlarmsUnknown areaId={device.areaId} />
        <AlarmList faces={faces} placed={false} />
      </Section>
    </Box>
  )
}
