import BackIcon from '@mui/icons-material/ChevronLeft'
import NextIcon from '@mui/icons-material/ChevronRight'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useMachine } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { fromPromise } from 'xstate'
import { type Bar, type Move, moveBarMachine, type Saved } from '#machines/farm/moveBar'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { dayText, dayWords } from '#src/time/moment.ts'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { toast } from '#src/ui/toast.ts'
import { useNow } from '#src/ui/useNow.ts'
import { useAddress } from '../tasks/useAddress.ts'
import { BarPanel } from './BarPanel.tsx'
import { layRows } from './layRows.ts'
import { Legend } from './Legend.tsx'
import { saveMove } from './saveMove.ts'
import { SeasonCanvas } from './SeasonCanvas.tsx'
import { dayName, dayNumber, FIRST_YEAR, LAST_YEAR, type SeasonBar } from './seasonBars.ts'
import { useSeason } from './useSeason.ts'

const MINUTE = 60_000
const ZOOMS = ['year', 'quarter', 'month'] as const
/** How wide a day is, px; a year is as wide as the picture. */
const PER_DAY = { year: null, quarter: 10, month: 28 } as const

/** The season of a base: its plots down, time across, batches and tasks as bars that can be moved. */
export function Season({ areaId }: { areaId: number }) {
  const { t, i18n } = useTranslation()
  const go = useNavigate()
  const { address, set } = useAddress()
  const todayText = dayText(useNow(MINUTE))
  const thisYear = Number(todayText.slice(0, 4))
  const year = Number(/^2[01]\d\d$/.exec(address.get('year') ?? '')?.[0] ?? thisYear)
  const zoom = ZOOMS.find((one) => one === address.get('zoom')) ?? 'year'
  const { bars, plots, first, end, left, error, reread } = useSeason(areaId, year)
  const save = async (bar: SeasonBar, move: Move) => {
    const saved = await saveMove(bar, move, t('farm:season.changed'))
    await reread()
    if (!saved.failed) toast('success', t('farm:season.saved'))
    return saved
  }
  const [state, send] = useMachine(
    moveBarMachine.provide({
      // Every bar that is chosen is one of the picture.
      actors: { save: fromPromise<Saved, { bar: Bar; move: Move }>(({ input }) => save(input.bar as SeasonBar, input.move)) },
    }),
  )
  const { move, message } = state.context
  const bar = state.context.bar as SeasonBar | null
  const isMoved = state.matches({ held: 'moved' })
  const busy = state.matches('saving')
  const key = bar?.key
  useEffect(() => {
    if (key !== undefined && plots) send({ type: 'renew', bar: bars.find((one) => one.key === key) ?? null })
  }, [bars, key, busy, plots, send])

  const today = dayNumber(todayText)
  const picture = useMemo(() => {
    return {
      rows: layRows(bars, { plots: plots ?? [], nowhere: t('farm:season.nowhere'), today, end }),
      first,
      end,
      today,
      monthName: (day: number, wide: boolean) =>
        dayWords(dayName(day), i18n.language, wide ? { year: 'numeric', month: 'short' } : { month: 'narrow' }),
    }
  }, [bars, plots, first, end, today, i18n.language, t])
  const held = useMemo(() => (bar ? { bar, move, busy } : null), [bar, move, busy])

  const stateOf = (one: SeasonBar) =>
    one.kind === 'batch'
      ? t(`farm:batch.choices.batchState.${one.of.batchState}`)
      : one.of.lateness === 'overdue'
        ? t('farm:task.choices.lateness.overdue')
        : t(`farm:task.choices.taskState.${one.of.taskState}`)
  const say = (one: SeasonBar) => {
    const plot = plots?.find(({ landId }) => landId === one.landId)?.landName ?? t('farm:season.nowhere')
    const [from, to] = [dayName(one.from), one.to === null ? '' : dayName(Math.ceil(one.to) - 1)]
    const span = t(one.to === null ? 'farm:season.openSpan' : 'farm:season.span', { from, to })
    const who = one.kind === 'task' ? one.of.leaderName : one.of.varietyName
    return [one.name, who, plot, stateOf(one), span].filter((word) => word !== null && word !== '').join(' · ')
  }
  const open = () => {
    if (!bar) return
    void go(bar.kind === 'batch' ? `/web/farm/batch?open=${bar.of.batchId}` : `/web/farm/taskManger?open=${bar.of.taskId}`)
  }
  const choose = (one: SeasonBar | null) => {
    if (one?.key === key && one) return
    // What was moved and not saved stays until it is saved or given up.
    if (isMoved) return
    send(one ? { type: 'choose', bar: one } : { type: 'leave' })
  }
  const leftOut = left.batches + left.tasks
  return (
    <Stack sx={{ gap: 1.5, height: '100%', minHeight: 420 }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
        <IconButton
          aria-label={t('farm:season.back')}
          disabled={isMoved || busy || year <= FIRST_YEAR}
          onClick={() => set('year', String(year - 1), true)}
        >
          <BackIcon />
        </IconButton>
        <Typography variant="h2" aria-live="polite">
          {t('farm:season.year', { year })}
        </Typography>
        <IconButton
          aria-label={t('farm:season.next')}
          disabled={isMoved || busy || year >= LAST_YEAR}
          onClick={() => set('year', String(year + 1), true)}
        >
          <NextIcon />
        </IconButton>
        <Button disabled={isMoved || busy} onClick={() => set('year', null, true)}>
          {t('farm:season.thisYear')}
        </Button>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={t('farm:season.zoom')}
          value={zoom}
          onChange={(_, next: string | null) => next !== null && set('zoom', next === 'year' ? null : next, true)}
        >
          {ZOOMS.map((one) => (
            <ToggleButton key={one} value={one}>
              {t(`farm:season.zooms.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <Legend />
      </Stack>
      {leftOut > 0 && <Typography sx={{ color: 'warning.main' }}>{t('farm:season.left', { count: leftOut })}</Typography>}
      {error ? (
        <ErrorState error={error} onRetry={() => void reread()} />
      ) : !plots ? (
        <SkeletonList rows={8} height={44} />
      ) : picture.rows.length === 0 ? (
        <EmptyState variant="noData" title={t('farm:season.noPlots')} />
      ) : (
        <SeasonCanvas
          picture={picture}
          perDay={PER_DAY[zoom]}
          held={held}
          label={t('farm:season.label', { year })}
          say={say}
          onChoose={choose}
          onMove={(to) => send({ type: 'move', to })}
          onEnter={() => (isMoved ? send({ type: 'save' }) : open())}
          onEscape={() => send({ type: isMoved ? 'undo' : 'leave' })}
        />
      )}
      {held && plots ? (
        <BarPanel
          held={held}
          isMoved={isMoved || busy}
          message={message}
          plots={plots}
          state={stateOf(held.bar)}
          onMove={(to) => send({ type: 'move', to })}
          onSave={() => send({ type: 'save' })}
          onUndo={() => send({ type: 'undo' })}
          onOpen={open}
          onClose={() => send({ type: 'leave' })}
        />
      ) : (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('farm:season.hint')}
        </Typography>
      )}
    </Stack>
  )
}
