import { isViewing } from '#src/api/viewing.ts'

/** Unsaved text of forms in this window's session storage, by user, tenant, page and form. */
const DRAFTS = 'furrow.draft '
/** How long typing must rest before it is written down, in ms. */
const REST_MS = 300

export const draftKey = (...parts: readonly (string | number)[]): string => DRAFTS + parts.join(' ')

const pending = new Map<string, { readonly values: unknown; readonly timer: ReturnType<typeof setTimeout> }>()

/** Writes down at once what is still to be written, of one form or of all. */
export function settleDrafts(key?: string): void {
  for (const [one, { values, timer }] of pending) {
    if (key !== undefined && one !== key) continue
    clearTimeout(timer)
    pending.delete(one)
    try {
      sessionStorage.setItem(one, JSON.stringify(values))
    } catch {
      // Storage is full or forbidden: the form itself is not harmed.
    }
  }
}

export function keepDraft(key: string, values: unknown): void {
  // Nothing is typed in somebody else's name.
  if (isViewing()) return
  clearTimeout(pending.get(key)?.timer)
  pending.set(key, { values, timer: setTimeout(() => settleDrafts(key), REST_MS) })
}

export function dropDraft(key: string): void {
  if (isViewing()) return
  clearTimeout(pending.get(key)?.timer)
  pending.delete(key)
  sessionStorage.removeItem(key)
}

export function readDraft(key: string): unknown {
  if (isViewing()) return null
  settleDrafts(key)
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Forgets every draft, also what was typed a moment ago. */
export function forgetDrafts(): void {
  for (const key of pending.keys()) dropDraft(key)
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(DRAFTS)) sessionStorage.removeItem(key)
}

// A page may be left before typing rested.
addEventListener('pagehide', () => settleDrafts())
