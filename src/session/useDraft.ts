import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useSession } from './session.ts'
import { DRAFTS } from './wayBack.ts'

/** How long typing must rest before it is written down, in ms. */
const REST_MS = 300

export interface Draft<Values> {
  /** What was typed and not saved when this page was left by an expired session or a reload; null where nothing was. */
  readonly found: Values | null
  /** Writes down what stands in the form. Never give it a password. */
  readonly keep: (values: Values) => void
  /** Writes down at once what is still to be written, before something may take the form away. */
  readonly settle: () => void
  /** Forgets it: it was saved, or the person gave it up. */
  readonly drop: () => void
}

/**
 * A form's unsaved text in this window's session storage, by user, tenant, page and `form`, so that an expired session loses nothing that was
 * typed: the page that a sign-in returns to offers it back. An explicit sign-out forgets every draft. `Values` must be JSON.
 */
export function useDraft<Values>(form: string): Draft<Values> {
  const { pathname } = useLocation()
  const { self, tenantId } = useSession()
  const key = `${DRAFTS}${self?.id ?? 0} ${tenantId} ${pathname} ${form}`
  const [found] = useState(() => read<Values>(key))
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; write: () => void } | null>(null)
  const settle = useCallback(() => {
    if (pending.current == null) return
    clearTimeout(pending.current.timer)
    pending.current.write()
    pending.current = null
  }, [])
  useEffect(() => {
    // The page may be left before typing rested.
    addEventListener('pagehide', settle)
    return () => {
      removeEventListener('pagehide', settle)
      settle()
    }
  }, [settle])
  const keep = useCallback(
    (values: Values) => {
      if (pending.current != null) clearTimeout(pending.current.timer)
      const write = () => {
        try {
          sessionStorage.setItem(key, JSON.stringify(values))
        } catch {
          // Storage is full or forbidden: the form itself is not harmed.
        }
      }
      pending.current = { timer: setTimeout(settle, REST_MS), write }
    },
    [key, settle],
  )
  const drop = useCallback(() => {
    if (pending.current != null) clearTimeout(pending.current.timer)
    pending.current = null
    sessionStorage.removeItem(key)
  }, [key])
  return { found, keep, settle, drop }
}

function read<Values>(key: string): Values | null {
  try {
    const text = sessionStorage.getItem(key)
    return text == null ? null : (JSON.parse(text) as Values)
  } catch {
    return null
  }
}
