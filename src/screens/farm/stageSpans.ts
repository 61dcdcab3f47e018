import type { PlannedBatch } from '#contract/farm/batch'
import { startOfDay } from '#src/time/moment.ts'

/** Where the stages that are seen lie within what is seen (ms UTC), in percent; `at` is the place of each among all. */
export function stageSpans(stages: PlannedBatch['stages'], [start, end]: readonly [number, number]) {
  const part = (moment: number) => ((Math.min(end, Math.max(start, moment)) - start) / (end - start)) * 100
  return stages.flatMap(({ name, from, to }, at) => {
    const [begins, ends] = [startOfDay(from), startOfDay(to, 1)]
    if (begins >= end || ends <= start) return []
    return [{ at, name, from, to, left: part(begins), width: part(ends) - part(begins) }]
  })
}
