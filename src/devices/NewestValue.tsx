import type { Newest } from '#contract/devices/device'
import { ReadingValue } from './ReadingValue.tsx'
import { useLook } from './useNewest.ts'

/** An item's newest value in its own colour, where the marks of its device stand beside it. */
export function NewestValue({ areaId, item, reportingPeriod }: { areaId: number; item: Newest; reportingPeriod: number }) {
  const look = useLook(areaId, { ...item, reportingPeriod })
  return <ReadingValue areaId={areaId} item={item} unit={item.unit} code={item.code} look={look} />
}
