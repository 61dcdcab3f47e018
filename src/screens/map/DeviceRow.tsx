import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { KeyboardEvent } from 'react'
import { deviceTypes } from '#contract/devices/deviceType'
import type { MarkerState } from '#src/map/describeDevice.ts'
import type { DeviceBoard } from '#src/map/deviceBoard.ts'
import { HealthMark } from '#src/map/HealthMark.tsx'
import { LayerGlyph } from '#src/map/LayerGlyph.tsx'

/** Arrow keys walk from row to row of a list, and from its field where it has one; every row is a button of its own too. */
export function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row], input')]
  rows[rows.indexOf(document.activeElement as HTMLElement) + step]?.focus()
}

/** A device of the board in a list: its kind, its name with a remark, what it says and its state. */
export function DeviceRow({
  board,
  at,
  text,
  remark,
  onChoose,
}: {
  board: DeviceBoard
  /** Its place on the board. */
  at: number
  text: (state: MarkerState, at: number) => string
  remark: string | null
  onChoose: () => void
}) {
  const device = board.devices[at]!
  const state = board.state(at)
  return (
    <ListItem disablePadding>
      <ListItemButton data-row onClick={onChoose} sx={{ gap: 1.25 }}>
        <LayerGlyph layer={deviceTypes[device.deviceType].layer} fontSize="small" color="action" />
        <ListItemText primary={device.name} secondary={remark} slotProps={{ primary: { noWrap: true }, secondary: { noWrap: true } }} />
        <Stack sx={{ alignItems: 'flex-end' }}>
          <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
            {text(state, at)}
          </Typography>
          <HealthMark state={state} />
        </Stack>
      </ListItemButton>
    </ListItem>
  )
}
