import { useMemo, useState } from 'react'
import { type LeaveGuard, useLeaveGuard } from '#src/ui/useLeaveGuard.ts'

/**
 * The version on which a form stands: the newest that was read until something is typed, then the one that was typed over, whatever somebody else
 * saves meanwhile. The form says through `guard` whether something is typed, and is drawn anew under `key`.
 */
export function useHeldVersion<T extends { readonly objectVersionNumber: number }>(newest: T) {
  const { setDirty, leave } = useLeaveGuard()
  const [typed, setTyped] = useState(false)
  const [shown, setShown] = useState(newest)
  const [begun, setBegun] = useState(0)
  const guard: LeaveGuard = useMemo(
    () => ({
      leave,
      setDirty(dirty, giveUp) {
        setDirty(dirty, giveUp)
        setTyped(dirty)
      },
    }),
    [leave, setDirty],
  )
  if (shown !== newest && !typed) setShown(newest)
  return {
    shown,
    key: `${shown.objectVersionNumber} ${begun}`,
    guard,
    /** Says whether something is typed, of a form that keeps a draft and lets it be left. */
    hold: setTyped,
    /** Somebody else has saved over what was typed over. */
    isOlder: typed && shown.objectVersionNumber < newest.objectVersionNumber,
    /** Gives up what was typed: the form is that of the newest version again. */
    beginAnew: () => {
      setTyped(false)
      setBegun(begun + 1)
    },
  }
}
