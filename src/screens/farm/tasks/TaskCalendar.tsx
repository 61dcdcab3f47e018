import BackIcon from '@mui/icons-material/ChevronLeft'
import NextIcon from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rowsOf } from '#contract/core/columns'
import { type TaskBar, taskCalls } from '#contract/farm/task'
import { useCall } from '#src/api/useCall.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { dayText, dayWords, momentText, startOfDay } from '#src/time/moment.ts'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { useNow } from '#src/ui/useNow.ts'
import { daysOf, monthOf, monthText, tasksByDay } from './calendarDays.ts'
import { useAddress } from './useAddress.ts'

/** The tasks that a day shows by name. */
const NAMED = 3
const MINUTE = 60_000
const WEEK = 7

/** The tasks of a base by day, a month at a time; a phone has the days on which there is something to do. */
export function TaskCalendar({ areaId }: { areaId: number }) {
  const { t, i18n } = useTranslation()
  const { address, set } = useAddress()
  const isNarrow = useMediaQuery(useTheme().breakpoints.down('md'))
  const [opened, setOpened] = useState<number | null>(null)
  const named = address.get('month')
  const today = dayText(useNow(MINUTE))
  const first = monthOf(named, startOfDay(today))
  const dates = useMemo(() => daysOf(first), [first])
  const [from, to] = [startOfDay(dates[0]!), startOfDay(dates.at(-1)!)]
  const span = useCall(taskCalls.span, { query: { from, to, areaId } }, { placeholderData: keepPreviousData })
  const days = useMemo(() => tasksByDay(dates, span.data ? rowsOf(span.data.tasks) : []), [dates, span.data])
  const title = dayWords(first, i18n.language, { year: 'numeric', month: 'long' })
  const dayName = (day: string) => dayWords(day, i18n.language, { month: 'long', day: 'numeric', weekday: 'short' })
  const show = (task: TaskBar) => {
    setOpened(null)
    set('open', String(task.taskId), false)
  }
  return (
    <Stack sx={{ gap: 2 }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
        <IconButton aria-label={t('farm:task.calendar.back')} onClick={() => set('month', monthText(first, -1), true)}>
          <BackIcon />
        </IconButton>
        <Typography variant="h2" aria-live="polite">
          {title}
        </Typography>
        <IconButton aria-label={t('farm:task.calendar.next')} onClick={() => set('month', monthText(first, 1), true)}>
          <NextIcon />
        </IconButton>
        <Button onClick={() => set('month', null, true)}>{t('farm:task.calendar.today')}</Button>
      </Stack>
      {span.isError && !span.data ? (
        <ErrorState error={span.error} onRetry={() => void span.refetch()} />
      ) : !span.data ? (
        <SkeletonList rows={6} height={96} />
      ) : isNarrow ? (
        <Stack sx={{ gap: 2 }}>
          {days.every((tasks) => tasks.length === 0) && (
            <Typography sx={{ color: 'text.secondary' }}>{t('farm:task.calendar.none')}</Typography>
          )}
          {days.map(
            (tasks, at) =>
              tasks.length > 0 && (
                <Stack key={dates[at]} component="section" aria-label={dayName(dates[at]!)} sx={{ gap: 0.5 }}>
                  <Typography variant="h3">{dayName(dates[at]!)}</Typography>
                  {tasks.map((task) => (
                    <Bar key={task.taskId} task={task} onOpen={show} />
                  ))}
                </Stack>
              ),
          )}
        </Stack>
      ) : (
        <Box
          component="ul"
          aria-label={title}
          sx={{
            listStyle: 'none',
            m: 0,
            p: 0,
            display: 'grid',
            gridTemplateColumns: 'repeat(7, minmax(0, 1fr))',
            border: 1,
            borderColor: 'divider',
            borderRadius: 2,
            overflow: 'hidden',
          }}
        >
          {days.map((tasks, at) => {
            const day = dates[at]!
            const isToday = day === today
            const isOther = day.slice(0, 7) !== first.slice(0, 7)
            return (
              <Stack
                key={day}
                component="li"
                aria-label={dayName(day)}
                sx={{
                  gap: 0.5,
                  p: 0.75,
                  minHeight: 112,
                  borderRight: 1,
                  borderBottom: 1,
                  borderColor: 'divider',
                  bgcolor: isOther ? 'background.default' : 'background.paper',
                }}
              >
                <Typography variant="caption" sx={{ color: isToday ? 'primary.main' : 'text.secondary', fontWeight: isToday ? 700 : 400 }}>
                  {at < WEEK ? dayName(day) : Number(day.slice(8))}
                </Typography>
                {tasks.slice(0, NAMED).map((task) => (
                  <Bar key={task.taskId} task={task} onOpen={show} />
                ))}
                {tasks.length > NAMED && (
                  <Button size="small" onClick={() => setOpened(at)} sx={{ p: 0, minHeight: 24 }}>
                    {t('farm:task.calendar.more', { tasks: tasks.length - NAMED })}
                  </Button>
                )}
              </Stack>
            )
          })}
        </Box>
      )}
      {span.data !== undefined && span.data.left > 0 && (
        <Typography variant="body2" sx={{ color: 'warning.main' }}>
          {t('farm:task.calendar.left', { tasks: span.data.left })}
        </Typography>
      )}
      {opened !== null && days[opened] && (
        <Modal open onClose={() => setOpened(null)} width={480} title={dayName(dates[opened]!)}>
          <Stack sx={{ gap: 0.5 }}>
            {days[opened].map((task) => (
              <Bar key={task.taskId} task={task} onOpen={show} />
            ))}
          </Stack>
        </Modal>
      )}
    </Stack>
  )
}

/** A task by its name; what is overdue is seen without reading. */
function Bar({ task, onOpen }: { task: TaskBar; onOpen: (task: TaskBar) => void }) {
  const { t } = useTranslation()
  const { taskName, taskState, lateness, dueAt, leaderName } = task
  const isOver = taskState === 'accepted' || taskState === 'ended'
  const state = t(`farm:task.choices.taskState.${taskState}`)
  const said = [taskName, leaderName, state, t('farm:task.due', { at: momentText(dueAt).slice(0, 16) })]
  return (
    <ButtonBase
      onClick={() => onOpen(task)}
      title={said.filter((one) => one !== null).join(' · ')}
      sx={{
        justifyContent: 'flex-start',
        px: 0.75,
        minHeight: 24,
        borderRadius: 1,
        borderLeft: 3,
        borderColor: lateness === 'overdue' ? 'error.main' : isOver ? 'divider' : 'primary.main',
        bgcolor: 'action.hover',
      }}
    >
      <Typography
        variant="caption"
        noWrap
        sx={{ color: lateness === 'overdue' ? 'error.main' : isOver ? 'text.secondary' : 'text.primary' }}
      >
        {taskName}
      </Typography>
    </ButtonBase>
  )
}
