import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type CallFailure, isFailure } from '#src/api/call.ts'
import { reasonOf } from '#src/ui/tipFor.ts'

export type Words = ReadonlyMap<string, string>
const NONE: Words = new Map()

/**
 * Sends what is written: what is wrong stands by the input that it belongs to (`faults`); what belongs to none is `failure`. `stale`: somebody
 * else changed it; what was written stays. `fieldsOf` says what of a refusal belongs to inputs.
 */
export function useSaving(fieldsOf: (answer: CallFailure) => Words) {
  const queries = useQueryClient()
  const [faults, setFaults] = useState(NONE)
  const [failure, setFailure] = useState<string>()
  const [stale, setStale] = useState(false)
  const [saving, setSaving] = useState(false)
  const refused = (answer: CallFailure) => {
    const fields = fieldsOf(answer)
    if (answer.code === 'error.version.stale') setStale(true)
    else if (fields.size > 0) setFaults(fields)
    else setFailure(reasonOf(answer))
  }
  return {
    faults,
    failure,
    stale,
    saving,
    refused,
    setFailure,
    /** Shows what is wrong with what was written. */
    show: (found: Words) => {
      setFaults(found)
      setFailure(undefined)
    },
    /** Answers what was asked, or null where it was refused, which is shown. It is kept `at` its key, and `lists` are read anew. */
    send: async <Answer extends object>(
      ask: () => Promise<Answer | CallFailure>,
      { at, lists }: { at: (answer: Answer) => QueryKey; lists: readonly QueryKey[] },
    ): Promise<Answer | null> => {
      setStale(false)
      setSaving(true)
      const answer = await ask()
      setSaving(false)
      if (isFailure(answer)) {
        refused(answer)
        return null
      }
      queries.setQueryData(at(answer), answer)
      for (const queryKey of lists) void queries.invalidateQueries({ queryKey })
      return answer
    },
  }
}
