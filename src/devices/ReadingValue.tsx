import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type DeviceType, meaningOf } from '#contract/devices/deviceType'
import { LiveNumber } from '#src/live/LiveNumber.tsx'
import { decimalsOf } from './itemName.ts'
import { SaidValue } from './SaidValue.tsx'
import type { Look, ShownItem } from './useNewest.ts'

/** A value that is out of band is red however old it is; else its colour says how far it can be trusted. */
const colorOf = ({ age, verdict }: Look): string =>
  verdict === 'normal' ? (age === 'live' ? 'text.primary' : age === 'stale' ? 'text.secondary' : 'status.late') : 'status.alarm'

/** The number of a reading with its unit and the digits of its item's `code`, in the colour of its verdict and age, written without rendering. */
export function ReadingValue({
  areaId,
  item,
  unit,
  code,
  deviceType,
  look,
}: {
  areaId: number
  item: Pick<ShownItem, 'itemId' | 'value' | 'ts'>
  unit: string | null
  code: string
  /** Whose words the numbers have, where they are no amounts. */
  deviceType?: DeviceType | undefined
  look: Look
}) {
  return (
    <Box
      component="span"
      data-verdict={look.verdict}
      data-age={look.age}
      sx={{ color: colorOf(look), fontWeight: look.verdict === 'normal' ? undefined : 650, whiteSpace: 'nowrap' }}
    >
      {deviceType !== undefined && meaningOf(deviceType, code, 0) !== null ? (
        <SaidValue areaId={areaId} item={item} code={code} deviceType={deviceType} />
      ) : (
        <LiveNumber areaId={areaId} itemId={item.itemId} digits={decimalsOf(code)} initial={item} />
      )}
      {unit && (
        <Typography component="span" sx={{ color: 'text.secondary', ml: '0.3em', fontSize: '0.75em', fontWeight: 400 }}>
          {unit}
        </Typography>
      )}
    </Box>
  )
}
