import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { draftKey, dropDraft, keepDraft, readDraft, settleDrafts } from './drafts.ts'
import { useSession } from './session.ts'

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
 * A form's unsaved text, by user, tenant, page and `form`, so that an expired session loses nothing that was typed: the page that a sign-in
 * returns to offers it back. An explicit sign-out forgets every draft. `Values` must be JSON. A form of react-hook-form takes
 * `useFormDraft`, one with a state of its own `useDraftState`.
 */
export function useDraft<Values>(form: string): Draft<Values> {
  const { pathname } = useLocation()
  const { self, tenantId } = useSession()
  const [key] = useState(() => draftKey(self?.id ?? 0, tenantId, pathname, form))
  const [found] = useState(() => readDraft(key) as Values | null)
  useEffect(() => () => settleDrafts(key), [key])
  return useMemo(
    () => ({ found, keep: (values) => keepDraft(key, values), settle: () => settleDrafts(key), drop: () => dropDraft(key) }),
    [found, key],
  )
}

const whole = <Value>(value: Value): Value => value
export const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * The state of a form that keeps its draft: it begins with what was typed before, else with `begun`. `kept` is what may be written down of
 * what was typed, where that is not all.
 */
export function useDraftState<Value>(form: string, begun: Value, kept: (value: Value) => Value = whole) {
  const draft = useDraft<Value>(form)
  const [first] = useState(begun)
  const [value, setValue] = useState(draft.found ?? begun)
  const [brought, setBrought] = useState(draft.found !== null)
  return {
    value,
    /** What stands in the form was found, not typed now. */
    brought,
    isChanged: !same(value, first),
    change: (next: Value) => {
      setValue(next)
      if (same(next, first)) draft.drop()
      else draft.keep(kept(next))
    },
    /** Back to what it began with. */
    undo: () => {
      setValue(first)
      setBrought(false)
      draft.drop()
    },
    drop: draft.drop,
  }
}
