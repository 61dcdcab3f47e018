import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Device, deviceCalls } from '#contract/devices/device'
import { deviceTypes } from '#contract/devices/deviceType'
import { devicePath } from '#contract/devices/pages'
import { CONTROL } from '#contract/devices/switch'
import { useCall } from '#src/api/useCall.ts'
import { PresenceMark } from '#src/devices/PresenceMark.tsx'
import { Reading } from '#src/devices/Reading.tsx'
import { useDevicePresence } from '#src/devices/useDevicePresence.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { SwitchLine } from './SwitchLine.tsx'

/** VR-PREVIEW-05, -06: a device whose type has no window of its own: what it is, what it measures, and its switches. */
export function DeviceDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t } = useTranslation()
  const { presence } = useDevicePresence(device)
  const mayControl = usePermission(CONTROL) === true
  const full = useCall(deviceCalls.state, { params: { id: device.id } })
  const items = full.data?.items ?? (device.main ? [device.main] : [])
  const { page } = deviceTypes[device.deviceType]
  return (
    <Modal
      open
      onClose={onClose}
      width={560}
      title={t(`devices:type.${device.deviceType}`)}
      actions={
        <Button href={devicePath(page, device.id)} target="_blank" rel="noopener">
          {t('panoramas:device.page')}
        </Button>
      }
    >
      <Stack spacing={2}>
        <Typography variant="h3">{device.name}</Typography>
        <Stack component="dl" spacing={0.5} sx={{ m: 0 }}>
          <Fact label={t('panoramas:device.state')}>
            <PresenceMark presence={presence} behind={device.behind} />
          </Fact>
          <Fact label={t(device.deviceSerial ? 'panoramas:device.serial' : 'panoramas:device.number')}>
            {device.deviceSerial ?? device.eui}
          </Fact>
          {items.map((item) => (
            <Fact key={item.itemId} label={item.name}>
              <Reading areaId={device.areaId} item={item} reportingPeriod={device.reportingPeriod} deviceType={device.deviceType} />
            </Fact>
          ))}
        </Stack>
        {full.isError && <ErrorState compact error={full.error} onRetry={() => void full.refetch()} />}
        {device.switches.length > 0 && (
          <Stack component="section" aria-label={t('panoramas:device.switches')} spacing={1}>
            <Typography variant="h3">{t('panoramas:device.switches')}</Typography>
            {device.switches.map((one) => (
              <SwitchLine key={one.switchId} areaId={device.areaId} eui={device.eui} of={one} mayControl={mayControl} />
            ))}
            {!mayControl && <SecondaryText>{t('panoramas:device.noSwitch')}</SecondaryText>}
          </Stack>
        )}
      </Stack>
    </Modal>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2 }}>
      <SecondaryText component="dt">{label}</SecondaryText>
      <Typography component="dd" variant="body2" sx={{ m: 0, textAlign: 'end' }}>
        {children}
      </Typography>
    </Stack>
  )
}
