import ZoomInIcon from '@mui/icons-material/ZoomIn'
import ZoomOutIcon from '@mui/icons-material/ZoomOut'
import ZoomOutMapIcon from '@mui/icons-material/ZoomOutMap'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tried } from '#contract/alarms/trial'
import { moveZoom, shownRange, WHOLE, type ZoomStep } from '#src/charts/zoom.ts'
import { dayText, momentText } from '#src/ui/moment.ts'
import type { Lane, LaneName } from './lanes.ts'

const COLORS = { wanted: 'primary.main', inForce: 'info.main', happened: 'text.secondary' } as const satisfies Record<LaneName, string>
const DAY_MS = 86_400_000
const MOST_TICKS = 7
const KEYS: Readonly<Record<string, ZoomStep | undefined>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  '+': 'in',
  '=': 'in',
  '-': 'out',
  '0': 'whole',
  Home: 'whole',
}
const STEPS = [
  ['in', 'zoomIn', ZoomInIcon],
  ['out', 'zoomOut', ZoomOutIcon],
  ['whole', 'whole', ZoomOutMapIcon],
] as const

/** Evenly placed moments with their words: days, or times of day where little is seen. */
function ticksOf([from, to]: readonly [number, number]): { at: number; words: string }[] {
  const step = (to - from) / (MOST_TICKS - 1)
  return Array.from({ length: MOST_TICKS }, (_, place) => {
    const at = from + place * step
    return { at, words: step >= DAY_MS / 2 ? dayText(at).slice(5) : momentText(at).slice(5, 16) }
  })
}

/** Alarms as bars over one time axis, a lane each; moved and zoomed by buttons and keys. The table beside it holds the same. */
export function TrialLanes({
  lanes,
  range,
  knownSince,
}: {
  lanes: readonly Lane[]
  range: readonly [number, number]
  knownSince: number | null
}) {
  const { t } = useTranslation()
  const [zoom, setZoom] = useState(WHOLE)
  const [from, to] = shownRange(range, zoom)
  const part = (at: number) => ((Math.min(to, Math.max(from, at)) - from) / (to - from)) * 100
  const end = (one: Tried) => one.clearedAt ?? range[1]
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.ctrlKey || event.metaKey || event.altKey ? undefined : KEYS[event.key]
    if (!step) return
    event.preventDefault()
    setZoom(moveZoom(zoom, step))
  }
  const says = (one: Tried) =>
    t(one.clearedAt === null ? 'alarms:trial.barOpen' : 'alarms:trial.bar', {
      device: one.deviceName,
      from: momentText(one.raisedAt),
      to: momentText(end(one)),
    })
  return (
    <Box>
      <Stack direction="row" sx={{ justifyContent: 'flex-end' }}>
        {STEPS.map(([step, word, Icon]) => (
          <IconButton
            key={step}
            size="small"
            aria-label={t(`charts:${word}`)}
            title={t(`charts:${word}`)}
            onClick={() => setZoom(moveZoom(zoom, step))}
          >
            <Icon fontSize="small" />
          </IconButton>
        ))}
      </Stack>
      <Stack
        role="application"
        tabIndex={0}
        aria-label={t('alarms:trial.picture', { keys: t('charts:keys') })}
        onKeyDown={onKeyDown}
        sx={{ gap: 1, borderRadius: 1, '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineStyle: 'solid' } }}
      >
        {lanes.map(({ name, outcome }) => (
          <Box key={name}>
            <Typography variant="caption" component="h4">
              {t('alarms:trial.laneCount', { name: t(`alarms:trial.lane.${name}`), count: outcome.count })}
            </Typography>
            <Box sx={{ position: 'relative', height: 24, borderRadius: 0.5, overflow: 'hidden', bgcolor: 'action.hover' }}>
              {name !== 'happened' && (knownSince ?? range[1]) > from && (
                <Box
                  title={t('alarms:trial.notKnown')}
                  sx={{
                    position: 'absolute',
                    inset: 0,
                    backgroundImage: 'repeating-linear-gradient(135deg, transparent 0 5px, var(--mui-palette-divider) 5px 7px)',
                  }}
                  style={{ right: `${100 - part(knownSince ?? range[1])}%` }}
                />
              )}
              {outcome.alarms
                .filter((one) => one.raisedAt < to && end(one) > from)
                .map((one) => (
                  <Box
                    key={`${one.deviceId} ${one.ordinal ?? ''} ${one.raisedAt}`}
                    title={says(one)}
                    data-bar={name}
                    sx={{
                      position: 'absolute',
                      top: 3,
                      bottom: 3,
                      minWidth: '3px',
                      opacity: 0.75,
                      borderRadius: 0.25,
                      bgcolor: COLORS[name],
                    }}
                    style={{ left: `${part(one.raisedAt)}%`, width: `${part(end(one)) - part(one.raisedAt)}%` }}
                  />
                ))}
            </Box>
          </Box>
        ))}
        <Stack direction="row" sx={{ justifyContent: 'space-between' }}>
          {ticksOf([from, to]).map(({ at, words }, place) => (
            <Typography
              key={at}
              variant="caption"
              sx={{
                color: 'text.secondary',
                fontVariantNumeric: 'tabular-nums',
                whiteSpace: 'nowrap',
                ...(place % 3 === 0 ? {} : { display: { xs: 'none', md: 'inline' } }),
              }}
            >
              {words}
            </Typography>
          ))}
        </Stack>
      </Stack>
    </Box>
  )
}
