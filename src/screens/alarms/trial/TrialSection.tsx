import PlayIcon from '@mui/icons-material/PlayCircleOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AlarmTrial, alarmTrialCalls, TRIAL_DAYS } from '#contract/alarms/trial'
import type { WatchLogic } from '#contract/watch/logic'
import { call, type CallFailure, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Section } from '#src/ui/Section.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { TrialResult } from './TrialResult.tsx'

/** How often it is asked how far it is. */
const PACE_MS = 1000
const isUnderWay = (trial: AlarmTrial | undefined) => trial?.state === 'waiting' || trial?.state === 'running'

/** Runs what stands in the form over what was measured in the last days, and shows what it would have raised. Nobody is told. */
export function TrialSection({
  areaId,
  ruleId,
  read,
  onRefused,
}: {
  areaId: number
  ruleId: number | null
  /** What stands in the form; null where something is wrong with it, which the form shows then. */
  read: () => WatchLogic | null
  /** Faults belong beside the inputs of the form. */
  onRefused: (failure: CallFailure) => void
}) {
  const { t } = useTranslation()
  const [id, setId] = useState<number | null>(null)
  const [starting, setStarting] = useState(false)
  const query = useCall(
    alarmTrialCalls.get,
    { params: { id: id ?? 0 } },
    { enabled: id !== null, staleTime: 0, refetchInterval: ({ state }) => (isUnderWay(state.data) ? PACE_MS : false) },
  )
  const trial = id === null ? undefined : query.data
  const start = async () => {
    const logic = read()
    if (logic === null) return
    setStarting(true)
    const answer = await call(alarmTrialCalls.start, { body: { areaId, ruleId, logic } }, { quiet: true })
    setStarting(false)
    if (isFailure(answer)) onRefused(answer)
    else setId(answer.id)
  }
  const cancel = async () => {
    if (id === null) return
    const answer = await call(alarmTrialCalls.cancel, { params: { id } }, { quiet: true })
    if (isFailure(answer)) toast('error', reasonOf(answer))
    void query.refetch()
  }
  const underWay = isUnderWay(trial)
  return (
    <Section
      title={t('alarms:trial.title')}
      aside={
        <Button
          startIcon={<PlayIcon />}
          variant="outlined"
          loading={starting}
          loadingPosition="start"
          disabled={underWay}
          onClick={() => void start()}
        >
          {t('alarms:trial.start', { count: TRIAL_DAYS })}
        </Button>
      }
    >
      <Stack spacing={1.5}>
        {trial === undefined && !query.isError && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('alarms:trial.lead', { count: TRIAL_DAYS })}
          </Typography>
        )}
        {query.isError && id !== null && <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />}
        {underWay && trial && (
          <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
            <LinearProgress
              aria-label={t('alarms:trial.title')}
              sx={{ flex: '1 1 220px' }}
              {...(trial.total > 0 ? { variant: 'determinate' as const, value: (trial.done / trial.total) * 100 } : {})}
            />
            <Typography variant="body2" component="output" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {trial.total > 0 ? t('alarms:trial.progress', { done: trial.done, total: trial.total }) : t('alarms:trial.waiting')}
            </Typography>
            <Button size="small" onClick={() => void cancel()}>
              {t('alarms:trial.cancel')}
            </Button>
          </Stack>
        )}
        {trial?.state === 'failed' && <Alert severity="error">{t('alarms:trial.failed')}</Alert>}
        {trial?.state === 'cancelled' && (
          <Alert severity="info">{t('alarms:trial.cancelled', { done: trial.done, total: trial.total })}</Alert>
        )}
        {trial && (trial.state === 'done' || trial.state === 'cancelled') && <TrialResult of={trial} />}
      </Stack>
    </Section>
  )
}
