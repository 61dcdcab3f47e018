import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { useTranslation } from 'react-i18next'
import type { Device, Newest } from '#contract/devices/device'
import { AlarmShape } from '#src/alarms/AlarmMark.tsx'
import { useWorstOfDevice } from '#src/live/useAlarms.ts'
import { ClockMark } from '#src/devices/ClockMark.tsx'
import { PresenceMark } from '#src/devices/PresenceMark.tsx'
import { Reading } from '#src/devices/Reading.tsx'
import { useDevicePresence } from '#src/devices/useDevicePresence.ts'
import { Age } from '#src/ui/Age.tsx'
import { describeSpan } from '../historyRange.ts'

/** A device as a list has it, with the readings that its columns show. */
export type Listed = Device & { readonly items: readonly Newest[] }

export function PresenceCell({ of }: { of: Device }) {
  return <PresenceMark presence={useDevicePresence(of).presence} behind={of.behind} />
}
/** The worst alarm of a device, before its name. */
function AlarmCell({ of }: { of: Device }) {
  const severity = useWorstOfDevice(of.areaId, of.id)
  return (
    severity && (
      <>
        <AlarmShape severity={severity} />{' '}
      </>
    )
  )
}
/** On a phone the name has the device's state below it: the room of its column belongs to the value. */
export function NameCell({ of }: { of: Device }) {
  return (
    <Stack sx={{ minWidth: 0, lineHeight: 1.25 }}>
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
        <AlarmCell of={of} />
        {of.name}
      </Box>
      <Box component="span" sx={{ display: { md: 'none' } }}>
        <PresenceCell of={of} />
      </Box>
      <Box component="span" sx={{ '& [data-clock] > span': { whiteSpace: 'normal' } }}>
        <ClockMark clock={of.clock} />
      </Box>
    </Stack>
  )
}
export function HeardCell({ of }: { of: Device }) {
  return <Age moment={useDevicePresence(of).heardAt} />
}
export function NewestCell({ of }: { of: Device }) {
  const { main } = of
  if (!main) return '--'
  return (
    <Box component="span" title={main.name}>
      <Reading areaId={of.areaId} item={main} reportingPeriod={of.reportingPeriod} deviceType={of.deviceType} />
    </Box>
  )
}
export function ItemCell({ of, code }: { of: Listed; code: string }) {
  const item = of.items.find((one) => one.code === code)
  return item === undefined ? (
    '--'
  ) : (
    <Reading areaId={of.areaId} item={item} reportingPeriod={of.reportingPeriod} deviceType={of.deviceType} />
  )
}

export function PeriodCell({ ms }: { ms: number }) {
  const { t } = useTranslation()
  const { unit, count } = describeSpan(ms)
  return t('devices:gateway.every', { span: t(`devices:span.${unit}`, { count }) })
}

/** One that is kept out stands out. */
export function EnabledCell({ of }: { of: Device }) {
  const { t } = useTranslation()
  const kept = of.enabledFlag !== 1
  return (
    <Box component="span" sx={kept ? { color: 'warning.main', fontWeight: 600 } : {}}>
      {t(kept ? 'devices:enabled.off' : 'devices:enabled.on')}
    </Box>
  )
}
