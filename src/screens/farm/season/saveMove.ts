import { batchCalls } from '#contract/farm/batch'
import { taskCalls } from '#contract/farm/task'
import type { Move, Saved } from '#machines/farm/moveBar'
import { call, isFailure } from '#src/api/call.ts'
import { dayName, dayNumber, type SeasonBar } from './seasonBars.ts'
import { reasonOf } from '#src/ui/tipFor.ts'
import { daysLater } from '#src/time/moment.ts'

/** Writes where a bar was moved to. `changed` is what is said where somebody else moved it meanwhile. */
export async function saveMove(bar: SeasonBar, { by, longer, landId }: Move, changed: string): Promise<Saved> {
  const answer = await (bar.kind === 'batch' ? moveBatch(bar.of, by, longer, landId) : moveTask(bar.of, by, longer))
  if (isFailure(answer)) {
    const beside = Object.values(answer.fields ?? {})
    return { failed: true, message: beside.length > 0 ? beside.join(' ') : reasonOf(answer) }
  }
  return answer !== 1 && answer.conflicts.length > 0 ? { failed: true, message: changed } : { failed: false }
}

type Kind<K extends SeasonBar['kind']> = Extract<SeasonBar, { kind: K }>['of']

function moveBatch(
  { batchId, objectVersionNumber, startsOn, harvestOn, landId: own }: Kind<'batch'>,
  by: number,
  longer: number,
  to: number | null,
) {
  const harvest = harvestOn === null ? null : dayName(dayNumber(harvestOn) + by + longer)
  const body = { batchId, objectVersionNumber, startsOn: dayName(dayNumber(startsOn) + by), harvestOn: harvest, landId: to ?? own }
  return call(batchCalls.move, { body }, { quiet: true })
}

/** A task keeps its time of the day; each of its times is changed unless somebody else changed it meanwhile. */
function moveTask({ taskId, objectVersionNumber, startsAt, dueAt }: Kind<'task'>, by: number, longer: number) {
  const fields = { ...(by === 0 ? {} : { startsAt: daysLater(startsAt, by) }), dueAt: daysLater(dueAt, by + longer) }
  const basedOn = Object.fromEntries(Object.keys(fields).map((name) => [name, objectVersionNumber]))
  return call(taskCalls.merge, { body: { taskId, fields, basedOn } }, { quiet: true })
}
