import PlayIcon from '@mui/icons-material/PlayCircleOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Call } from '#contract/core/call'
import { type Trial, TRIAL_DAYS } from '#contract/watch/trial'
import { call, type CallFailure, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { Section } from '#src/ui/Section.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import type { TrialWords } from './TrialResult.tsx'
import type { Tried } from './tried.ts'
import { TriedNote } from './TriedNote.tsx'

type Asks<Body extends z.ZodType, Answer> = Call<string, z.ZodUndefined, Body, z.ZodType<Answer>>

/** How often it is asked how far it is, ms. */
const PACE_MS = 1000
const isUnderWay = (trial: Pick<Trial<unknown>, 'state'> | undefined) => trial?.state === 'waiting' || trial?.state === 'running'

/** Runs what stands in the form over what was measured in the last days: begun, how far it is, ended early, and what it found (`children`). */
export function TrialSection<Body, Found extends Trial<unknown>>({
  calls,
  words,
  tried,
  now,
  read,
  onTried,
  onRefused,
  children,
}: {
  calls: {
    readonly start: Asks<z.ZodType<unknown, Body>, Found>
    readonly get: Asks<z.ZodUndefined, Found>
    readonly cancel: Asks<z.ZodUndefined, Found>
  }
  words: TrialWords
  /** The dry run that is shown. */
  tried: Tried | null
  /** What stands in the form, to be held against what was tried. */
  now: string | null
  /** What stands in the form, as it is sent and as text; null where something is wrong with it, which the form shows then. */
  read: () => { readonly body: Body; readonly what: string } | null
  onTried: (tried: Pick<Tried, 'id' | 'what'>) => void
  /** Faults belong beside the inputs of the form. */
  onRefused: (failure: CallFailure) => void
  children: (trial: Found) => ReactNode
}) {
  const { t } = useTranslation()
  const [starting, setStarting] = useState(false)
  const query = useCall(
    calls.get,
    { params: { id: tried?.id ?? 0 } },
    {
      enabled: tried !== null,
      staleTime: 0,
      refetchInterval: ({ state }) => (isUnderWay(state.data) ? PACE_MS : false),
    },
  )
  const trial = tried === null ? undefined : query.data
  const underWay = isUnderWay(trial)
  const start = async () => {
    const given = read()
    if (given === null) return
    setStarting(true)
    const answer = await call(calls.start, { body: given.body }, { quiet: true })
    setStarting(false)
    if (isFailure(answer)) onRefused(answer)
    else onTried({ id: answer.id, what: given.what })
  }
  const cancel = async (id: number) => {
    const answer = await call(calls.cancel, { params: { id } }, { quiet: true })
    if (isFailure(answer)) toast('error', reasonOf(answer))
    void query.refetch()
  }
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
        {trial === undefined && !query.isError && <SecondaryText>{t(`${words}.lead`, { count: TRIAL_DAYS })}</SecondaryText>}
        {tried && trial && <TriedNote of={tried} now={now} />}
        {query.isError && tried !== null && <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />}
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
            <Button size="small" onClick={() => void cancel(trial.id)}>
              {t('alarms:trial.cancel')}
            </Button>
          </Stack>
        )}
        {trial?.state === 'failed' && <Alert severity="error">{t('alarms:trial.failed')}</Alert>}
        {trial?.state === 'cancelled' && (
          <Alert severity="info">{t('alarms:trial.cancelled', { done: trial.done, total: trial.total })}</Alert>
        )}
        {trial && (trial.state === 'done' || trial.state === 'cancelled') && children(trial)}
      </Stack>
    </Section>
  )
}
