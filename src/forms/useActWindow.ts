import { useState } from 'react'
import { type CallFailure, isFailure } from '#src/api/call.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import type { Faults } from './faultWords.ts'
import { useOnce } from './useOnce.ts'

const NOTHING: Faults = {}

/**
 * What a window knows that asks what an act needs: what was typed, which outlives the session and is given up by leaving; why it was refused,
 * beside its fields or else at the foot; and that it is done once at a time. `ActWindow` draws it.
 */
export function useActWindow<Value>(draft: string, begun: Value, onClose: () => void) {
  const { value, brought, change, undo, drop } = useDraftState(draft, begun)
  const [faults, setFaults] = useState(NOTHING)
  const [failure, setFailure] = useState<string>()
  const { busy, once } = useOnce()
  const close = () => {
    drop()
    onClose()
  }
  const say = (found: Faults, otherwise?: string) => {
    setFaults(found)
    setFailure(otherwise)
  }
  return {
    value,
    brought,
    change,
    undo,
    close,
    faults,
    failure,
    busy,
    say,
    /** Does it and closes the window, once however often it is asked to; `refused` hears why it was not done. */
    send: <Answer>(
      ask: () => Promise<Answer | CallFailure>,
      /** What is said of a success; null where `done` says it. */
      told: string | null,
      done?: (answer: Answer) => void,
      refused?: (answer: CallFailure) => void,
    ) =>
      once(async () => {
        say(NOTHING)
        const answer = await ask()
        if (isFailure(answer)) {
          const fields = answer.fields ?? NOTHING
          say(fields, Object.keys(fields).length === 0 ? reasonOf(answer) : undefined)
          return refused?.(answer)
        }
        if (told !== null) toast('success', told)
        done?.(answer)
        close()
      }),
  }
}
