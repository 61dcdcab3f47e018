import { useQueryClient } from '@tanstack/react-query'
import type { AnyCall } from '#contract/core/call'
import { type CallFailure, isFailure } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'

/** Says what came of an act, and has what it may have changed read anew: all that these calls answered. */
export function useSettle(calls: readonly AnyCall[]) {
  const queries = useQueryClient()
  const reread = () => {
    for (const one of calls) void queries.invalidateQueries({ queryKey: queryKeyOf(one) })
  }
  return {
    reread,
    /** Answers what was answered, or null where it was refused. `done` is said of a success, null where something else says it. */
    settle: <Answer extends object | number>(answer: Answer | CallFailure, done: string | null): Answer | null => {
      reread()
      if (isFailure(answer)) {
        toast('error', reasonOf(answer))
        return null
      }
      if (done !== null) toast('success', done)
      return answer
    },
  }
}
