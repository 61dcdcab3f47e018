import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Device, deviceCalls } from '#contract/devices/device'
import type { Hotspot } from '#contract/panoramas/hotspot'
import { AlarmShape } from '#src/alarms/AlarmMark.tsx'
import { useCall } from '#src/api/useCall.ts'
import { NewestValue } from '#src/devices/NewestValue.tsx'
import { PresenceMark } from '#src/devices/PresenceMark.tsx'
import { useDevicePresence } from '#src/devices/useDevicePresence.ts'
import { useLook } from '#src/devices/useNewest.ts'
import { useStatusWords } from '#src/devices/useStatusWords.ts'
import { useDeviceAlarms } from '#src/live/useAlarms.ts'
import { useStaleSince } from '#src/live/useStaleSince.ts'
import { useSwitchState } from '#src/live/useSwitchState.ts'
import { HotspotButton, type HotspotTone } from './HotspotButton.tsx'

type DeviceSpot = Extract<Hotspot, { HType: 2 }>

const GONE = [403, 404]

/** A device in the picture: its name, its newest value or state, and in colour, shape and words whether something is wrong. */
export function DeviceHotspot({ hotspot, title, onOpen }: { hotspot: DeviceSpot; title: string; onOpen: (device: Device) => void }) {
  const { t } = useTranslation()
  const read = useCall(deviceCalls.state, { params: { id: hotspot.content.id } }, { staleTime: 60_000 })
  // What was read before says nothing of a device that is gone since, or that one may no longer see.
  const isGone = read.isError && GONE.includes(read.error.failure.status)
  if (read.data && !isGone) return <LiveDevice hotspot={hotspot} title={title} device={read.data} onOpen={onOpen} />
  return (
    <HotspotButton hotspot={hotspot} label={title} tone="late" onPress={() => void read.refetch()}>
      <span>{title}</span>
      {read.isError && <span>{t(isGone ? 'panoramas:preview.gone' : 'panoramas:preview.unread')}</span>}
    </HotspotButton>
  )
}

function LiveDevice({
  hotspot,
  title,
  device,
  onOpen,
}: {
  hotspot: DeviceSpot
  title: string
  device: Device
  onOpen: (device: Device) => void
}) {
  const { t } = useTranslation()
  const [worst] = useDeviceAlarms(device.areaId, device.id)
  const { presence } = useDevicePresence(device)
  const isStale = useStaleSince(device.areaId) !== null
  const isLost = presence !== 'online' || isStale
  const shown = { hotspot, title, label: worst ? `${title} · ${t('panoramas:preview.alarm')}` : title, onPress: () => onOpen(device) }
  const marks = (
    <>
      {worst && <AlarmShape severity={worst.severity} />}
      {presence !== 'online' && <PresenceMark presence={presence} behind={device.behind} />}
      {isStale && <span>{t('panoramas:preview.stale')}</span>}
    </>
  )
  if (device.main !== null)
    return <MeasuredDevice {...shown} device={device} main={device.main} wrong={worst !== undefined} lost={isLost} marks={marks} />
  return (
    <HotspotButton hotspot={hotspot} label={shown.label} tone={worst ? 'wrong' : isLost ? 'late' : 'plain'} onPress={shown.onPress}>
      <span>{title}</span>
      {device.switches.slice(0, 2).map((one) => (
        <SwitchLine key={one.switchId} areaId={device.areaId} of={one} />
      ))}
      {marks}
    </HotspotButton>
  )
}

function MeasuredDevice({
  hotspot,
  title,
  label,
  device,
  main,
  wrong,
  lost,
  marks,
  onPress,
}: {
  hotspot: DeviceSpot
  title: string
  label: string
  device: Device
  main: NonNullable<Device['main']>
  wrong: boolean
  lost: boolean
  marks: ReactNode
  onPress: () => void
}) {
  const { age, verdict } = useLook(device.areaId, { ...main, reportingPeriod: device.reportingPeriod })
  const tone: HotspotTone = wrong || verdict !== 'normal' ? 'wrong' : lost || age !== 'live' ? 'late' : 'plain'
  return (
    <HotspotButton hotspot={hotspot} label={label} tone={tone} onPress={onPress}>
      <span>{title}</span>
      <NewestValue areaId={device.areaId} item={main} reportingPeriod={device.reportingPeriod} deviceType={device.deviceType} />
      {marks}
    </HotspotButton>
  )
}

function SwitchLine({ areaId, of: one }: { areaId: number; of: Device['switches'][number] }) {
  const { t } = useTranslation()
  const said = useSwitchState(areaId, one.switchId)
  const status = said != null && said.status != null && said.ts >= (one.ts ?? 0) ? said.status : one.status
  const wordOf = useStatusWords(one.kind, one.name)
  return <span>{t('crud:pair', { one: one.name, two: wordOf(status) })}</span>
}
