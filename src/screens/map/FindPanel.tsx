import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import ListSubheader from '@mui/material/ListSubheader'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Land } from '#contract/farm/land'
import type { DeviceBoard } from '#src/map/deviceBoard.ts'
import type { MarkerState } from '#src/map/describeDevice.ts'
import { findMatches } from '#src/map/findMatches.ts'
import { useBoardVersion } from '#src/map/useDeviceBoard.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { DeviceRow, walkRows } from './DeviceRow.tsx'
import { MapPanel } from './MapPanel.tsx'

export interface FindPanelProps {
  readonly board: DeviceBoard
  readonly lands: readonly Land[]
  readonly text: (state: MarkerState, at: number) => string
  readonly isHidden: (at: number) => boolean
  readonly onDevice: (at: number) => void
  readonly onPlot: (land: Land) => void
  readonly onClose: () => void
}

/** Every device and plot of the base as a list: what the canvas shows, for keyboard and screen reader, and the way to find one. */
export function FindPanel({ board, lands, text, isHidden, onDevice, onPlot, onClose }: FindPanelProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed)
  useBoardVersion(board)
  const found = useMemo(() => findMatches(board.devices, lands, wanted), [board, lands, wanted])
  return (
    <MapPanel title={t('map:find.title')} onClose={onClose}>
      <Box onKeyDown={walkRows}>
        <Box sx={{ p: 1.5, pb: 0.5, position: 'sticky', top: 0, zIndex: 2, bgcolor: 'background.paper' }}>
          <TextField
            fullWidth
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            placeholder={t('map:find.placeholder')}
            slotProps={{
              htmlInput: { 'aria-label': t('map:find.search') },
              input: {
                startAdornment: (
                  <InputAdornment position="start">
                    <SearchIcon fontSize="small" />
                  </InputAdornment>
                ),
              },
            }}
          />
        </Box>
        {found.devices.length + found.lands.length === 0 && <EmptyState compact variant="pageNoSearch" />}
        {found.lands.length > 0 && (
          <List dense disablePadding subheader={<ListSubheader disableSticky>{t('map:find.plots')}</ListSubheader>}>
            {found.lands.map((land) => (
              <ListItem key={land.landId} disablePadding>
                <ListItemButton data-row onClick={() => onPlot(land)}>
                  <ListItemText primary={land.landName} secondary={land.variety?.name} slotProps={{ primary: { noWrap: true } }} />
                </ListItemButton>
              </ListItem>
            ))}
          </List>
        )}
        {found.devices.length > 0 && (
          <List dense disablePadding subheader={<ListSubheader disableSticky>{t('map:find.devices')}</ListSubheader>}>
            {found.devices.map((at) => {
              const device = board.devices[at]!
              const remark = device.latlng ? (isHidden(at) ? t('map:find.hidden') : null) : t('map:find.noPlace')
              return (
                <DeviceRow
                  key={device.id}
                  board={board}
                  at={at}
                  text={text}
                  remark={remark ?? device.landName}
                  onChoose={() => onDevice(at)}
                />
              )
            })}
          </List>
        )}
        {found.more > 0 && (
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary', px: 2, py: 1 }}>
            {t('map:find.more', { count: found.more })}
          </Typography>
        )}
      </Box>
    </MapPanel>
  )
}
