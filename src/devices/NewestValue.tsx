import type { Newest } from '#contract/devices/device'
import type { DeviceType } from '#contract/devices/deviceType'
import { ReadingValue } from './ReadingValue.tsx'
import { useLook } from './useNewest.ts'

/** An item's newest value in its own colour, where the marks of its device stand beside it. */
export function NewestValue({
  areaId,
  item,
  reportingPeriod,
  deviceType,
}: {
  areaId: number
  item: Newest
  reportingPeriod: number
  deviceType?: DeviceType
}) {
  const look = useLook(areaId, { ...item, reportingPeriod })
  return <ReadingValue areaId={areaId} item={item} unit={item.unit} code={item.code} deviceType={deviceType} look={look} />
}
