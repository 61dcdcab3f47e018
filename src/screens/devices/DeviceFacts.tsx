import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#contract/devices/device'
import { deviceTypes } from '#contract/devices/deviceType'
import { PresenceMark } from '#src/devices/PresenceMark.tsx'
import { useDevicePresence } from '#src/devices/useDevicePresence.ts'
import { Age } from '#src/ui/Age.tsx'
import { FactGrid } from '#src/ui/FactGrid.tsx'

/** What is known of a device; what is empty says so (2§3). */
export function DeviceFacts({ device }: { device: Device }) {
  const { t } = useTranslation()
  const { presence, heardAt } = useDevicePresence(device)
  const { showsPresence } = deviceTypes[device.deviceType]
  const facts: [string, ReactNode][] = [
    [t('devices:fact.name'), device.name],
    [t('devices:fact.type'), t(`devices:type.${device.deviceType}`)],
    [t('devices:fact.eui'), device.eui],
    [t('devices:fact.serial'), device.deviceSerial],
    [t('devices:fact.area'), device.areaName],
    [t('devices:fact.land'), device.landName],
    [t('devices:fact.iccid'), device.iccid],
    [t('devices:fact.place'), device.latlng && `${device.latlng.longitude.toFixed(6)}, ${device.latlng.latitude.toFixed(6)}`],
    ...(showsPresence
      ? ([
          [t('devices:fact.presence'), <PresenceMark key="presence" presence={presence} behind={device.behind} />],
          [t('devices:fact.heard'), <Age key="heard" moment={heardAt} />],
        ] satisfies [string, ReactNode][])
      : []),
  ]
  return <FactGrid facts={facts} none={t('devices:fact.noData')} />
}
