import FastForwardIcon from '@mui/icons-material/FastForward'
import FastRewindIcon from '@mui/icons-material/FastRewind'
import StopIcon from '@mui/icons-material/Stop'
import UnfoldLessIcon from '@mui/icons-material/UnfoldLess'
import UnfoldMoreIcon from '@mui/icons-material/UnfoldMore'
import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import type { SwitchKind } from '#contract/devices/switchKind'
import { useStatusWords } from '#src/devices/useStatusWords.ts'
import type { SwitchCommand } from '#src/live/useSwitchCommand.ts'
import type { ManualHold } from '#contract/devices/manualHold'
import type { Run } from '#contract/devices/types/defineDeviceType'
import type { SwitchCommand as Started } from '#contract/devices/switch'
import type { Meter } from '#contract/devices/meter'
import { endsSooner } from '#contract/devices/longestRun'
import { EndsSooner } from './EndsSooner.tsx'
import { HoldTime } from './HoldTime.tsx'
import { RunTime } from './RunTime.tsx'
import { VolumeChoice } from './VolumeChoice.tsx'

const motor = {
  related: [
    [1, FastForwardIcon],
    [0, StopIcon],
    [2, FastRewindIcon],
  ],
  blind: [
    [1, UnfoldMoreIcon],
    [0, StopIcon],
    [2, UnfoldLessIcon],
  ],
} as const

/**
 * What the hand works a switch with. It shows what the device confirmed; what was asked shows as a spinner until the device says so.
 */
export function SwitchControls({
  kind,
  name,
  command,
  run,
  meter,
  switchId,
  hold,
  longestRun,
  started,
  onAsk,
}: {
  kind: SwitchKind
  name: string
  command: SwitchCommand
  /** How long what is started may run. */
  run: Run | null
  /** What measures its water. */
  meter?: Meter | undefined
  switchId: number
  /** Who holds it, where somebody does. */
  hold?: ManualHold | undefined
  /** After so many seconds the device ends by itself what was started; null where it does not say. */
  longestRun: number | null
  /** The newest command, where one was asked. */
  started: Pick<Started, 'status' | 'maxRunMs'> | null
  onAsk: SwitchCommand['ask']
}) {
  const [chosen, setChosen] = useState<number | undefined>(undefined)
  const [volume, setVolume] = useState<number | undefined>(undefined)
  const [holdSeconds, setHoldSeconds] = useState<number | undefined>(undefined)
  const isOff = command.status === null || command.status === 0
  // Of what runs by no command nobody knows how long it was to run.
  const asked = isOff ? (chosen ?? run?.usual ?? null) : started === null || started.status === 0 ? 0 : secondsOf(started)
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 0.5 }}>
      <Control
        kind={kind}
        name={name}
        command={command}
        onAsk={(status) => onAsk(status, status === 0 ? undefined : chosen, status === 0 ? undefined : volume, holdSeconds)}
      />
      {isOff && meter && <VolumeChoice meter={meter} name={name} chosen={volume} onChoose={setVolume} />}
      {run !== null && isOff && <RunTime run={run} name={name} chosen={chosen} onChoose={setChosen} />}
      {endsSooner(longestRun, asked) && <EndsSooner seconds={longestRun} />}
      <HoldTime switchId={switchId} name={name} hold={hold} chosen={holdSeconds} onChoose={setHoldSeconds} />
    </Stack>
  )
}

const secondsOf = ({ maxRunMs }: Pick<Started, 'maxRunMs'>) => (maxRunMs === null ? null : maxRunMs / 1000)

function Control({
  kind,
  name,
  command,
  onAsk,
}: {
  kind: SwitchKind
  name: string
  command: SwitchCommand
  onAsk: (status: number) => void
}) {
  const words = useStatusWords(kind, name)
  const { status, wanted, underWay } = command
  if (kind === 'ordinary' || kind === 'aerator')
    return (
      <Box sx={{ position: 'relative', display: 'inline-flex', alignItems: 'center' }}>
        <Switch
          checked={status === 1}
          disabled={underWay}
          onChange={(_, on) => onAsk(on ? 1 : 0)}
          slotProps={{ input: { 'aria-label': name, 'aria-busy': underWay } }}
        />
        {underWay && (
          <CircularProgress
            size={16}
            aria-hidden
            sx={{ position: 'absolute', left: wanted === 1 ? undefined : 12, right: wanted === 1 ? 12 : undefined }}
          />
        )}
      </Box>
    )
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      color="primary"
      value={status}
      aria-label={name}
      // A press on what is already so asks again: a motor that stands wrongly can be told twice.
      onChange={(_, asked: number | null) => onAsk(asked ?? status ?? 0)}
    >
      {motor[kind].map(([value, Icon]) => (
        <ToggleButton
          key={value}
          value={value}
          // A stop is let through while the motor is on its way.
          disabled={underWay && (value !== 0 || wanted === 0)}
          sx={{ gap: 0.5, px: 1.25, whiteSpace: 'nowrap' }}
        >
          {underWay && wanted === value ? <CircularProgress size={16} aria-hidden /> : <Icon fontSize="small" aria-hidden />}
          {words(value)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
