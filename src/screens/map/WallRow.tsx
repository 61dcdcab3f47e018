import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { deviceTypes } from '#contract/devices/deviceType'
import { NewestValue } from '#src/devices/NewestValue.tsx'
import { HealthMark } from '#src/map/HealthMark.tsx'
import type { DeviceBoard } from '#src/map/deviceBoard.ts'
import { LayerGlyph } from '#src/map/LayerGlyph.tsx'
import { Age } from '#src/ui/Age.tsx'

/** What is wrong is read across a room: CSS px at 1920x1080; on a phone in the hand the usual size. */
const LOUD = { xs: '1rem', lg: '28px' }

const row = {
  width: '100%',
  fontFamily: 'inherit',
  px: 2,
  gap: 1.25,
  textAlign: 'left',
  justifyContent: 'flex-start',
  '&:hover': { bgcolor: 'action.hover' },
  '&.Mui-focusVisible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
} as const

interface Shown {
  readonly board: DeviceBoard
  /** The device's place on the board. */
  readonly at: number
  readonly onClick: () => void
}

/** A device that needs somebody: its name, what is wrong, and the value that is. */
export function LoudRow({ board, at, onClick }: Shown) {
  const device = board.devices[at]!
  const state = board.state(at)
  const item = state.wrong ?? device.main
  const readAt = state.wrong?.ts ?? state.readAt
  return (
    <ButtonBase
      onClick={onClick}
      data-loud
      sx={{
        ...row,
        py: 1,
        display: 'block',
        borderTop: 1,
        borderColor: 'divider',
        fontSize: LOUD,
        // The unit is part of what is read.
        '& [data-verdict] > span': { fontSize: 'inherit' },
      }}
    >
      <Box component="span" sx={{ display: 'block', fontWeight: 650, lineHeight: 1.2, overflowWrap: 'anywhere' }}>
        {device.name}
      </Box>
      <Stack
        component="span"
        direction="row"
        sx={{ alignItems: 'baseline', columnGap: 1.5, flexWrap: 'wrap', justifyContent: 'space-between' }}
      >
        {item && (
          <Box component="span" sx={{ lineHeight: 1.25 }}>
            {item.name}{' '}
            <NewestValue areaId={device.areaId} item={item} reportingPeriod={device.reportingPeriod} deviceType={device.deviceType} />
          </Box>
        )}
        <Stack component="span" direction="row" sx={{ columnGap: 1.5, flexWrap: 'wrap', '& > span': { fontSize: 'inherit' } }}>
          <HealthMark state={state} />
          {(state.health === 'late' || state.health === 'lost') && readAt !== null && (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              <Age moment={readAt} />
            </Box>
          )}
        </Stack>
      </Stack>
    </ButtonBase>
  )
}

/** A device with its main reading and how old that is. A click shows it on the map. */
export function QuietRow({ board, at, onClick }: Shown) {
  const { t } = useTranslation()
  const device = board.devices[at]!
  const state = board.state(at)
  const { main } = device
  return (
    <ButtonBase onClick={onClick} sx={{ ...row, py: 0.5 }}>
      <LayerGlyph layer={deviceTypes[device.deviceType].layer} fontSize="small" color="action" />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography noWrap sx={{ fontSize: { xs: '0.875rem', lg: '1.125rem' } }}>
          {device.name}
        </Typography>
        <Typography variant="caption" noWrap component="div" sx={{ color: 'text.secondary' }}>
          {main?.name ?? device.landName}
        </Typography>
      </Box>
      <Stack sx={{ alignItems: 'flex-end', flexShrink: 0 }}>
        {main && (
          <Box component="span" sx={{ fontSize: { xs: '0.875rem', lg: '1.25rem' }, fontWeight: 600 }}>
            <NewestValue areaId={device.areaId} item={main} reportingPeriod={device.reportingPeriod} deviceType={device.deviceType} />
          </Box>
        )}
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {state.readAt === null ? t('devices:collect.never') : <Age moment={state.readAt} />}
        </Typography>
      </Stack>
    </ButtonBase>
  )
}
