import { useEffect, useMemo, useState } from 'react'
import type { Draft } from '#src/session/useDraft.ts'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'

/**
 * What stands in a form and is not saved: it is kept beyond the session, and asked about before it is lost. The form holds `draft` itself and
 * begins with what `kept` found; `bodyOf` is what is sent of it, which decides whether anything is unsaved.
 */
export function useWritten<Value>({
  kept,
  begun,
  draft,
  canEdit,
  bodyOf,
  onOpen,
  onDirty,
}: {
  kept: Draft<Value>
  begun: Value
  draft: Value
  canEdit: boolean
  bodyOf: (value: Value) => object
  /** Puts this in the place of what was written. */
  onOpen: (value: Value) => void
  onDirty: (dirty: boolean) => void
}) {
  const guard = useLeaveGuard()
  const [saved, setSaved] = useState(begun)
  const [brought, setBrought] = useState(canEdit && kept.found !== null)
  const dirty = useMemo(
    () => draft !== saved && JSON.stringify(bodyOf(draft)) !== JSON.stringify(bodyOf(saved)),
    [draft, saved], // oxlint-disable-line react/exhaustive-deps
  )
  useEffect(() => {
    if (dirty) kept.keep(draft)
    else if (canEdit) kept.drop()
    guard.setDirty(dirty, kept.drop)
    onDirty(dirty)
  }, [dirty, draft]) // oxlint-disable-line react/exhaustive-deps
  useEffect(() => () => guard.setDirty(false), []) // oxlint-disable-line react/exhaustive-deps
  const rest = () => {
    kept.drop()
    guard.setDirty(false)
  }
  return {
    /** What is kept by the server, as it was written. */
    saved,
    /** What stands in the form was found, not written now. */
    brought,
    undo: () => {
      setBrought(false)
      onOpen(saved)
    },
    /** What stands in the form was saved. */
    rested: () => {
      rest()
      setSaved(draft)
      setBrought(false)
    },
    giveUp: () => {
      rest()
      onDirty(false)
    },
    leave: guard.leave,
  }
}
