/**
 * The header of an answer to a call that follows changes: how far their names were counted before anything was read for it, as JSON of
 * {@link Stands}. What is counted further may be missing in the answer.
 */
export const STANDS_HEADER = 'furrow-changes'
export interface Stands {
  readonly start: number
  readonly seq: Readonly<Record<string, number>>
}
