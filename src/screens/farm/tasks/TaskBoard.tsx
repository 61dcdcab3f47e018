import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { keepPreviousData } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TASK_VERBS, type Task, taskCalls, TASKS_EDIT, type TaskState, type TaskVerb } from '#contract/farm/task'
import { taskAfter } from '#machines/farm/task'
import { useCall } from '#src/api/useCall.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { ListGate } from '#src/ui/ListGate.tsx'
import { momentText } from '#src/time/moment.ts'
import { TaskActDialog } from './TaskActDialog.tsx'
import { useAddress } from './useAddress.ts'

const COLUMNS = ['unassigned', 'notStarted', 'ongoing', 'finished'] as const satisfies readonly TaskState[]
const SHOWN = 50

/** The verb that leads a task from one column to another; null where none does. */
const verbTo = (from: TaskState, to: TaskState): TaskVerb | null =>
  from === to ? null : (TASK_VERBS.find((verb) => taskAfter(from, verb) === to) ?? null)

/** The tasks that wait for somebody, by state, the most urgent first. A card is drawn to where it is to go; by keyboard its panel does the same. */
export function TaskBoard({ areaId }: { areaId: number }) {
  const mayAct = usePermission(TASKS_EDIT) === true
  const [held, setHeld] = useState<Task | null>(null)
  const [asked, setAsked] = useState<{ task: Task; verb: TaskVerb } | null>(null)
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: 'repeat(4, minmax(0, 1fr))' },
        alignItems: 'start',
      }}
    >
      {COLUMNS.map((state) => (
        <BoardColumn
          key={state}
          state={state}
          areaId={areaId}
          takes={held !== null && verbTo(held.taskState, state) !== null}
          onHold={mayAct ? setHeld : undefined}
          onDrop={() => {
            const verb = held && verbTo(held.taskState, state)
            if (held && verb) setAsked({ task: held, verb })
            setHeld(null)
          }}
        />
      ))}
      {asked && <TaskActDialog record={asked.task} verb={asked.verb} onClose={() => setAsked(null)} />}
    </Box>
  )
}

interface ColumnProps {
  readonly state: TaskState
  readonly areaId: number
  /** What is held can be dropped here. */
  readonly takes: boolean
  readonly onHold: ((task: Task | null) => void) | undefined
  readonly onDrop: () => void
}
function BoardColumn({ state, areaId, takes, onHold, onDrop }: ColumnProps) {
  const { t } = useTranslation()
  const { set } = useAddress()
  const query = { areaId, taskState: state, size: SHOWN, sort: 'dueAt' }
  const tasks = useCall(taskCalls.page, { query }, { placeholderData: keepPreviousData })
  const over = takes ? { onDragOver: (event: DragEvent) => event.preventDefault(), onDrop } : {}
  const all = tasks.data?.totalElements ?? 0
  return (
    <Stack
      component="section"
      aria-label={t(`farm:task.choices.taskState.${state}`)}
      {...over}
      sx={{
        gap: 1,
        p: 1.5,
        borderRadius: 2,
        bgcolor: 'background.paper',
        outline: takes ? '2px dashed' : 'none',
        outlineColor: 'primary.main',
      }}
    >
      <Typography variant="h3">{t('farm:task.columnHead', { state: t(`farm:task.choices.taskState.${state}`), tasks: all })}</Typography>
      <ListGate compact query={tasks} rows={3} height={72}>
        {({ content }) =>
          content.map((one) => (
            <ButtonBase
              key={one.taskId}
              draggable={onHold !== undefined}
              onDragStart={() => onHold?.(one)}
              onDragEnd={() => onHold?.(null)}
              onClick={() => set('open', String(one.taskId), false)}
              sx={{
                display: 'block',
                textAlign: 'left',
                p: 1.5,
                border: 1,
                borderColor: 'divider',
                borderRadius: 1.5,
                bgcolor: 'background.default',
              }}
            >
              <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
                {one.taskName}
              </Typography>
              <Typography variant="caption" component="div" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                {[one.leader?.name, one.labels?.['landId']].filter((name) => name !== undefined).join(' · ')}
              </Typography>
              <Typography variant="caption" component="div" sx={{ color: one.lateness === 'overdue' ? 'error.main' : 'text.secondary' }}>
                {t('farm:task.due', { at: momentText(one.dueAt).slice(0, 16) })}
              </Typography>
            </ButtonBase>
          ))
        }
      </ListGate>
      {all > SHOWN && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('farm:task.moreInList', { tasks: all - SHOWN })}
        </Typography>
      )}
    </Stack>
  )
}
