import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Camera } from '#contract/cameras/camera'
import { PresenceMark } from '#src/devices/PresenceMark.tsx'
import { asWordKey } from '#src/i18n/i18n.ts'
import { Age } from '#src/ui/Age.tsx'
import { FactGrid } from '#src/ui/FactGrid.tsx'

/** What is known of a camera; what is empty says so. */
export function CameraFacts({ camera }: { camera: Camera }) {
  const { t } = useTranslation()
  const { latlng, fault } = camera
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('cameras:fact.serial'), camera.deviceSerial],
    [t('cameras:fact.type'), t(`cameras:type.${camera.cameraType as 0 | 1}`)],
    [t('cameras:fact.enter'), t(asWordKey(`cameras:enter.${camera.cameraEnter}`)) as string],
    [t('cameras:fact.channel'), camera.channelNo],
    [t('cameras:fact.area'), camera.areaName],
    [t('cameras:fact.land'), camera.landName],
    [t('cameras:fact.gateway'), camera.contentratorName],
    [t('cameras:fact.ptz'), t(camera.ptz === 1 ? 'cameras:fact.ptzYes' : 'cameras:fact.ptzNo')],
    [t('cameras:fact.presence'), <PresenceMark key="presence" presence={camera.presence} />],
    [t('cameras:fact.heard'), <Age key="heard" moment={camera.heardAt} />],
    [t('cameras:fact.place'), latlng && `${latlng.longitude.toFixed(6)}, ${latlng.latitude.toFixed(6)}`],
    ...(fault === null ? [] : [[t('cameras:fact.fault'), t(`cameras:fault.${fault}`)] as const]),
  ]
  return <FactGrid facts={facts} none={t('cameras:fact.noData')} />
}
