import Box from '@mui/material/Box'
import List from '@mui/material/List'
import Typography from '@mui/material/Typography'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { MarkerState } from '#src/map/describeDevice.ts'
import type { DeviceBoard } from '#src/map/deviceBoard.ts'
import { MATCH_LIMIT } from '#src/map/findMatches.ts'
import { useBoardVersion } from '#src/map/useDeviceBoard.ts'
import { DeviceRow, walkRows } from './DeviceRow.tsx'
import { PopupCard } from './PopupCard.tsx'

/** Devices that stand at one place of the map as it is shown, by name, each as it is now: one of them is chosen. */
export function DevicesPopup({
  board,
  at,
  text,
  pin,
  onChoose,
  onClose,
}: {
  board: DeviceBoard
  /** Their places on the board. */
  at: readonly number[]
  text: (state: MarkerState, at: number) => string
  pin: Ref<HTMLDivElement>
  onChoose: (at: number) => void
  onClose: () => void
}) {
  const { t, i18n } = useTranslation()
  useBoardVersion(board)
  const { compare } = new Intl.Collator(i18n.language, { numeric: true })
  const sorted = at.toSorted((one, other) => compare(board.devices[one]!.name, board.devices[other]!.name) || one - other)
  const title = t('map:here.title', { count: at.length })
  return (
    <PopupCard pin={pin} title={title} onClose={onClose} onKeyDown={walkRows}>
      <Box sx={{ maxHeight: 'min(320px, 45vh)', overflowY: 'auto', mx: -1.5 }}>
        <List dense disablePadding aria-label={title}>
          {sorted.slice(0, MATCH_LIMIT).map((one) => (
            <DeviceRow
              key={board.devices[one]!.id}
              board={board}
              at={one}
              text={text}
              remark={board.devices[one]!.landName}
              onChoose={() => onChoose(one)}
            />
          ))}
        </List>
        {sorted.length > MATCH_LIMIT && (
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary', px: 2, py: 1 }}>
            {t('map:here.more', { count: sorted.length - MATCH_LIMIT })}
          </Typography>
        )}
      </Box>
    </PopupCard>
  )
}
