import { useEffect, useMemo, useState } from 'react'
import type { Draft } from '#src/session/useDraft.ts'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'
import type { Tried } from './trial/tried.ts'
import type { Writing } from './WrittenPage.tsx'

/**
 * What stands in a form and is not saved: it is kept beyond the session, and asked about before it is lost. The form holds `draft` itself and
 * begins with what `kept` found; `bodyOf` is what is sent of it, which decides whether anything is unsaved.
 */
export function useWritten<Value, Kept extends { readonly version: number }>({
  kept,
  begun,
  draft,
  canEdit,
  writing: { of, tried, onTried, onSaved, onDirty },
  bodyOf,
  whatOf,
  onOpen,
}: {
  kept: Draft<Value>
  begun: Value
  draft: Value
  canEdit: boolean
  writing: Pick<Writing<Kept>, 'of' | 'tried' | 'onTried' | 'onSaved' | 'onDirty'>
  bodyOf: (value: Value) => object
  /** What a dry run of it is held to be of; null where something is wrong with it. */
  whatOf: (value: Value) => string | null
  /** Puts this in the place of what was written. */
  onOpen: (value: Value) => void
}) {
  const guard = useLeaveGuard()
  const [saved, setSaved] = useState(begun)
  const [brought, setBrought] = useState(canEdit && kept.found !== null)
  const dirty = useMemo(
    () => draft !== saved && JSON.stringify(bodyOf(draft)) !== JSON.stringify(bodyOf(saved)),
    [draft, saved], // oxlint-disable-line react/exhaustive-deps
  )
  // oxlint-disable-next-line react/exhaustive-deps
  const now = useMemo(() => whatOf(draft), [draft])
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
    /** Saves it; `ask` answers null where it was refused. */
    save: async (ask: () => Promise<Kept | null>) => {
      const answer = await ask()
      if (answer === null) return
      rest()
      setSaved(draft)
      setBrought(false)
      onSaved(answer)
    },
    giveUp: () => {
      rest()
      onDirty(false)
    },
    leave: guard.leave,
    /** For the section of its dry run. */
    trial: {
      tried,
      now,
      onTried: (begun: Pick<Tried, 'id' | 'what'>) =>
        onTried({ ...begun, version: of !== null && begun.what === whatOf(saved) ? of.version : null }),
    },
  }
}
