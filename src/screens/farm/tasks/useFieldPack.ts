import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AnyCall } from '#contract/core/call'
import { activity } from '#contract/farm/activity'
import { area } from '#contract/farm/area'
import { land } from '#contract/farm/land'
import { type Task, taskCalls } from '#contract/farm/task'
import { resources } from '#contract/resources'
import { worker } from '#contract/farm/worker'
import { CallError, type GivenInput } from '#src/api/call.ts'
import { callQuery } from '#src/api/useCall.ts'
import { OFFERED } from '#src/crud/fieldKinds.tsx'
import { DEFAULT_SIZE } from '#src/ui/listAddress.ts'
import { AGRICULTURAL } from '../UsedMaterial.tsx'
import { EVENTS_SHOWN } from './TaskEvents.tsx'

/** What is read now is not asked for again for so long, ms. */
const FRESH_MS = 60_000

/** What somebody who goes into the field with these tasks may want to look at and to choose from there, as its pages ask for it. */
export function fieldPack(tasks: readonly Task[]): readonly (readonly [AnyCall, GivenInput<AnyCall>])[] {
  const plots = [...new Set(tasks.flatMap(({ landId }) => landId ?? []))]
  const bases = [...new Set(tasks.map(({ areaId }) => areaId))]
  return [
    ...tasks.flatMap(
      ({ taskId }) =>
        [
          [taskCalls.get, { params: { id: taskId } }],
          [taskCalls.events, { params: { id: taskId }, query: { size: EVENTS_SHOWN } }],
        ] as const,
    ),
    ...plots.flatMap(
      (id) =>
        [
          [land.calls.get, { params: { id } }],
          [activity.actions.issues, { query: { landId: id } }],
        ] as const,
    ),
    [area.calls.options, { query: { size: OFFERED } }],
    [resources.product.calls.options, { query: { ...AGRICULTURAL, size: OFFERED } }],
    ...bases.flatMap(
      (areaId) =>
        [
          [land.calls.options, { query: { size: OFFERED, areaId } }],
          [worker.calls.options, { query: { size: OFFERED, areaId } }],
          [activity.calls.page, { query: { page: 1, size: DEFAULT_SIZE, areaId } }],
        ] as const,
    ),
  ] as never
}

/** How far what is taken along has come; `at`: when all of it was there, ms of this device's clock. */
export interface Pack {
  readonly at: number | null
}

/**
 * Takes along what these tasks need in the field, one after another, while there is a network. What somebody may not read is not theirs to take
 * along; where nobody answers, what was taken before stays.
 */
export function useFieldPack(tasks: readonly Task[] | undefined): Pack {
  const client = useQueryClient()
  const [at, setAt] = useState<number | null>(null)
  const wanted = JSON.stringify((tasks ?? []).map(({ taskId, areaId, landId }) => ({ taskId, areaId, landId })))
  useEffect(() => {
    const shown = JSON.parse(wanted) as Task[]
    if (shown.length === 0) return
    let isOver = false
    const take = async () => {
      for (const [declaration, input] of fieldPack(shown)) {
        if (isOver) return
        const query = { ...callQuery(declaration, input), staleTime: FRESH_MS, retry: false } as const
        await client.prefetchQuery(query)
        const { error } = client.getQueryState(query.queryKey) ?? {}
        if (error instanceof CallError && (error.failure.status === 0 || error.failure.status >= 500)) return
      }
      if (!isOver) setAt(Date.now())
    }
    void take()
    return () => void (isOver = true)
  }, [client, wanted])
  return { at }
}
