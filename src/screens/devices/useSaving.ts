import { useState } from 'react'
import { type CallFailure, isFailure } from '#src/api/call.ts'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'

/**
 * What a form of a device's part does with an answer: faults stand beside their fields, any other failure below them, success closes.
 * `drop` forgets the draft of the form.
 */
export function useSaving({
  saved,
  drop,
  onSaved,
  onClose,
}: {
  /** What is said of a success; null where something else says it. */
  saved: string | null
  drop: () => void
  onSaved: () => void
  onClose: () => void
}) {
  const guard = useLeaveGuard()
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string>()
  const [saving, setSaving] = useState(false)
  return {
    faults,
    setFaults,
    failure,
    saving,
    /** Something was typed: leaving asks from now on. */
    changed: () => guard.setDirty(true, drop),
    close: () => guard.leave(onClose),
    send: async (answered: Promise<object | number | CallFailure>, told = saved) => {
      setFailure(undefined)
      setSaving(true)
      const answer = await answered
      setSaving(false)
      if (isFailure(answer)) {
        setFaults(answer.fields ?? {})
        if (!answer.fields) setFailure(reasonOf(answer))
        return
      }
      drop()
      guard.setDirty(false)
      if (told !== null) toast('success', told)
      onSaved()
    },
  }
}
