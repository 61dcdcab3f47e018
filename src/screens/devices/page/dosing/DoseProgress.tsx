import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { CollectItem } from '#contract/devices/collect'
import type { DosingState } from '#contract/devices/dosing'
import { formatValue } from '#src/charts/formatValue.ts'
import { useReading } from '#src/live/useReading.ts'
import { momentText } from '#src/time/moment.ts'
import { newerReading } from '#streams/devices/readings'
import { RunsUntil } from '../../switches/RunsUntil.tsx'
import { useDoseWords } from './useDoseWords.ts'

/** The newest value of an item, stored or heard. */
function useValue(areaId: number, item: CollectItem | undefined): number | null {
  const live = useReading(areaId, item?.id)
  return newerReading({ value: item?.newestData ?? null, ts: item?.newestTime ?? null }, live)?.value ?? null
}

/** Whether a machine doses, by its own word, how far it is, and what is left. */
export function DoseProgress({
  areaId,
  of,
  running,
  volume,
}: {
  areaId: number
  of: DosingState
  running: CollectItem | undefined
  volume: CollectItem | undefined
}) {
  const { t, i18n } = useTranslation()
  const doseWords = useDoseWords()
  const says = useValue(areaId, running)
  const done = useValue(areaId, volume)
  const { started, runsUntil } = of
  const isStarting = started !== null && says === 0 && (started.state === 'sent' || started.state === 'acknowledged')
  const say = (value: number | null) => formatValue(value, i18n.language)
  const asked = started?.dose.volume ?? null
  return (
    <Box aria-live="polite">
      <Typography variant="h3" component="p" sx={{ color: says === 1 ? 'status.normal' : 'text.primary' }}>
        {isStarting
          ? t('devices:dosing.starting')
          : says === null
            ? t('devices:dosing.unknown')
            : says === 0
              ? t('devices:dosing.idle')
              : t('devices:dosing.running')}
      </Typography>
      {started !== null && says !== 0 && says !== null && (
        <>
          <Typography variant="body2">
            {t('devices:dosing.asked', { recipe: started.dose.recipe, what: doseWords(started.dose) })}
            {started.author !== null && ` · ${t('devices:dosing.startedBy', { author: started.author, time: momentText(started.at) })}`}
          </Typography>
          {asked !== null && (
            <LinearProgress
              variant="determinate"
              aria-label={t('devices:dosing.title')}
              value={Math.min(100, ((done ?? 0) / asked) * 100)}
              sx={{ height: 10, borderRadius: 1, my: 1 }}
            />
          )}
          <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {asked === null
              ? t('devices:dosing.timed', { done: say(done), span: doseWords(started.dose) })
              : `${t('devices:dosing.progress', { done: say(done), asked: say(asked) })} · ${t('devices:dosing.left', { left: say(Math.max(0, asked - (done ?? 0))) })}`}
          </Typography>
          {runsUntil !== null && <RunsUntil until={runsUntil} />}
        </>
      )}
    </Box>
  )
}
