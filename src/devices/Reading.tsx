import Stack from '@mui/material/Stack'
import type { Newest } from '#contract/devices/device'
import type { DeviceType } from '#contract/devices/deviceType'
import { OldMark } from './OldMark.tsx'
import { ReadingValue } from './ReadingValue.tsx'
import { useLook } from './useNewest.ts'
import { VerdictMark } from './VerdictMark.tsx'

/** An item's newest reading on a line: the value, that it is out of band, and how old it is, wherever either is so. */
export function Reading({
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
  const shown = { ...item, reportingPeriod }
  const look = useLook(areaId, shown)
  return (
    <Stack component="span" direction="row" sx={{ display: 'inline-flex', alignItems: 'center', columnGap: 0.75, flexWrap: 'wrap' }}>
      <ReadingValue areaId={areaId} item={item} unit={item.unit} code={item.code} deviceType={deviceType} look={look} />
      <VerdictMark verdict={look.verdict} />
      {look.age !== 'live' && <OldMark areaId={areaId} item={shown} />}
    </Stack>
  )
}
