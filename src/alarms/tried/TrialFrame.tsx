import PlayIcon from '@mui/icons-material/PlayCircleOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Section } from '#src/ui/Section.tsx'
import type { Tried } from './tried.ts'
import { TriedNote } from './TriedNote.tsx'

interface Trial {
  readonly state: 'waiting' | 'running' | 'done' | 'cancelled' | 'failed'
  /** So much of `total` is done; total 0: it was not begun. */
  readonly done: number
  readonly total: number
}
/** How often it is asked how far it is, ms. */
const PACE_MS = 1000
const isUnderWay = (trial: Trial | undefined) => trial?.state === 'waiting' || trial?.state === 'running'

/** How a dry run is asked for: again and again while it is under way. */
export const trialOptions = (id: number | null) => ({
  enabled: id !== null,
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: Trial | undefined } }) => (isUnderWay(state.data) ? PACE_MS : (false as const)),
})

/** A dry run over the last days: begun, how far it is, ended early, and what it found (`children`). */
export function TrialFrame({
  days,
  lead,
  tried,
  now,
  query,
  start,
  cancel,
  children,
}: {
  days: number
  /** What it is for, before the first. */
  lead: string
  /** The dry run that is shown. */
  tried: Tried | null
  /** What stands in the form, to be held against what was tried. */
  now: string | null
  query: {
    readonly data: Trial | undefined
    readonly isError: boolean
    readonly error: ComponentProps<typeof ErrorState>['error']
    readonly refetch: () => unknown
  }
  start: () => Promise<void>
  cancel: (id: number) => Promise<void>
  children: ReactNode
}) {
  const { t } = useTranslation()
  const [starting, setStarting] = useState(false)
  const trial = tried === null ? undefined : query.data
  const underWay = isUnderWay(trial)
  const begin = async () => {
    setStarting(true)
    await start()
    setStarting(false)
  }
  const end = async () => {
    if (tried) await cancel(tried.id)
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
          onClick={() => void begin()}
        >
          {t('alarms:trial.start', { count: days })}
        </Button>
      }
    >
      <Stack spacing={1.5}>
        {trial === undefined && !query.isError && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {lead}
          </Typography>
        )}
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
            <Button size="small" onClick={() => void end()}>
              {t('alarms:trial.cancel')}
            </Button>
          </Stack>
        )}
        {trial?.state === 'failed' && <Alert severity="error">{t('alarms:trial.failed')}</Alert>}
        {trial?.state === 'cancelled' && (
          <Alert severity="info">{t('alarms:trial.cancelled', { done: trial.done, total: trial.total })}</Alert>
        )}
        {(trial?.state === 'done' || trial?.state === 'cancelled') && children}
      </Stack>
    </Section>
  )
}
