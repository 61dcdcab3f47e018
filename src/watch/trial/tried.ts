/** A dry run that a page shows, and what was tried by it. It is kept while that is saved, enabled or written on. */
export interface Tried {
  readonly id: number
  /** What decided it, as text that is the same for the same thing. */
  readonly what: string
  /** The version that it was saved as; null while it is none. */
  readonly version: number | null
}

/** The dry run after something was saved as a version: of that version where just this was tried. */
export const asSaved = (tried: Tried | null, what: string | null, version: number): Tried | null =>
  tried !== null && tried.what === what ? { ...tried, version } : tried

/** Of what a shown dry run is, beside what stands in the form now: a key of `alarms:trial.of`. */
export function ofWhat({ what, version }: Tried, now: string | null): 'version' | 'draft' | 'versionBefore' | 'draftBefore' {
  if (what === now) return version === null ? 'draft' : 'version'
  return version === null ? 'draftBefore' : 'versionBefore'
}
