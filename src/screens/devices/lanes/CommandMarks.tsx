import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Tooltip from '@mui/material/Tooltip'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Command } from '#contract/devices/switch'
import { useAskedBy } from '#src/devices/useAskedBy.ts'
import { momentText } from '#src/time/moment.ts'
import { Wish } from '../switches/Wish.tsx'
import { useOutcome } from './useOutcome.ts'

const STEP: Record<string, number | undefined> = { ArrowLeft: -1, ArrowRight: 1 }

/** When something was asked: who, what and how it ended shows where a mark is pointed at, touched or reached by the arrow keys. */
export function CommandMarks({
  commands,
  seen: [from, to],
  name,
}: {
  commands: readonly Command[]
  seen: readonly [number, number]
  name: string
}) {
  const { t } = useTranslation()
  const [reached, setReached] = useState<string | null>(null)
  const shown = commands.filter(({ createdAt }) => createdAt >= from && createdAt < to).toReversed()
  if (shown.length === 0) return null
  // One stop of the tab key a lane: the newest, or the one that was reached last.
  const stop = shown.some(({ id }) => id === reached) ? reached : shown.at(-1)!.id
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEP[event.key]
    if (step === undefined) return
    event.preventDefault()
    const marks = [...event.currentTarget.querySelectorAll('button')]
    marks[marks.indexOf(document.activeElement as HTMLButtonElement) + step]?.focus()
  }
  return (
    <Box
      component="fieldset"
      aria-label={t('devices:lanes.commands', { name })}
      onKeyDown={onKeyDown}
      sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}
    >
      {shown.map((command) => (
        <CommandMark
          key={command.id}
          command={command}
          place={((command.createdAt - from) / Math.max(1, to - from)) * 100}
          stop={command.id === stop}
          onReached={() => setReached(command.id)}
        />
      ))}
    </Box>
  )
}

function CommandMark({ command, place, stop, onReached }: { command: Command; place: number; stop: boolean; onReached: () => void }) {
  const { t } = useTranslation()
  const askedBy = useAskedBy()
  const { state, createdAt } = command
  const color =
    state === 'observed'
      ? 'status.normal'
      : state === 'refused' || state === 'silent' || state === 'expired'
        ? 'status.alarm'
        : 'primary.main'
  const outcome = useOutcome()(command)
  return (
    <Tooltip
      enterTouchDelay={0}
      title={
        <>
          {momentText(createdAt)} · {askedBy(command)}
          <br />
          <Wish of={command} />
          <br />
          {outcome}
        </>
      }
      describeChild
    >
      <ButtonBase
        aria-label={`${momentText(createdAt)} ${t('crud:pair', { one: askedBy(command), two: outcome })}`}
        tabIndex={stop ? 0 : -1}
        onFocus={onReached}
        style={{ left: `${place}%` }}
        sx={{
          position: 'absolute',
          top: 0,
          width: 24,
          height: 24,
          ml: '-12px',
          borderRadius: '50%',
          '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineStyle: 'solid' },
          '&::before': {
            content: '""',
            width: 10,
            height: 10,
            transform: 'rotate(45deg)',
            bgcolor: color,
            border: 2,
            borderColor: 'background.paper',
          },
        }}
      />
    </Tooltip>
  )
}
