import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { rowsOf } from '#contract/core/columns'
import { batch, batchCalls } from '#contract/farm/batch'
import { MY_TASKS, taskCalls, TASKS_EDIT } from '#contract/farm/task'
import { TASKS } from '#contract/farm/taskCodes'
import { useCall } from '#src/api/useCall.ts'
import { useHeld } from '#src/session/usePermission.ts'
import { batchBar, dayNumber, type SeasonBar, seasonDays, taskBar } from './seasonBars.ts'
import { startOfDay } from '#src/time/moment.ts'

const CODES = [batch.codes.edit, MY_TASKS, TASKS, TASKS_EDIT]

/** The season of a year, as `seasonDays` has it. */
export function useSeason(areaId: number, year: number) {
  const { from, to } = seasonDays(year)
  const held = useHeld(CODES)
  const [mayBatches, mayTasks] = [held(batch.codes.edit), held(TASKS_EDIT)]
  const seesTasks = held(MY_TASKS) || held(TASKS)
  const season = useCall(batchCalls.season, { query: { areaId, from, to } }, { placeholderData: keepPreviousData })
  const moments = { from: startOfDay(from), to: startOfDay(to, 1), areaId }
  const tasks = useCall(taskCalls.span, { query: moments }, { placeholderData: keepPreviousData, enabled: seesTasks })
  const bars = useMemo<SeasonBar[]>(
    () => [
      ...(season.data?.batches ?? []).map((one) => batchBar(one, mayBatches)),
      ...(tasks.data ? rowsOf(tasks.data.tasks) : []).map((one) => taskBar(one, mayTasks)),
    ],
    [season.data, tasks.data, mayBatches, mayTasks],
  )
  return {
    bars,
    plots: season.data?.plots,
    first: dayNumber(from),
    end: dayNumber(to) + 1,
    /** What was left out, of batches and of tasks. */
    left: { batches: season.data?.left ?? 0, tasks: tasks.data?.left ?? 0 },
    error: season.data === undefined ? season.error : tasks.data === undefined ? tasks.error : null,
    reread: async () => {
      await Promise.all([season.refetch(), ...(seesTasks ? [tasks.refetch()] : [])])
    },
  }
}
