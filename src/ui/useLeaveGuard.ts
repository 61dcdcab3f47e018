import { useCallback, useEffect, useId, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router-dom'
import { useConfirm } from './Confirm.tsx'
import { usePane } from './pane.ts'
import { markUnsaved } from './unsaved.ts'

export interface LeaveGuard {
  /** The form says whether something unsaved was typed, and what gives it up for good. */
  readonly setDirty: (dirty: boolean, giveUp?: () => void) => void
  /** Runs `go` at once where nothing is unsaved, else only after the person said so. */
  readonly leave: (go: () => void) => void
}

/**
 * Asks before typed text is lost: by closing a form, by another page of the console, or by leaving the site. In a tab that keeps its
 * state another page loses nothing; closing the tab does, and then the frame asks.
 */
export function useLeaveGuard(): LeaveGuard {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const dirty = useRef(false)
  const given = useRef<(() => void) | undefined>(undefined)
  const pane = usePane()
  const holder = useId()
  const ask = useCallback(
    () =>
      confirm({
        title: t('crud:leave.title'),
        text: t('crud:leave.text'),
        confirm: t('crud:leave.leave'),
        color: 'error',
        stay: t('crud:leave.stay'),
      }),
    [confirm, t],
  )
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty.current && pane?.losesOnLeave() !== false && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void ask().then((yes) => {
      if (!yes) return blocker.reset()
      given.current?.()
      blocker.proceed()
    })
  }, [blocker, ask])
  useEffect(() => {
    const hold = (event: BeforeUnloadEvent) => {
      if (dirty.current) event.preventDefault()
    }
    addEventListener('beforeunload', hold)
    return () => removeEventListener('beforeunload', hold)
  }, [])
  useEffect(() => () => markUnsaved(holder, false), [holder])
  const setDirty = useCallback(
    (now: boolean, giveUp?: () => void) => {
      dirty.current = now
      given.current = giveUp
      if (pane === null) markUnsaved(holder, now)
      else pane.mark(holder, now, giveUp)
    },
    [pane, holder],
  )
  const leave = useCallback(
    (go: () => void) => {
      const away = () => {
        given.current?.()
        setDirty(false)
        go()
      }
      if (!dirty.current) away()
      else void ask().then((yes) => yes && away())
    },
    [ask, setDirty],
  )
  // One object as long as it does the same: whoever ends with it ends once.
  return useMemo(() => ({ setDirty, leave }), [setDirty, leave])
}
