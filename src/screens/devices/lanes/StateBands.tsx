import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { memo, type PointerEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StateLane, StateLanes, StateSpan } from '#contract/devices/stateLanes'
import type { Command } from '#contract/devices/switch'
import { useStatusWords } from '#src/devices/useStatusWords.ts'
import { momentText } from '#src/time/moment.ts'
import { CommandMarks } from './CommandMarks.tsx'

type Range = readonly [from: number, to: number]
const UNKNOWN = 'repeating-linear-gradient(135deg, transparent 0 5px, var(--mui-palette-divider) 5px 7px)'
/** By status, quiet enough for words to stand on; the line below is in full colour. */
const COLORS = ['text.disabled', 'success.main', 'info.main'] as const

/** What the circuits of a device were, a lane each, and when something was asked of them, on the time axis of the curves above. */
export const StateBands = memo(function StateBands({
  lanes: { lanes, commands, since },
  from,
  to,
}: {
  lanes: StateLanes
  /** What is seen of the range, ms UTC: numbers, so that a curve that grows by a reading draws no band anew. */
  from: number
  to: number
}) {
  const { t } = useTranslation()
  const seen = useMemo((): Range => [from, to], [from, to])
  const bySwitch = useMemo(() => Map.groupBy(commands, ({ switchId }) => switchId), [commands])
  const ofDevice = bySwitch.get(null) ?? []
  return (
    <Stack component="section" aria-label={t('devices:lanes.title')} spacing={0.75} sx={{ pl: 7, pr: 2.5 }}>
      {since > seen[0] && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('devices:lanes.since', { at: momentText(since) })}
        </Typography>
      )}
      {lanes.map((lane) => (
        <Lane key={lane.switchId} lane={lane} seen={seen} commands={bySwitch.get(lane.switchId) ?? []} />
      ))}
      {ofDevice.length > 0 && (
        <Box>
          <Typography variant="caption" component="h4">
            {t('devices:lanes.device')}
          </Typography>
          <Box sx={{ position: 'relative', height: 24, bgcolor: 'action.hover', borderRadius: 0.5 }}>
            <CommandMarks commands={ofDevice} seen={seen} name={t('devices:lanes.device')} />
          </Box>
        </Box>
      )}
    </Stack>
  )
})

function Lane({ lane: { name, kind, spans }, seen, commands }: { lane: StateLane; seen: Range; commands: readonly Command[] }) {
  const { t } = useTranslation()
  const words = useStatusWords(kind, name)
  const [under, setUnder] = useState<StateSpan | null>(null)
  const [from, to] = seen
  const width = Math.max(1, to - from)
  const shown = spans.filter((span) => span.to > from && span.from < to)
  const find = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width: across } = currentTarget.getBoundingClientRect()
    const at = from + ((clientX - left) / Math.max(1, across)) * width
    setUnder(shown.find((span) => span.from <= at && at < span.to) ?? null)
  }
  const last = shown.at(-1)
  return (
    <Box>
      <Typography variant="caption" component="h4" noWrap>
        {name}
      </Typography>
      <Box sx={{ position: 'relative' }}>
        <Tooltip
          followCursor
          enterTouchDelay={0}
          title={under ? `${words(under.status)}  ${momentText(under.from)} – ${momentText(under.to)}` : ''}
        >
          <Box
            component="figure"
            aria-label={t('devices:lanes.picture', { name, state: words(last?.status ?? null) })}
            onPointerMove={find}
            onPointerDown={find}
            sx={{ position: 'relative', m: 0, height: 24, borderRadius: 0.5, overflow: 'hidden', bgcolor: 'action.hover' }}
          >
            {shown.map((span) => {
              const start = Math.max(from, span.from)
              return (
                <Box
                  key={span.from}
                  data-status={span.status ?? 'unknown'}
                  sx={{
                    position: 'absolute',
                    top: 0,
                    bottom: 0,
                    minWidth: '1px',
                    overflow: 'hidden',
                    whiteSpace: 'nowrap',
                    typography: 'caption',
                    lineHeight: '20px',
                    // A word cut in half says nothing: one that does not fit wraps out of sight; the pointer and the table say it.
                    display: 'flex',
                    flexWrap: 'wrap',
                    '&::after': { content: '""', order: -1, height: '100%' },
                    boxSizing: 'border-box',
                    borderBottom: 3,
                    borderColor: span.status === null ? 'divider' : COLORS[span.status],
                    color: 'text.primary',
                    ...(span.status === null ? { backgroundImage: UNKNOWN } : {}),
                    '&::before':
                      span.status === null
                        ? {}
                        : { content: '""', position: 'absolute', inset: 0, opacity: 0.2, bgcolor: COLORS[span.status] },
                  }}
                  style={{
                    left: `${((start - from) / width) * 100}%`,
                    width: `${((Math.min(to, span.to) - start) / width) * 100}%`,
                  }}
                >
                  <Box
                    component="span"
                    sx={{
                      position: 'relative',
                      px: 0.5,
                      ...(span.status === null ? { bgcolor: 'background.paper' } : {}),
                    }}
                  >
                    {words(span.status)}
                  </Box>
                </Box>
              )
            })}
          </Box>
        </Tooltip>
        <CommandMarks commands={commands} seen={seen} name={name} />
      </Box>
    </Box>
  )
}
